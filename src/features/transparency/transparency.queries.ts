// The books, the published roots, and the check of the user's own balance: a proof, what was published, and the
// account's history.
import { queryOptions } from '@tanstack/react-query';
import { call } from '#api/client.ts';
import { cached, cachedByDay, cachedPages, remember } from '#api/queries.ts';
import { type Movement, type OwnProof, checkOwn, edgeOf } from './transparency.rules.ts';

const BOOKS = 'GET /api/transparency';
/** The server rereads its books every few seconds. */
const ASK_AGAIN_MS = 30_000;

export const booksQuery = () => queryOptions({ ...cached(BOOKS), refetchInterval: ASK_AGAIN_MS });
export const rootsQuery = () => cachedPages('GET /api/transparency/roots', { limit: '10' });
export const fundQuery = () => cachedByDay('GET /api/mining/buyback/list', { limit: '1' });

/** Maximum number of pages of a hundred records read for one check. */
const MOST_PAGES = 5;

/** Records since a time, newest first; null if there are too many. */
async function movementsSince(moment: number, signal: AbortSignal): Promise<Movement[] | null> {
  const all: Movement[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, nextCursor }: { items: Movement[]; nextCursor: string | null } = await call(
      'GET /api/assets/records',
      { limit: '100', ...(cursor !== null && { cursor }) },
      { signal },
    );
    const wanted = items.filter(({ time }) => Date.parse(time) >= moment);
    all.push(...wanted);
    if (nextCursor === null || wanted.length < items.length) return all;
    cursor = nextCursor;
  }
  return null;
}

/**
 * What was published is requested separately from the proof, and not from the cache: a new tree may have been published
 * in between.
 */
async function published(proof: OwnProof, signal: AbortSignal) {
  const books = await call(BOOKS, {}, { signal });
  remember(BOOKS, books);
  return books.tree ?? { root: '', asOf: proof.asOf, leaves: 0, sums: {}, journal: null };
}

/** The user's own balance, checked on this device. The user starts it. */
export const checkQuery = (address: string) =>
  queryOptions({
    queryKey: ['transparency', 'check', address],
    staleTime: Infinity,
    retry: false,
    enabled: false,
    queryFn: async ({ signal }) => {
      const ask = () => call('GET /api/transparency/proof', {}, { signal });
      let proof = await ask();
      const tree = await published(proof, signal);
      if (tree.root !== proof.root) proof = await ask();
      const { items } = await call('GET /api/assets/list', {}, { signal });
      const now = Object.fromEntries(items.map(({ coin, balance }) => [coin, balance]));
      return checkOwn(proof, tree, address, now, await movementsSince(edgeOf(tree.asOf), signal));
    },
  });
