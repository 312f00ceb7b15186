// Whether and when this device may show reminders: the user's choice and quiet hours (stored here), the browser's
// permission, and whether the server can reach the device. features/push keeps the push subscription in sync.
import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { installWayAtom } from './install.ts';
import type { QuietHours } from './reminded.ts';
import { type ReminderFacts, reminderStateOf } from './reminder-state.ts';
import { localJson } from './stored.ts';
import { read, write } from './store.ts';

const canNotify = (): boolean => 'Notification' in globalThis && 'serviceWorker' in navigator;
const permissionNow = (): NotificationPermission => (canNotify() ? Notification.permission : 'default');

const intentAtom = atomWithStorage<boolean>('notify', false, localJson(), { getOnInit: true });
export const permissionAtom = atom(permissionNow());

/** Whether the server can reach this device; set by features/push. */
export const pushAtom = atom<ReminderFacts['push']>('unknown');

/** True when reminders are wanted and allowed. */
export const notifyAtom = atom((get) => get(intentAtom) && get(permissionAtom) === 'granted');

export const reminderStateAtom = atom((get) =>
  reminderStateOf({
    supported: canNotify(),
    permission: get(permissionAtom),
    intent: get(intentAtom),
    push: get(pushAtom),
    installFirst: get(installWayAtom) === 'share',
  }),
);

/** The chosen times are kept while quiet hours are off. */
export const quietHoursAtom = atomWithStorage<QuietHours & { on: boolean }>(
  'quietHours',
  { on: false, from: '22:00', to: '07:00' },
  localJson(),
  { getOnInit: true },
);

/** The quiet hours in effect; null while they are off. */
export const quietAtom = atom((get): QuietHours | null => {
  const { on, from, to } = get(quietHoursAtom);
  return on ? { from, to } : null;
});

/** Reminders are offered once, when a miner is started for the first time on this device. */
export const offerAtom = atomWithStorage<'new' | 'open' | 'answered'>('remindersOffer', 'new', localJson(), {
  getOnInit: true,
});

export const offerReminders = (): void => {
  if (read(offerAtom) === 'new') write(offerAtom, 'open');
};

/** The user may change the permission in the browser's settings at any time. Returns a function that stops watching. */
export function watchPermission(): () => void {
  const look = () => write(permissionAtom, permissionNow());
  let status: PermissionStatus | undefined;
  let stopped = false;
  look();
  document.addEventListener('visibilitychange', look);
  // Not every browser supports this permission name; the permission is also checked when the page is shown again.
  void navigator.permissions?.query({ name: 'notifications' }).then(
    (found) => {
      if (stopped) return;
      status = found;
      status.addEventListener('change', look);
    },
    () => undefined,
  );
  return () => {
    stopped = true;
    document.removeEventListener('visibilitychange', look);
    status?.removeEventListener('change', look);
  };
}

/**
 * Asks for permission if needed; call it only from a tap. Once the user has decided, reminders are not offered again.
 */
export async function setNotify(wanted: boolean): Promise<void> {
  write(offerAtom, 'answered');
  if (!wanted || !canNotify()) return write(intentAtom, false);
  write(pushAtom, 'unknown');
  const permission = await Notification.requestPermission();
  write(permissionAtom, permission);
  write(intentAtom, permission === 'granted');
}

/** Work to do when a user signs out by a tap, before the session is lost. */
const signOutTasks = new Set<() => Promise<unknown>>();

export function onSignOut(run: () => Promise<unknown>): () => void {
  signOutTasks.add(run);
  return () => signOutTasks.delete(run);
}

/** Never rejects; each callback limits its own time. */
export const tellSignOut = (): Promise<unknown> => Promise.allSettled([...signOutTasks].map((run) => run()));
