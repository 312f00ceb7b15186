// "Back closes": an open sheet owns one history entry, so that the back gesture leaves the sheet and not the page.
import { useEffect, useEffectEvent } from 'react';

interface EntryState {
  /** The sheet that owns the entry. */
  popup?: string;
  /** The router's count of our entries below this one. */
  __TSR_index?: number;
}

const stateNow = (): EntryState | null => history.state as EntryState | null;
const present = (): string | undefined => stateNow()?.popup;
/** Open sheets that have a history entry, in history order. */
const open = new Set<string>();
let count = 0;

/** True while the newest history entry belongs to a sheet; a navigation to another page then replaces it. */
export const sheetOwnsEntry = (): boolean => present() !== undefined;

/** Longer than a slow device takes to go back within the same document. */
const LEAVE_MS = 2000;

let leaving: Promise<void> = Promise.resolve();

/**
 * Resolves when no entry is being left. Going back is asynchronous: an entry pushed meanwhile would be the one removed.
 * A sheet that closes at a later step leaves several entries, one after another.
 */
export async function settled(): Promise<void> {
  let last;
  do {
    last = leaving;
    await last;
  } while (last !== leaving);
}

/** Goes back by the given number of entries within this document. */
export function leave(entries: number): Promise<void> {
  leaving = new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, LEAVE_MS);
    history.go(-entries);
  });
  return leaving;
}

/** The sheet whose entry is being left. Leaving it twice would leave the page as well. */
let left: string | undefined;

async function leaveEntryOf(sheet: string): Promise<void> {
  if (left === sheet) return;
  left = sheet;
  await leave(1);
  // By now the entry below it may be being left as well.
  if (left === sheet) left = undefined;
}

/** Leaves the entries of sheets, so that the page's own is the newest. The same entry is never left twice. */
export async function leaveSheets(): Promise<void> {
  for (let sheet = present(), last; sheet !== undefined && sheet !== last; sheet = present()) {
    await leaveEntryOf(sheet);
    await settled();
    last = sheet;
  }
}

/** Skips the entry of a closed sheet; otherwise the user would have to press back twice. */
export function skipClosedSheets(): void {
  const look = () => {
    const sheet = present();
    if (sheet !== undefined && !open.has(sheet)) void leaveEntryOf(sheet);
  };
  window.addEventListener('popstate', look);
  look();
}

/**
 * Calls `onBack` when the user goes back while `wanted`. If the sheet closes otherwise, its entry is removed, unless
 * a navigation has replaced it; that is why it waits a moment before checking.
 */
export function useBackCloses(wanted: boolean, onBack: () => void): void {
  const close = useEffectEvent(onBack);
  useEffect(() => {
    if (!wanted) return;
    const id = `${++count}.${performance.now()}`;
    let ended = false;
    const onPop = () => {
      const sheets = [...open];
      const now = present();
      // Forward to a closed step of this sheet: the entry is skipped, and the user stays at this sheet.
      if (now !== undefined && !open.has(now)) return;
      // This sheet stays open while the current entry is its own or that of a sheet above it.
      if (!sheets.slice(sheets.indexOf(id)).includes(now ?? '')) close();
    };
    const enter = async () => {
      await settled();
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
