// What is checked: a claim from the operator's answers, and the state of a round without one.
import type { Output } from '#contract';
import { readClaim, type Claim } from '#draws/claim.ts';
import { NOTHING, trimmed, type Answer } from '#draws/evidence.ts';
import { type Check, checkDraw } from '#draws/proof.ts';
import { lotteryId, raceId } from '#draws/rounds.ts';

export type Ranking = Output<'GET /api/game/ranking'>;
export type LotteryResult = Output<'GET /api/mining/bet/list'>['items'][number];

/**
 * The state of a round. `early`: before its time; `idle`: nobody took part, so nothing was drawn; `none`: a lottery
 * round that is not among the finished ones.
 */
export type Standing =
  | { state: 'settled'; claim: Claim; coins: readonly string[] }
  | { state: 'early' | 'drawing' | 'void' | 'idle' | 'none' };

/** The operator's claim about a race. Lane N's coin is `coins[N - 1]`. */
export const raceStanding = (answer: Ranking, chainId: number): Standing => ({
  state: 'settled',
  claim: readClaim({ ...answer, round: raceId(answer.round), result: answer.ranking, chainId }),
  coins: answer.lanes.toSorted((one, other) => one.lane - other.lane).map(({ coin }) => coin),
});

/** The operator's claim about a finished lottery round. A round without a guess finishes without a draw. */
export function lotteryStanding(answer: LotteryResult, chainId: number): Standing {
  if (answer.state === 'void') return { state: 'void' };
  if (answer.drawn === null && answer.hash === null) return { state: 'idle' };
  const claim = readClaim({ ...answer, round: lotteryId(answer.round), result: answer.drawn, chainId });
  return { state: 'settled', claim, coins: [] };
}

/** The latest lottery round with a draw; null if none of these (newest first) was drawn. */
export const newestDrawn = (
  rounds: readonly Pick<LotteryResult, 'round' | 'state' | 'hash'>[],
): string | null => rounds.find(({ state, hash }) => state === 'settled' && hash !== null)?.round ?? null;

/** A race without a result, judging by the refusal; null means that nobody had bet on it. */
export function unsettledRace(answer: unknown): Standing {
  if (answer === null || typeof answer !== 'object' || !('state' in answer)) return { state: 'idle' };
  return { state: answer.state === 'void' ? 'void' : 'drawing' };
}

/**
 * Indexes, within a race's hash, of the digits that made its ranking: the first appearance of each lane that appears.
 */
export function markedLanes(hash: string): number[] {
  const seen = new Set<string>();
  return [...hash].flatMap((sign, at) => {
    if (at < 2 || sign < '1' || sign > '6' || seen.has(sign)) return [];
    seen.add(sign);
    return [at];
  });
}

/** What can be checked without a node; for everything else there is no answer that could give a reason. */
export const checkUnread = (claim: Claim): Check[] =>
  checkDraw(claim, NOTHING).map(({ id, state, claimed, found }) => ({ id, state, claimed, found }));

/** Everything that the offline page needs, as text. */
export const proofText = (claim: Claim, answers: readonly Answer[]): string =>
  JSON.stringify({ claim, answers: answers.map(trimmed) }, null, 1);

/** The hosts that the worker's policy (server/http/security.ts) lets it ask without encryption: this device. */
const OWN_DEVICE = /^(localhost|127\.0\.0\.1)$/;

/**
 * Hosts of a private network: its IPv4 and IPv6 ranges as `URL` writes them, including addresses that contain an IPv4
 * address, and names that only such a network resolves.
 */
const PRIVATE_V4 =
  /^(0|10|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
const PRIVATE_V6 = /^\[(::\]|::ffff:|64:ff9b:|f[cd]|fe[89a-f])/;
const PRIVATE_NAME = /^[^.:]+$|\.(local|lan|internal|intranet|home|corp|home\.arpa)$/;

/**
 * Why a text cannot be the address of a node; undefined if it can. `form`: not https, and not http on this device;
 * `private`: on a private network, which a page has no business contacting. A public name that resolves to a private
 * address passes: only the browser can see that.
 */
export function nodeAddressFault(text: string): 'form' | 'private' | undefined {
  if (!URL.canParse(text)) return 'form';
  const { protocol, hostname, username, password } = new URL(text);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return 'form';
  const host = hostname.replace(/\.$/, '');
  if (OWN_DEVICE.test(host)) return undefined;
  if ([PRIVATE_V4, PRIVATE_V6, PRIVATE_NAME].some((range) => range.test(host))) return 'private';
  return protocol === 'https:' ? undefined : 'form';
}
