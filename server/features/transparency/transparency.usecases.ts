/** The daily tree as a scheduled job, and an account's proof under the most recent one. */
import { randomBytes } from 'node:crypto';
import { dayOf, nextDay } from '#rules/days.ts';
import type { Output } from '#contract';
import { leafOf, pathOf } from '#proofs/tree.ts';
import type { Db } from '#server/db/client.ts';
import { enqueue } from '#server/jobs/queue.ts';
import type { Work } from '#server/jobs/runner.ts';
import { refuse } from '#server/lib/refusal.ts';
import { chunkAt, newestTree, nodesAt } from './proofs.repository.ts';
import { CHUNK, keyOf, neighboursOf, proofView, readLine } from './transparency.rules.ts';
import { wantTree } from './trees.repository.ts';

export const TREE_JOB = 'solvency.tree';
const KEY = 'main';

/** Starts the one job that requests trees, unless it is already queued; from then on each run enqueues the next. */
export const startTrees = (db: Db, dueAt: Date): Promise<void> =>
  enqueue(db, { kind: TREE_JOB, key: KEY, dueAt });

/**
 * Requests today's tree, however many days were missed: only the current balances can be copied. The tree itself is
 * built outside the job queue (tree-keeper.ts).
 */
export const wantTrees =
  (make: () => void): Work =>
  async (db, _job, now) => {
    await wantTree(db, dayOf(now), randomBytes(32));
    await enqueue(db, { kind: TREE_JOB, key: KEY, dueAt: nextDay(now) });
    return make;
  };

/**
 * The account's leaf and its path to the most recent root: one row of leaves, recomputed, and one row of nodes per
 * level.
 * @throws Refusal not_found if there is no tree yet or the account is newer than the tree
 */
export async function proofOf(
  db: Db,
  user: { readonly id: bigint; readonly address: string },
): Promise<Output<'GET /api/transparency/proof'>> {
  const address = user.address.toLowerCase();
  const tree = (await newestTree(db, user.id)) ?? refuse('not_found');
  const found = (await chunkAt(db, tree.id, keyOf(tree.secret, address))) ?? refuse('not_found');
  const leaves = found.body.split('\n').map((line) => ({ line, leaf: readLine(tree.secret, line) }));
  const at = leaves.findIndex(({ line }) => line.startsWith(`${address} `));
  const own = leaves[at]?.leaf ?? refuse('not_found');
  const low = pathOf(
    leaves.map(({ leaf }) => leafOf(leaf)),
    at,
  ).path;
  const places = neighboursOf(found.chunk, Math.ceil(tree.leaves / CHUNK));
  const nodes = await nodesAt(db, tree.id, places);
  const high = nodes.map((node, n) => ({
    ...node,
    side: (places[n]?.index ?? 0) % 2 === 0 ? ('left' as const) : ('right' as const),
  }));
  return { root: tree.root, asOf: tree.asOf.toISOString(), ...copyOf(proofView(own, [...low, ...high])) };
}

/** The contract's lists are mutable. */
const copyOf = ({ leaf, path }: ReturnType<typeof proofView>) => ({
  leaf: { ...leaf },
  path: path.map((beside) => ({ ...beside })),
});
