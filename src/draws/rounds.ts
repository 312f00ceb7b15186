/** The names of both games' rounds, in draws and hashes, and parsing of what users enter. */
import { isLotteryRound, lotteryClose } from '#rules/lottery.ts';
import { raceTimes } from '#rules/race.ts';

const RACE_ID = /^race:(0|[1-9]\d{0,9})$/;

export type Round = { game: 'race'; round: number } | { game: 'lottery'; round: string };

/** The id of a race round in draws and hashes: `race:5849201`. */
export const raceId = (round: number): string => `race:${round}`;

/** The id of a lottery round in draws and hashes: `lottery:2026-11-21`. */
export const lotteryId = (round: string): string => `lottery:${round}`;

/**
 * Parses a round's id.
 * @throws RangeError when it is neither `race:` with a number of at most ten digits nor `lottery:` with a date
 */
export function roundOf(id: string): Round {
  const race = RACE_ID.exec(id)?.[1];
  if (race !== undefined) return { game: 'race', round: Number(race) };
  const date = id.startsWith('lottery:') ? id.slice('lottery:'.length) : '';
  if (!isLotteryRound(date)) throw new RangeError(`not a round: ${id}`);
  return { game: 'lottery', round: date };
}

/**
 * The id of the round that a user names: by its id, or a race by its bare number, or a lottery round by its date. Null
 * for anything else. Full-width characters count, as Japanese and Chinese keyboards type them.
 */
export function readRound(text: string): string | null {
  const plain = text.normalize('NFKC').trim().toLowerCase().replace(/^#/, '');
  let id = plain.replace(/\s*:\s*/, ':');
  if (/^\d+$/.test(plain)) id = raceId(Number(plain));
  else if (isLotteryRound(plain)) id = lotteryId(plain);
  return RACE_ID.test(id) || (id.startsWith('lottery:') && isLotteryRound(id.slice(8))) ? id : null;
}

/**
 * The time T from which the chain may decide a round (architecture, "Draw rule").
 * @throws RangeError when the id is invalid
 */
export function drawTimeOf(id: string): Date {
  const round = roundOf(id);
  return round.game === 'race' ? raceTimes(round.round).drawsAt : lotteryClose(round.round);
}
