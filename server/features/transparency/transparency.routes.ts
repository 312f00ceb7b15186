/** The transparency calls. */
import { nextDay } from '#rules/days.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import { type CoinTotals, isBalanced } from '#server/ledger/totals.ts';
import { trees } from './proofs.repository.ts';
import { assetView, treeView } from './transparency.rules.ts';
import { proofOf } from './transparency.usecases.ts';

const pages = pagesOf('root', oneId);

interface TransparencyDeps {
  /** Symbols in the product's order. */
  coins: readonly string[];
  /** The ledger's totals by coin; read once in a while. */
  ledger: () => Promise<{ at: Date; totals: ReadonlyMap<string, CoinTotals> }>;
  /** What the chain holds by coin, in smallest units; read once in a while. Null while the node is away. */
  custody: () => Promise<{ at: Date; held: ReadonlyMap<string, bigint> } | null>;
}

export function transparencyRoutes(deps: TransparencyDeps) {
  return {
    'GET /api/transparency': async (c) => {
      const [{ at, totals }, custody, [tree]] = await Promise.all([
        deps.ledger(),
        deps.custody(),
        trees(c.db, 1),
      ]);
      const shown = tree ? treeView(tree) : null;
      return {
        asOf: at.toISOString(),
        custodyAt: custody && custody.at.toISOString(),
        assets: deps.coins.map((coin) => assetView(coin, totals.get(coin), custody?.held.get(coin) ?? null)),
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
    'GET /api/transparency/proof': (c) => proofOf(c.db, c.user.address),
  } satisfies Partial<Handlers>;
}
