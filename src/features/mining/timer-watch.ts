// The mining timer at work: connects the rules of timer.ts to stored state, popup and clock. What was shown is
// remembered separately, because closing the popup clears the stored timer.
import { cached, queryClient } from '#api/queries.ts';
import { pathOf } from '#lib/navigate.ts';
import { notifyAtom, quietAtom } from '#lib/notify.ts';
import { closePopup, isCovered, openPopup, popupAtom } from '#lib/popups.ts';
import { claimReminder, type Standing, standingOf } from '#lib/reminded.ts';
import { local } from '#lib/storage.ts';
import { read, store, write } from '#lib/store.ts';
import { serverNow } from '#lib/time.ts';
import { IDLE_TIMER, timerAtom } from '#lib/timer.ts';
import { within } from '#lib/within.ts';
import {
  isDue,
  type KnownCycle,
  silenced,
  type Surroundings,
  triggered,
  wayToTell,
  withCycle,
  withShown,
} from './timer.ts';

const SHOWN_KEY = 'hintShown';
const shownEnds = (): number[] => (local.getItem(SHOWN_KEY) ?? '').split(',').map(Number).filter(Boolean);

/** Takes what the server says about the miner; a hint whose cycle is claimed or gone closes. */
export function learn(cycle: KnownCycle | null): void {
  const before = read(timerAtom);
  const after = withCycle(before, cycle, shownEnds());
  if (after === before) return;
  // Closing clears the stored timer, so the facts about the next cycle are written after it.
  if (before.showPopup && !after.showPopup) closePopup('hint');
  write(timerAtom, after);
}

/** The worker itself knows whether it has reminded; it is only woken again in case it could not. */
const WAKE_AGAIN_MS = 15 * 60_000;
/** When to ask the server again after each answer: the page's clock may be slightly ahead of the server's. */
const ASK_AGAIN_MS: Record<Standing, number> = {
  claimable: WAKE_AGAIN_MS,
  over: WAKE_AGAIN_MS,
  running: 5000,
  unknown: 60_000,
};
const TIMEOUT_MS = 10_000;
let asked = { endsAt: 0, until: 0 };

/**
 * Lets the worker remind, once the server says that the cycle is still unclaimed: another device may have claimed it.
 * The page asks, because its session may outlive the worker's token.
 */
async function askWorker(endsAt: number, now: number): Promise<void> {
  if (asked.endsAt === endsAt && now < asked.until) return;
  asked = { endsAt, until: now + WAKE_AGAIN_MS };
  // As the page's own query: what an action or an event brings meanwhile takes precedence.
  const asking = queryClient.query({ ...cached('GET /api/mining/index'), staleTime: 0 });
  const miner = await within(TIMEOUT_MS, asking).catch(() => undefined);
  const standing = standingOf(miner, endsAt);
  asked = { endsAt, until: now + ASK_AGAIN_MS[standing] };
  if (standing !== 'claimable') return;
  const ready = await navigator.serviceWorker?.ready;
  ready?.active?.postMessage({ type: 'REMIND', sure: endsAt });
}

/** Shows the hint unless a notification has already announced this cycle. */
async function showHint(endsAt: number): Promise<void> {
  const first = await claimReminder(endsAt);
  const timer = read(timerAtom);
  if (timer.nextMiningTime !== endsAt) return;
  local.setItem(SHOWN_KEY, withShown(shownEnds(), endsAt).join(','));
  write(timerAtom, first ? triggered(timer) : silenced(timer));
  openAgain();
}

/** Home, at either address, and the miner's page show the claim. */
const CLAIM_PAGES = ['/', '/pages/index/index', '/pages/mining/index'];
const isClaimShown = (): boolean => CLAIM_PAGES.includes(pathOf(globalThis.location?.hash ?? '#none'));

/**
 * A due hint is opened unless a sheet is open or the page shows the claim: then after that sheet, on the next page, or
 * after a reload.
 */
function openAgain(): void {
  const { showPopup, earning } = read(timerAtom);
  if (showPopup && !isCovered() && !isClaimShown()) openPopup('hint', { earning });
}

const surroundings = (): Surroundings => ({
  visible: !globalThis.document?.hidden,
  notify: read(notifyAtom),
  quiet: read(quietAtom),
  // Not on every check: it takes longer than everything else.
  get timeZone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone;
  },
});

let showing: Promise<void> | undefined;

/** One check. A sheet is not interrupted: the hint is shown when it has closed. */
export async function check(now: number = serverNow(), around: Surroundings = surroundings()): Promise<void> {
  const timer = read(timerAtom);
  if (!isDue(timer, now) || timer.nextMiningTime === null) return openAgain();
  const way = wayToTell(around, now);
  if (way === 'worker') void askWorker(timer.nextMiningTime, now);
  if (way !== 'hint' || isCovered()) return;
  showing ??= showHint(timer.nextMiningTime).finally(() => (showing = undefined));
  await showing;
}

/** Closing the popup, by whatever means, clears the stored timer. Returns a function that stops watching. */
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
