/** The race's ranking and its animation, computed from a draw's hash. */
import { RACE_LANES } from '#rules/figures.ts';
import { isHash, seedHash } from './hash.ts';

/** Numbered from 1. */
const LANES = RACE_LANES;

/**
 * The order in which the lanes finish, champion first. From the hex text after "0x", keep 1 to 6 and rank each by its
 * first appearance; while two or more are missing, continue with keccak256(hash); if only one is missing, it comes last
 * (architecture, "Draw rule"; the specification's "first digit after 0x", extended to all six). The six digits play
 * symmetric roles, so each of the 720 orders has probability 1/720 and each lane wins 1 in 6. One hash in 351 is not
 * enough on its own.
 * @throws RangeError when the text is not 32 bytes of lower-case hex
 */
export function raceRanking(hash: string): number[] {
  if (!isHash(hash)) throw new RangeError(`not 32 bytes of hex: ${hash}`);
  const ranking: number[] = [];
  // Bit N is set when lane N has finished.
  let seen = 0;
  for (let text = hash; ; text = seedHash(text)) {
    for (let at = 2; at < text.length && ranking.length < LANES - 1; at++) {
      const lane = text.charCodeAt(at) - 0x30;
      if (lane < 1 || lane > LANES || (seen >> lane) & 1) continue;
      seen |= 1 << lane;
      ranking.push(lane);
    }
    if (ranking.length === LANES - 1) break;
  }
  for (let lane = 1; lane <= LANES; lane++) if (!((seen >> lane) & 1)) ranking.push(lane);
  return ranking;
}

/** How long the animation of a race runs. */
export const RACE_DURATION_MS = 15_000;

/** Frames of a race: both ends and one every 250 ms between them. */
const MOMENTS = 61;

/** Speeds per lane; with six lanes they use 60 of the hash's 64 hex digits. */
const PACES = 10;

/** A lane's lowest and highest speed, before scaling to its finish. */
const SLOW = 1;
const QUICK = 2.4;

/** Minimum and maximum gap between two lanes at the end, as shares of the track. */
const CLOSE = 0.008;
const CLEAR = 0.026;

interface RaceLane {
  lane: number;
  /** Share of the track (0 to 1) at equal time steps, both ends included; never decreasing. */
  distances: number[];
}

/** A hex digit of the hash (0 to 15), mapped to a value between `low` and `high`. */
const between = (hash: string, at: number, low: number, high: number): number =>
  low + ((high - low) * Number.parseInt(hash.charAt(2 + at), 16)) / 15;

/** The speed at a frame, interpolated linearly between the lane's ten speeds. */
function paceAt(paces: readonly number[], moment: number): number {
  const place = (moment / (MOMENTS - 1)) * (PACES - 1);
  const before = paces[Math.floor(place)] ?? SLOW;
  const after = paces[Math.ceil(place)] ?? before;
  return before + (after - before) * (place % 1);
}

/** The distance a lane has covered at each frame, ending at `end`; five decimals. */
function distancesOf(paces: readonly number[], end: number): number[] {
  const covered = [0];
  for (let moment = 1; moment < MOMENTS; moment++)
    covered.push((covered[moment - 1] ?? 0) + paceAt(paces, moment - 1) + paceAt(paces, moment));
  const whole = covered.at(-1) ?? 1;
  return covered.map((part) => Math.round((part / whole) * end * 1e5) / 1e5);
}

/**
 * The race as an animation, made from the draw's own digits: lane N takes ten of the hash's hex digits as its speeds,
 * and the last digits set the gaps at the finish. It decides nothing; it is built to end in the given ranking. Only the
 * champion reaches 1, in the last frame, where all lanes are strictly in ranking order.
 * @param hash the draw's hash, 32 bytes of lower-case hex
 * @param ranking what `raceRanking` returned for it, champion first
 * @returns lanes in the order of their numbers; `durationMs` in milliseconds
 * @throws RangeError when the text is not 32 bytes of lower-case hex
 */
export function raceDistances(
  hash: string,
  ranking: readonly number[],
): { durationMs: number; lanes: RaceLane[] } {
  if (!isHash(hash)) throw new RangeError(`not 32 bytes of hex: ${hash}`);
  let end = 1;
  const lanes = ranking.map((lane, place) => {
    if (place > 0) end -= between(hash, 64 - place, CLOSE, CLEAR);
    const paces = Array.from({ length: PACES }, (_, at) =>
      between(hash, (lane - 1) * PACES + at, SLOW, QUICK),
    );
    return { lane, distances: distancesOf(paces, end) };
  });
  return { durationMs: RACE_DURATION_MS, lanes: lanes.toSorted((one, other) => one.lane - other.lane) };
}
