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
/** Longer texts are shown for longer: about 15 characters a second, at most 6 s. */
const readingTime = (text: string) => Math.min(6000, Math.max(TOAST_MS, 600 + [...text].length * 65));

export const toastAtom = atom<ToastMessage | null>(null);
let last = 0;

/** Shows a text. The newest replaces the previous one; repeated texts do not pile up. */
export function toast(text: string, kind: ToastKind = 'info', ms: number = readingTime(text)): void {
  if (!text) return;
  write(toastAtom, { id: ++last, text, kind, ms });
}
