// Runs the mining timer on every page once a token exists: learns the cycle from the miner's answer, checks each second, and
// shows the hint popup once a cycle. What was shown is remembered apart, because closing the popup clears the stored timer.
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { fromUnits } from '#contract/amounts.ts';
import { closePopup, openPopup, popupAtom } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { local } from '#lib/storage.ts';
import { read, store, write } from '#lib/store.ts';
import { serverNow } from '#lib/time.ts';
import { IDLE_TIMER, timerAtom } from '#lib/timer.ts';
import { configQuery, minerQuery } from './mining.queries.ts';
import { cycleOf } from './mining.rules.ts';
import { CHECK_MS, isDue, type KnownCycle, triggered, withCycle, withShown } from './timer.ts';

const SHOWN_KEY = 'hintShown';
const shownEnds = (): number[] => (local.getItem(SHOWN_KEY) ?? '').split(',').map(Number).filter(Boolean);

/** Takes what the server says about the miner; a hint whose cycle is claimed or gone closes. */
function learn(cycle: KnownCycle | null): void {
  const before = read(timerAtom);
  const after = withCycle(before, cycle, shownEnds());
  if (after === before) return;
  write(timerAtom, after);
  if (before.showPopup && !after.showPopup) closePopup('hint');
}

/** One check. Another popup is not interrupted: the hint comes when that one has closed. */
function check(): void {
  const timer = read(timerAtom);
  if (read(popupAtom) !== null) return;
  if (isDue(timer, serverNow()) && timer.nextMiningTime !== null) {
    local.setItem(SHOWN_KEY, withShown(shownEnds(), timer.nextMiningTime).join(','));
    write(timerAtom, triggered(timer));
    openPopup('hint', { earning: timer.earning });
  } else if (timer.showPopup) {
    // A reload found it open: it is the same hint, not a second one.
    openPopup('hint', { earning: timer.earning });
  }
}

/** Closing the popup, by whatever means, clears the stored timer. */
function watchClosing(): () => void {
  let open = read(popupAtom)?.name === 'hint';
  return store.sub(popupAtom, () => {
    const now = read(popupAtom)?.name === 'hint';
    if (open && !now) write(timerAtom, IDLE_TIMER);
    open = now;
  });
}

function Running() {
  const { data: miner } = useQuery(minerQuery());
  const { data: config } = useQuery(configQuery());
  const cycle = miner && config ? cycleOf(miner, config) : null;
  const endsAt = cycle?.endsAt;
  const earning = cycle ? fromUnits(cycle.output) : undefined;
  const known = miner !== undefined && config !== undefined;
  useEffect(() => {
    if (known) learn(endsAt === undefined || earning === undefined ? null : { endsAt, earning });
  }, [known, endsAt, earning]);
  useEffect(() => {
    const forget = watchClosing();
    const timer = setInterval(check, CHECK_MS);
    return () => {
      clearInterval(timer);
      forget();
    };
  }, []);
  return null;
}

/** Without a token nothing runs, and what was stored for the account is gone. */
export function Background() {
  const signedIn = useAtomValue(signedInAtom);
  useEffect(() => {
    if (signedIn) return;
    write(timerAtom, IDLE_TIMER);
    closePopup('hint');
  }, [signedIn]);
  return signedIn ? <Running /> : null;
}
