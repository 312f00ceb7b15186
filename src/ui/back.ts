// "Back closes": an open sheet owns one entry of the history, so that the back gesture leaves the sheet and not the page.
import { useEffect, useEffectEvent } from 'react';

interface SheetState {
  popup?: string;
}

const present = (): string | undefined => (history.state as SheetState | null)?.popup;
let count = 0;

/** True while the newest history entry belongs to a sheet; a navigation then replaces it instead of stacking on it. */
export const sheetOwnsEntry = (): boolean => present() !== undefined;

/** Longer than a slow device takes to go back by one entry of the same document. */
const LEAVE_MS = 2000;

/** Settles when no entry is being taken away. Going back is asynchronous: an entry pushed meanwhile would be the one that goes. */
let leaving: Promise<void> = Promise.resolve();

function leave(): void {
  leaving = new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, LEAVE_MS);
    history.back();
  });
}

/**
 * Calls `onBack` when the person goes back while `open`. When it closes otherwise, the entry is taken away again, unless a
 * navigation has replaced it: that is why it waits a moment before it looks.
 */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!open) return;
    const id = `${++count}.${performance.now()}`;
    let ended = false;
    const onPop = () => {
      if (present() !== id) close();
    };
    const enter = async () => {
      await leaving;
      if (ended) return;
      history.pushState({ ...(history.state as object | null), popup: id }, '');
      window.addEventListener('popstate', onPop);
    };
    const entering = setTimeout(() => void enter(), 0);
    return () => {
      ended = true;
      clearTimeout(entering);
      window.removeEventListener('popstate', onPop);
      setTimeout(() => {
        if (present() === id) leave();
      }, 0);
    };
  }, [open]);
}
