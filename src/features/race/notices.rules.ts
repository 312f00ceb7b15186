// Which awaited races are worth asking for, and what is said of them.
import { DAY_MS } from '#rules/days.ts';
import { raceTimes } from '#rules/race.ts';
import type { RaceRecord } from './race.rules.ts';

/** A race that was drawn longer ago is only looked for now and then: the chain is away. */
const SOON_MS = 60_000;
/** Later nobody is told any more; the records tell. */
const FORGOTTEN_MS = 2 * DAY_MS;

const since = (round: number, now: number): number => now - raceTimes(round).drawsAt.getTime();

/** Rounds whose moment has come. */
export const dueAt = (rounds: readonly number[], now: number): number[] =>
  rounds.filter((round) => since(round, now) >= 0);

export const isForgotten = (round: number, now: number): boolean => since(round, now) > FORGOTTEN_MS;

/** Milliseconds to leave between two looks for these rounds. */
export const restBetween = (due: readonly number[], now: number): number =>
  due.some((round) => since(round, now) < SOON_MS) ? 2000 : 30_000;

export type Verdict = 'won' | 'lost' | 'void';

/** Null while nothing can be said. */
export function verdictOf({ state, payout }: Pick<RaceRecord, 'state' | 'payout'>): Verdict | null {
  if (state === 'void') return 'void';
  if (state !== 'settled') return null;
  return payout === '0' ? 'lost' : 'won';
}
