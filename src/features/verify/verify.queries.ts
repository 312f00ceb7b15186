// The two parts of a proof as server state: the operator's claim (our API), and what a node says (never our API). The
// claim about a drawn round does not change, so a cached answer is just as good offline.
import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { isRefusal } from '#api/errors.ts';
import { askedOrLast, cached } from '#api/queries.ts';
import { checkDraw } from '#draws/proof.ts';
import type { Claim } from '#draws/claim.ts';
import { drawTimeOf, lotteryId, raceId, roundOf } from '#draws/rounds.ts';
import { serverNow } from '#lib/time.ts';
import { readNode } from './node.ts';
import { lotteryStanding, newestDrawn, raceStanding, unsettledRace, type Standing } from './verify.rules.ts';

/** The operator's chain and node. They change only with the operator's settings. */
export const chainQuery = () => ({ ...cached('GET /api/assets/list'), staleTime: 60_000 });

/** The user is waiting for a draw. */
const ASK_SOON_MS = 3000;

async function raceOf(round: number, chainId: number, signal: AbortSignal): Promise<Standing> {
  try {
    return raceStanding(
      await askedOrLast('GET /api/game/ranking', { round: String(round) }, signal),
      chainId,
    );
  } catch (error) {
    if (!isRefusal(error, 'not_found')) throw error;
    return unsettledRace(error.data);
  }
}

async function lotteryOf(round: string, chainId: number, signal: AbortSignal): Promise<Standing> {
  const { items } = await askedOrLast('GET /api/mining/bet/list', { round }, signal);
  const [item] = items;
  if (item) return lotteryStanding(item, chainId);
  const { previous } = await call('GET /api/mining/bet/index', {}, { signal, backOff: true });
  return { state: previous?.round === round ? 'drawing' : 'none' };
}

async function standingOf(id: string, signal: AbortSignal): Promise<Standing> {
  // The server's first answer also carries its time.
  const { chainId } = await askedOrLast('GET /api/assets/list', {}, signal);
  if (drawTimeOf(id).getTime() > serverNow()) return { state: 'early' };
  const round = roundOf(id);
  return round.game === 'race'
    ? raceOf(round.round, chainId, signal)
    : lotteryOf(round.round, chainId, signal);
}

/** The state of a round, and the claim about it. */
export const standingQuery = (id: string) =>
  queryOptions({
    queryKey: ['verify', 'standing', id],
    queryFn: ({ signal }) => standingOf(id, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'drawing' ? ASK_SOON_MS : false),
  });

/** What the node at `url` says, with every step checked. A failed node is retried manually. */
export const proofQuery = (claim: Claim, url: string) =>
  queryOptions({
    queryKey: ['verify', 'proof', url, claim],
    staleTime: Infinity,
    retry: false,
    queryFn: async ({ signal }) => {
      const { answers, chain } = await readNode(url, claim, signal);
      return { answers, checks: checkDraw(claim, chain) };
    },
  });

async function newestRace(signal: AbortSignal): Promise<string | null> {
  const { previous } = await askedOrLast('GET /api/game/opening', {}, signal);
  if (!previous || previous.state === 'settled') return previous && raceId(previous.round);
  try {
    return raceId((await askedOrLast('GET /api/game/ranking', {}, signal)).round);
  } catch (error) {
    if (isRefusal(error, 'not_found')) return null;
    throw error;
  }
}

/** Days without a guess end without a draw: at most this many pages, of this many days each, are searched. */
const MOST_PAGES = 5;
const DAYS = '20';

async function newestLottery(signal: AbortSignal): Promise<string | null> {
  let place: { cursor?: string } = {};
  for (let page = 0; page < MOST_PAGES; page++) {
    const { items, nextCursor } = await askedOrLast(
      'GET /api/mining/bet/list',
      { limit: DAYS, ...place },
      signal,
    );
    const round = newestDrawn(items);
    if (round !== null || nextCursor === null) return round && lotteryId(round);
    place = { cursor: nextCursor };
  }
  return null;
}

/** The rounds with the latest results, as suggestions; null if there is no result. */
export const newestQuery = () =>
  queryOptions({
    queryKey: ['verify', 'newest'],
    queryFn: async ({ signal }) => {
      const [race, lottery] = await Promise.all([newestRace(signal), newestLottery(signal)]);
      return { race, lottery };
    },
  });
