// Which awaited races to poll, and what to say about them.
import { DAY_MS } from '#rules/days.ts';
import { raceTimes } from '#rules/race.ts';
import type { RaceRecord } from './race.rules.ts';

/** A race drawn longer ago than this is polled only occasionally: the chain is down. */
const SOON_MS = 60_000;
/** After this, no notice is shown; the records have the result. */
const FORGOTTEN_MS = 2 * DAY_MS;

const since = (round: number, now: number): number => now - raceTimes(round).drawsAt.getTime();

/** Rounds whose draw time has come. */
export const dueAt = (rounds: readonly number[], now: number): number[] =>
  rounds.filter((round) => since(round, now) >= 0);

export const isForgotten = (round: number, now: number): boolean => since(round, now) > FORGOTTEN_MS;

/** Milliseconds between two requests for these rounds. */
export const restBetween = (due: readonly number[], now: number): number =>
  due.some((round) => since(round, now) < SOON_MS) ? 2000 : 30_000;

/** `back`: it paid no more than what was staked. */
export type Verdict = 'won' | 'back' | 'lost' | 'void';

/** Null while the outcome is unknown. */
export function verdictOf({
  state,
  payout,
  profit,
}: Pick<RaceRecord, 'state' | 'payout' | 'profit'>): Verdict | null {
  if (state === 'void') return 'void';
  if (state !== 'settled') return null;
  if (payout === '0') return 'lost';
  return profit === '0' || profit.startsWith('-') ? 'back' : 'won';
}
