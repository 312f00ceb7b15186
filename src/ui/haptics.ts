// Haptics: one short pulse when something took hold, two when something is done, three when something needs
// attention. They only accompany visible feedback. There are none for users who prefer reduced motion, or on devices
// that cannot vibrate.
import { toastAtom } from '#lib/toast.ts';
import { read, store } from '#lib/store.ts';
import { isStill } from './still.ts';

/** Milliseconds on, off, on … */
const PULSES = { held: [12], done: [12, 60, 24], warn: [24, 60, 24, 60, 24] } as const;

export function feel(what: keyof typeof PULSES): void {
  // Before the first tap on a page, browsers refuse to vibrate and log a warning.
  if (!('vibrate' in navigator) || !('userActivation' in navigator)) return;
  if (!navigator.userActivation.hasBeenActive || isStill()) return;
  navigator.vibrate(PULSES[what]);
}

/** Success and failure are announced by toasts; from now on they can be felt too. */
export const feelToasts = (): (() => void) =>
  store.sub(toastAtom, () => {
    const kind = read(toastAtom)?.kind;
    if (kind === 'success') feel('done');
    if (kind === 'error') feel('warn');
  });
