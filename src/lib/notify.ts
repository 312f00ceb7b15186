// Whether and when this device may remind: the person's wish and quiet hours (kept here), the browser's permission, and whether
// the server reaches it. features/push keeps the subscription in step.
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

/** Whether the server reaches this device; told by features/push. */
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

/** The last chosen times stay when they are switched off. */
export const quietHoursAtom = atomWithStorage<QuietHours & { on: boolean }>(
  'quietHours',
  { on: false, from: '22:00', to: '07:00' },
  localJson(),
  { getOnInit: true },
);

/** The quiet hours that hold; null while they are off. */
export const quietAtom = atom((get): QuietHours | null => {
  const { on, from, to } = get(quietHoursAtom);
  return on ? { from, to } : null;
});

/** Reminders are offered once, when a miner has been started for the first time on this device. */
export const offerAtom = atomWithStorage<'new' | 'open' | 'answered'>('remindersOffer', 'new', localJson(), {
  getOnInit: true,
});

export const offerReminders = (): void => {
  if (read(offerAtom) === 'new') write(offerAtom, 'open');
};

/** The browser's settings may change the permission behind the page's back. Gives a function that stops watching. */
export function watchPermission(): () => void {
  const look = () => write(permissionAtom, permissionNow());
  let status: PermissionStatus | undefined;
  let stopped = false;
  look();
  document.addEventListener('visibilitychange', look);
  // Not every browser knows this name; coming back to the page is looked at anyway.
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

/** Asks for the permission where needed; only ever called from a tap. A person who has decided is not offered it again. */
export async function setNotify(wanted: boolean): Promise<void> {
  write(offerAtom, 'answered');
  if (!wanted || !canNotify()) return write(intentAtom, false);
  write(pushAtom, 'unknown');
  const permission = await Notification.requestPermission();
  write(permissionAtom, permission);
  write(intentAtom, permission === 'granted');
}

/** What has to be done while the session still stands, for who signs out by a tap. */
const farewells = new Set<() => Promise<unknown>>();

export function onSignOut(run: () => Promise<unknown>): () => void {
  farewells.add(run);
  return () => farewells.delete(run);
}

/** Never fails, and is bounded by those who registered. */
export const tellSignOut = (): Promise<unknown> => Promise.allSettled([...farewells].map((run) => run()));
