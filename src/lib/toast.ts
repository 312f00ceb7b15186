// Toasts. Any module may show one; src/ui/toaster.tsx renders it.
import { atom } from 'jotai';
import { write } from './store.ts';

type ToastKind = 'info' | 'success' | 'error';

interface ToastMessage {
  id: number;
  text: string;
  kind: ToastKind;
  /** From when it is drawn, which a busy phone may do late. */
  ms: number;
}

/** The specification's default. */
const TOAST_MS = 1500;
const LONGEST_MS = 6000;
/** After a moment to notice it, people read about 13 letters a second, or half as many Chinese or Japanese characters. */
const readingTime = (text: string): number =>
  Math.min(LONGEST_MS, TOAST_MS / 2 + 75 * text.replace(/[\u2e80-\uffff]/g, '--').length);

export const toastAtom = atom<ToastMessage | null>(null);
let last = 0;

/**
 * Shows a text, for at least `least` ms if nobody expects it. The newest replaces the previous one; repeated texts do
 * not pile up.
 */
export function toast(text: string, kind: ToastKind = 'info', least = TOAST_MS): void {
  if (text) write(toastAtom, { id: ++last, text, kind, ms: Math.max(least, readingTime(text)) });
}
