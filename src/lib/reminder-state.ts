// The state of reminders on this device, derived from what the browser supports, what it is allowed to do and what the
// user wants.

export interface ReminderFacts {
  /** The browser supports notifications and has a worker to show them. */
  supported: boolean;
  permission: NotificationPermission;
  /** The user's switch. */
  intent: boolean;
  /** Whether the server can reach this device; 'unknown' until that has been checked. */
  push: 'active' | 'none' | 'unknown';
  /** The page runs on an iPhone or iPad, where notifications need the app on the home screen. */
  installFirst: boolean;
}

export type ReminderState =
  /** Reminders arrive at any time, even with the app closed. */
  | 'on'
  /**
   * Reminders arrive while the app is open, in front or in the background; while it is closed, only if the browser
   * occasionally wakes it.
   */
  | 'open'
  /** Allowed and wanted; whether the server can reach this device is still being checked. */
  | 'finding'
  | 'off'
  | 'blocked'
  /** The app has to be put on the home screen first. */
  | 'install'
  | 'unsupported';

export function reminderStateOf(facts: ReminderFacts): ReminderState {
  if (!facts.supported) return facts.installFirst ? 'install' : 'unsupported';
  if (facts.permission === 'denied') return 'blocked';
  if (!facts.intent || facts.permission !== 'granted') return 'off';
  return ({ active: 'on', none: 'open', unknown: 'finding' } as const)[facts.push];
}
