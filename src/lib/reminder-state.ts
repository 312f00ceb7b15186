// Where reminders stand on this device, decided from what the browser can, what it was allowed and what the person wants.

export interface ReminderFacts {
  /** The browser has notifications and a worker that shows them. */
  supported: boolean;
  permission: NotificationPermission;
  /** The person's switch. */
  intent: boolean;
  /** Whether the server reaches this device: 'unknown' while that is being found out. */
  push: 'active' | 'none' | 'unknown';
  /** This page is an iPhone's or iPad's, where notifications begin with the app on the home screen. */
  installFirst: boolean;
}

export type ReminderState =
  /** Reminded at any time, also with the app closed. */
  | 'on'
  /** Reminded while the app is open, in front or behind; closed, where the browser wakes it now and then. */
  | 'open'
  /** Allowed and wanted; whether the server reaches this device is being found out. */
  | 'finding'
  | 'off'
  | 'blocked'
  /** First the app has to be put on the home screen. */
  | 'install'
  | 'unsupported';

export function reminderStateOf(facts: ReminderFacts): ReminderState {
  if (!facts.supported) return facts.installFirst ? 'install' : 'unsupported';
  if (facts.permission === 'denied') return 'blocked';
  if (!facts.intent || facts.permission !== 'granted') return 'off';
  return ({ active: 'on', none: 'open', unknown: 'finding' } as const)[facts.push];
}
