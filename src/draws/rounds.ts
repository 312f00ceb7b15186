/** The rounds of both games: their names and their times. Times are Dates, intervals include their start and not their end. */

/** A race round every five minutes of the epoch, betting closed for its last 30 s. */
export const RACE_SECONDS = 300;
export const RACE_BETTING_SECONDS = 270;

const DAY_MS = 86_400_000;

/** 20:00 in Singapore is 12:00 UTC: its clocks stand at +08:00 the whole year (IANA zone data, unchanged since 1982). */
const CLOSE_MS = 12 * 3_600_000;

const RACE_ID = /^race:(0|[1-9]\d{0,9})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export type Round = { game: 'race'; round: number } | { game: 'lottery'; round: string };

/** Whether a text is a date of the calendar, as YYYY-MM-DD: the name of a lottery round. */
export function isLotteryRound(text: string): boolean {
  const start = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
}

/** The race round of a moment: epoch seconds / 300, rounded down. Its betting may be closed already. */
export const raceRoundAt = (at: Date): number => Math.floor(at.getTime() / (RACE_SECONDS * 1000));

/**
 * When a race round opens, stops taking bets (exactly then it takes none) and is drawn.
 * @param round epoch seconds / 300
 */
export function raceTimes(round: number): { opensAt: Date; bettingEndsAt: Date; drawsAt: Date } {
  const opens = round * RACE_SECONDS * 1000;
  return {
    opensAt: new Date(opens),
    bettingEndsAt: new Date(opens + RACE_BETTING_SECONDS * 1000),
    drawsAt: new Date(opens + RACE_SECONDS * 1000),
  };
}

/**
 * When a lottery round closes and is drawn: 20:00 in Singapore of its date. At that very moment a guess belongs to the next one.
 * @throws RangeError when the text is not a date as YYYY-MM-DD
 */
export function lotteryClose(round: string): Date {
  if (!isLotteryRound(round)) throw new RangeError(`not a lottery round: ${round}`);
  return new Date(Date.parse(`${round}T00:00:00Z`) + CLOSE_MS);
}

/** The lottery round that is open at a moment: the date in Singapore of the next 20:00 there. */
export const lotteryRoundAt = (at: Date): string =>
  new Date(at.getTime() - CLOSE_MS + DAY_MS).toISOString().slice(0, 10);

/**
 * The lottery round so many days later; a negative number goes back. A round opens when the one before it closes.
 * @throws RangeError when the text is not a date as YYYY-MM-DD
 */
export const lotteryStep = (round: string, days: number): string =>
  new Date(lotteryClose(round).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The id of a race round in draws and hashes: `race:5849201`. */
export const raceId = (round: number): string => `race:${round}`;

/** The id of a lottery round in draws and hashes: `lottery:2026-11-21`. */
export const lotteryId = (round: string): string => `lottery:${round}`;

/**
 * Reads a round's id.
 * @throws RangeError when it is neither `race:` with a number of at most ten digits nor `lottery:` with a date
 */
export function roundOf(id: string): Round {
  const race = RACE_ID.exec(id)?.[1];
  if (race !== undefined) return { game: 'race', round: Number(race) };
  const date = id.startsWith('lottery:') ? id.slice('lottery:'.length) : '';
  if (!isLotteryRound(date)) throw new RangeError(`not a round: ${id}`);
  return { game: 'lottery', round: date };
}

/** The id of the round that a person names: by its id, a race by its bare number, a lottery round by its date. Null for anything else. */
export function readRound(text: string): string | null {
  const plain = text.trim().toLowerCase().replace(/^#/, '');
  let id = plain.replace(/\s*:\s*/, ':');
  if (/^\d+$/.test(plain)) id = raceId(Number(plain));
  else if (isLotteryRound(plain)) id = lotteryId(plain);
  return RACE_ID.test(id) || (id.startsWith('lottery:') && isLotteryRound(id.slice(8))) ? id : null;
}

/**
 * The moment T from which the chain may decide a round (architecture, "Draw rule").
 * @throws RangeError when the id is not one
 */
export function drawTimeOf(id: string): Date {
  const round = roundOf(id);
  return round.game === 'race' ? raceTimes(round.round).drawsAt : lotteryClose(round.round);
}
