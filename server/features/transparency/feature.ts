/** Public totals of debts and holdings, and a daily tree over all balances in which each account checks its own. */
import type { Logger } from 'pino';
import { nextDay } from '#rules/days.ts';
import type { Chain } from '#server/chain/chain.ts';
import { readCustody } from '#server/chain/custody.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';
import type { Database } from '#server/db/client.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { isBalanced, ledgerTotals } from '#server/ledger/totals.ts';
import type { Feature } from '#server/lib/feature.ts';
import { freshly } from './fresh.ts';
import { trees } from './proofs.repository.ts';
import { headsProof } from './transparency.check.ts';
import { assetView, treeView } from './transparency.rules.ts';
import { TREE_JOB, proofOf, startTrees, wantTrees } from './transparency.usecases.ts';
import { treeKeeper } from './tree-keeper.ts';
import { anyUnfinished } from './trees.repository.ts';

interface TransparencyDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'rpc' | 'coins' | 'own'>;
  readonly log: Logger;
  readonly config: { readonly demo: boolean };
}

/** The totals read the rows of all system accounts, so they are not computed for every visitor. */
const LEDGER_MS = 2000;
const CUSTODY_MS = 30_000;
/** How often to check for trees whose process has died. */
const LOOK_MS = 10_000;

const pages = pagesOf('root', oneId);

export function transparencyFeature({ database, clock, chain, log, config }: TransparencyDeps) {
  const ledger = freshly(clock, LEDGER_MS, async () => ({
    at: clock.now(),
    totals: await ledgerTotals(database.kysely),
  }));
  /** What the chain holds by coin; null while the node does not answer. */
  const custody = freshly(clock, CUSTODY_MS, async () => {
    try {
      return { at: clock.now(), held: await readCustody(chain.rpc, chain.coins, chain.own) };
    } catch (error) {
      if (error instanceof NodeUnreachable) return null;
      throw error;
    }
  });
  const keeper = treeKeeper({ database, clock, log });
  const make = () => void keeper.run();

  return {
    handlers: {
      'GET /api/transparency': async (c) => {
        const [{ at, totals }, held, [tree]] = await Promise.all([ledger(), custody(), trees(c.db, 1)]);
        const shown = tree ? treeView(tree) : null;
        return {
          asOf: at.toISOString(),
          custodyAt: held && held.at.toISOString(),
          assets: chain.coins.map(({ symbol }) =>
            assetView(symbol, totals.get(symbol), held?.held.get(symbol) ?? null),
          ),
          ledgerBalanced: isBalanced(totals),
          root: shown && shown.root,
          tree: shown,
          nextTreeAt: nextDay(c.now).toISOString(),
        };
      },
      'GET /api/transparency/roots': async (c) => {
        const { after, limit } = pages.asked(c.input);
        const rows = await trees(c.db, limit + 1, after);
        const { shown, nextCursor } = pages.page(rows, limit, ({ id }) => id);
        return { items: shown.map(treeView), nextCursor };
      },
      'GET /api/transparency/proof': (c) => proofOf(c.db, c.user),
    },
    proofs: [headsProof],
    jobs: { [TREE_JOB]: wantTrees(make) },
    // Not awaited: other chores must run in the meantime.
    chores: [{ name: 'trees', everyMs: LOOK_MS, when: anyUnfinished, run: async () => make() }],
    /** Demo mode has its first tree immediately. Whatever the last process did not finish is continued. */
    async start() {
      await startTrees(database.kysely, config.demo ? clock.now() : nextDay(clock.now()));
      make();
    },
    stop: () => keeper.stop(),
  } satisfies Feature;
}
