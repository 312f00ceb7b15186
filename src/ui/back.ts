// "Back closes": an open sheet owns one entry of the history, so that the back gesture leaves the sheet and not the page.
import { useEffect, useEffectEvent } from 'react';

interface SheetState {
  popup?: string;
}

const present = (): string | undefined => (history.state as SheetState | null)?.popup;
let count = 0;

/** True while the newest history entry belongs to a sheet; a navigation then replaces it instead of stacking on it. */
export const sheetOwnsEntry = (): boolean => present() !== undefined;

/**
 * Calls `onBack` when the person goes back while `open`. When it closes otherwise, the entry is taken away again, unless a
 * navigation has replaced it: that is why it waits a moment before it looks.
 */
export function useBackCloses(open: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!open) return;
    const id = `${++count}.${performance.now()}`;
    const entered = setTimeout(
      () => history.pushState({ ...(history.state as object | null), popup: id }, ''),
      0,
    );
    const onPop = () => {
      if (present() !== id) close();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      clearTimeout(entered);
      window.removeEventListener('popstate', onPop);
      setTimeout(() => {
        if (present() === id) history.back();
      }, 0);
    };
  }, [open]);
}
