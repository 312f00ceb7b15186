// "Back closes": an open sheet owns one entry of the history, so that the back gesture leaves the sheet and not the page.
import { useEffect, useEffectEvent } from 'react';

interface EntryState {
  /** The sheet that the entry belongs to. */
  popup?: string;
  /** The router's count of our entries below this one. */
  __TSR_index?: number;
}

const stateNow = (): EntryState | null => history.state as EntryState | null;
const present = (): string | undefined => stateNow()?.popup;
/** Sheets that are open and have their entry. */
const open = new Set<string>();
let count = 0;

/** True while the newest history entry belongs to a sheet; a navigation then replaces it instead of stacking on it. */
export const sheetOwnsEntry = (): boolean => present() !== undefined;

/** Longer than a slow device takes to go back in the same document. */
const LEAVE_MS = 2000;

/** Settles when no entry is being left. Going back is asynchronous: an entry pushed meanwhile would be the one that goes. */
let leaving: Promise<void> = Promise.resolve();

export const settled = (): Promise<void> => leaving;

/** Goes back by so many entries of this document. */
export function leave(entries: number): Promise<void> {
  leaving = new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, LEAVE_MS);
    history.go(-entries);
  });
  return leaving;
}

/** The sheet whose entry is being left. Left twice, it would take the page along. */
let left: string | undefined;

async function leaveEntryOf(sheet: string): Promise<void> {
  if (left === sheet) return;
  left = sheet;
  await leave(1);
  left = undefined;
}

/** The entry of a sheet that is closed is never rested on: it would take a second press of back. */
export function skipClosedSheets(): void {
  const look = () => {
    const sheet = present();
    if (sheet !== undefined && !open.has(sheet)) void leaveEntryOf(sheet);
  };
  window.addEventListener('popstate', look);
  look();
}

/**
 * Calls `onBack` when the person goes back while `wanted`. When it closes otherwise, the entry is taken away again, unless a
 * navigation has replaced it: that is why it waits a moment before it looks.
 */
export function useBackCloses(wanted: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!wanted) return;
    const id = `${++count}.${performance.now()}`;
    let ended = false;
    const onPop = () => {
      if (present() !== id) close();
    };
    const enter = async () => {
      await leaving;
      if (ended) return;
      const below = stateNow();
      open.add(id);
      history.pushState({ ...below, popup: id, __TSR_index: (below?.__TSR_index ?? 0) + 1 }, '');
      window.addEventListener('popstate', onPop);
    };
    const entering = setTimeout(() => void enter(), 0);
    return () => {
      ended = true;
      open.delete(id);
      clearTimeout(entering);
      window.removeEventListener('popstate', onPop);
      setTimeout(() => {
        if (present() === id) void leaveEntryOf(id);
      }, 0);
    };
  }, [wanted]);
}
