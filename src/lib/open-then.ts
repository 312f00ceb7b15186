// A popup that leads back to where it was opened from.
import { openPopup, popupAtom, type PopupInputs, type PopupName } from './popups.ts';
import { read, store } from './store.ts';

/** `onClosed` runs once it is closed, but not if another one has replaced it. */
export function openThen<K extends PopupName>(name: K, input: PopupInputs[K], onClosed: () => void): void {
  openPopup(name, input);
  const stop = store.sub(popupAtom, () => {
    const next = read(popupAtom);
    if (next?.name === name) return;
    stop();
    if (!next) onClosed();
  });
}
