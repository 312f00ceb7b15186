// The state of a race at a point in time, and its figures. Times are milliseconds on the server's clock.
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { raceTimes } from '#rules/race.ts';

export type Opening = Output<'GET /api/game/opening'>;
export type Config = Output<'GET /api/game/config'>;
export type Result = Output<'GET /api/game/ranking'>;
export type RaceRecord = Output<'GET /api/game/record'>['items'][number];
export type Run = Output<'GET /api/game/speed'>;
export type Previous = NonNullable<Opening['previous']>;
export type Bet = Opening['myBets'][number];

/** A lane with its coin. */
export type Lane = Config['lanes'][number];

/** `over`: its time is up, and the next one is not known yet. */
type Phase =
  | { kind: 'open'; until: number }
  | { kind: 'closed'; until: number }
  | { kind: 'over'; until: null };

/** Exactly at the end of betting it is closed. */
export function phaseAt(race: Pick<Opening, 'bettingEndsAt' | 'drawsAt'>, now: number): Phase {
  const closes = Date.parse(race.bettingEndsAt);
  const draws = Date.parse(race.drawsAt);
  if (now < closes) return { kind: 'open', until: closes };
  return now < draws ? { kind: 'closed', until: draws } : { kind: 'over', until: null };
}

/** The state of the very first race: `unbet` will not be drawn, `entered` has a bet of the account. */
export function firstRaceAt(
  race: Pick<Opening, 'bettingEndsAt' | 'drawsAt' | 'totalStake' | 'myBets'>,
  now: number,
): 'unbet' | 'coming' | 'entered' | 'drawing' {
  if (race.totalStake === '0' && race.myBets.length === 0) return 'unbet';
  if (phaseAt(race, now).kind === 'over') return 'drawing';
  return race.myBets.length > 0 ? 'entered' : 'coming';
}

/** While a block is awaited, an answer is a second or two away; otherwise the event stream announces changes. */
const ASK_SOON_MS = 1000;
const ASK_DRAWING_MS = 2000;
const ASK_THROTTLED_MS = 30_000;

/** Milliseconds until the opening should be refetched. */
export function nextAsk(race: Pick<Opening, 'drawsAt' | 'previous'> | undefined, now: number): number {
  if (!race) return ASK_THROTTLED_MS;
  const left = Date.parse(race.drawsAt) - now;
  if (left <= 0) return ASK_SOON_MS;
  const most = race.previous?.state === 'drawing' ? ASK_DRAWING_MS : ASK_THROTTLED_MS;
  // Just after the draw, so that the answer is about the next round.
  return Math.min(most, left + 50);
}

/** An older result is shown as it ended; a newer one is animated. */
const FRESH_MS = 60_000;

export const isFresh = (round: number, now: number): boolean =>
  now - raceTimes(round).drawsAt.getTime() < FRESH_MS;

/** The account's stake on a lane; undefined if there is none. */
export const betOn = (bets: readonly Bet[], lane: number): string | undefined =>
  bets.find((bet) => bet.lane === lane)?.amount;

/** `payout − stake`, signed. */
export const profitOf = ({ payout, stake }: { payout: string; stake: string }): string =>
  fromUnits(toUnits(payout) - toUnits(stake));

/** Share of the track between the first and the last one on the photo finish. */
const PHOTO = 0.7;

/**
 * The photo finish: the last stretch of a run, enlarged so that its gaps can be seen. The champion stays at the line and
 * nobody changes places.
 */
export function photoOf({ lanes }: Pick<Run, 'lanes'>): Map<number, number> {
  const ends = lanes.map(({ lane, distances }) => [lane, distances.at(-1) ?? 0] as const);
  const [first, last] = [Math.max(...ends.map(([, end]) => end)), Math.min(...ends.map(([, end]) => end))];
  const length = first - last || 1;
  return new Map(ends.map(([lane, end]) => [lane, 1 - (PHOTO * (first - end)) / length]));
}

/** The same from the ranking only: the champion at the finish line, the others evenly behind it. */
export const standing = (ranking: readonly number[]): Map<number, number> =>
  new Map(ranking.map((lane, place) => [lane, 1 - (PHOTO * place) / (ranking.length - 1)]));
