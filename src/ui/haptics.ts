// What can be felt: a short pulse when something took hold, two when something is done, three when something needs a look. Nothing is
// known by it alone. Who wants nothing to move feels nothing; devices that cannot are left alone.
import { toastAtom } from '#lib/toast.ts';
import { read, store } from '#lib/store.ts';
import { isStill } from './still.ts';

/** Milliseconds on, off, on … */
const PULSES = { held: [12], done: [12, 60, 24], warn: [24, 60, 24, 60, 24] } as const;

export function feel(what: keyof typeof PULSES): void {
  // Before the first tap on a page browsers refuse, and say so in the console.
  if (!('vibrate' in navigator) || !('userActivation' in navigator)) return;
  if (!navigator.userActivation.hasBeenActive || isStill()) return;
  navigator.vibrate(PULSES[what]);
}

/** Whatever ends well or badly is said by a toast; from now on it is felt as well. */
export const feelToasts = (): (() => void) =>
  store.sub(toastAtom, () => {
    const kind = read(toastAtom)?.kind;
    if (kind === 'success') feel('done');
    if (kind === 'error') feel('warn');
  });
