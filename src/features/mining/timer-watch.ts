// The mining timer at work: stored state, popup and clock around the rules of timer.ts. What was shown is remembered apart,
// because closing the popup clears the stored timer.
import { closePopup, openPopup, popupAtom } from '#lib/popups.ts';
import { local } from '#lib/storage.ts';
import { read, store, write } from '#lib/store.ts';
import { serverNow } from '#lib/time.ts';
import { IDLE_TIMER, timerAtom } from '#lib/timer.ts';
import { isDue, type KnownCycle, triggered, withCycle, withShown } from './timer.ts';

const SHOWN_KEY = 'hintShown';
const shownEnds = (): number[] => (local.getItem(SHOWN_KEY) ?? '').split(',').map(Number).filter(Boolean);

/** Takes what the server says about the miner; a hint whose cycle is claimed or gone closes. */
export function learn(cycle: KnownCycle | null): void {
  const before = read(timerAtom);
  const after = withCycle(before, cycle, shownEnds());
  if (after === before) return;
  // Closing clears the stored timer, so what is known of the next cycle is written after it.
  if (before.showPopup && !after.showPopup) closePopup('hint');
  write(timerAtom, after);
}

/** One check. Another popup is not interrupted: the hint comes when that one has closed. */
export function check(now: number = serverNow()): void {
  const timer = read(timerAtom);
  if (read(popupAtom) !== null) return;
  if (isDue(timer, now) && timer.nextMiningTime !== null) {
    local.setItem(SHOWN_KEY, withShown(shownEnds(), timer.nextMiningTime).join(','));
    write(timerAtom, triggered(timer));
    openPopup('hint', { earning: timer.earning });
  } else if (timer.showPopup) {
    // A reload found it open: it is the same hint, not a second one.
    openPopup('hint', { earning: timer.earning });
  }
}

/** Closing the popup, by whatever means, clears the stored timer. Gives a function that stops watching. */
export function watchClosing(): () => void {
  let open = read(popupAtom)?.name === 'hint';
  return store.sub(popupAtom, () => {
    const now = read(popupAtom)?.name === 'hint';
    if (open && !now) forget();
    open = now;
  });
}

/** Without an account there is nothing to wait for. */
export function forget(): void {
  write(timerAtom, IDLE_TIMER);
  closePopup('hint');
}
