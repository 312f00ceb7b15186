// The mining timer's rules (specification, section 4): when the hint popup shows, once per cycle.
import { quietEnd } from '#rules/quiet.ts';
import type { QuietHours } from '#lib/reminded.ts';
import { IDLE_TIMER, type TimerState } from '#lib/timer.ts';

/** How often the check runs once there is a token (specification, section 9). */
export const CHECK_MS = 1000;

/**
 * How many cycles whose hint was shown are remembered, by their end, apart from the stored timer, which forgets them
 * when closed.
 */
export const REMEMBERED_ENDS = 8;

/** What the server's answer says about the cycle that the timer waits for. */
export interface KnownCycle {
  /** Milliseconds on the server's clock. */
  endsAt: number;
  /** Decimal string of ADIT. */
  earning: string;
}

/**
 * The timer after an answer about the miner. A new cycle starts a new wait, the same one keeps its state, and one whose
 * hint was shown and closed stays quiet. Returns the same object when nothing changes.
 */
export function withCycle(
  timer: TimerState,
  cycle: KnownCycle | null,
  shownEnds: readonly number[],
): TimerState {
  if (cycle === null || (shownEnds.includes(cycle.endsAt) && timer.nextMiningTime !== cycle.endsAt)) {
    return timer.nextMiningTime === null ? timer : IDLE_TIMER;
  }
  if (timer.nextMiningTime !== cycle.endsAt) {
    return { ...IDLE_TIMER, nextMiningTime: cycle.endsAt, earning: cycle.earning };
  }
  return timer.earning === cycle.earning ? timer : { ...timer, earning: cycle.earning };
}

/** Whether the hint popup should show at `now` (milliseconds on the server's clock). */
export const isDue = (timer: TimerState, now: number): boolean =>
  timer.nextMiningTime !== null && now >= timer.nextMiningTime && !timer.isTriggered && !timer.isProcessing;

export interface Surroundings {
  /** The page is visible. */
  visible: boolean;
  /** Reminders are on. */
  notify: boolean;
  quiet: QuietHours | null;
  timeZone: string;
}

/**
 * How the end of a cycle is announced: by the hint if the page is visible, otherwise by a notification from the worker
 * outside quiet hours.
 */
export function wayToTell(
  { visible, notify, quiet, timeZone }: Surroundings,
  now: number,
): 'hint' | 'worker' | 'wait' {
  if (visible) return 'hint';
  if (!notify) return 'wait';
  return quiet && quietEnd(new Date(now), quiet, timeZone).getTime() > now ? 'wait' : 'worker';
}

export const triggered = (timer: TimerState): TimerState => ({
  ...timer,
  showPopup: true,
  isTriggered: true,
});

/** A first start is the time to offer reminders; users who have mined before know how it works. */
const MOMENT_MS = 10 * 60_000;

/** Whether the miner's first cycle has just been started at `now` (milliseconds on the server's clock). */
export const isFirstStart = (
  { state, startedAt, totalOutput }: { state: string; startedAt: string | null; totalOutput: string },
  now: number,
): boolean =>
  state === 'running' && startedAt !== null && totalOutput === '0' && now - Date.parse(startedAt) < MOMENT_MS;

/** A notification has announced the cycle: the hint stays away. */
export const silenced = (timer: TimerState): TimerState => ({
  ...timer,
  showPopup: false,
  isTriggered: true,
});

/** The ends of cycles whose hint was shown, newest last; only the last few are kept. */
export const withShown = (shownEnds: readonly number[], endsAt: number): number[] =>
  [...shownEnds.filter((end) => end !== endsAt), endsAt].slice(-REMEMBERED_ENDS);
