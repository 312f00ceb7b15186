/** Transparency with what it needs of ledger and chain, as server/compose.ts takes it up. */
import type { Logger } from 'pino';
import type { Chain } from './chain/chain.ts';
import { readCustody } from './chain/custody.ts';
import { NodeUnreachable } from './chain/rpc.ts';
import type { Database } from './db/client.ts';
import { freshly } from './features/transparency/fresh.ts';
import { transparencyRoutes } from './features/transparency/transparency.routes.ts';
import { nextDay } from '#rules/days.ts';
import { TREE_JOB, startTrees, wantTrees } from './features/transparency/transparency.usecases.ts';
import { treeKeeper } from './features/transparency/tree-keeper.ts';
import type { Clock } from './jobs/clock.ts';
import { ledgerTotals } from './ledger/totals.ts';

/** Every account is read for the totals, so that they are not read for every visitor. */
const LEDGER_MS = 2000;
const CUSTODY_MS = 30_000;
/** For trees whose process has ended. */
const LOOK_MS = 10_000;

interface TransparencyComposeDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly chain: Pick<Chain, 'rpc' | 'coins' | 'treasury' | 'payouts'>;
  readonly log: Logger;
}

export function composeTransparency({ database, clock, chain, log }: TransparencyComposeDeps) {
  const owners = [chain.treasury, chain.payouts?.address].flatMap((one) => (one ? [one] : []));
  const keeper = treeKeeper({ database, clock, log });
  const make = () => void keeper.run();
  return {
    handlers: transparencyRoutes({
      coins: chain.coins.map(({ symbol }) => symbol),
      ledger: freshly(clock, LEDGER_MS, async () => ({
        at: clock.now(),
        totals: await ledgerTotals(database.kysely),
      })),
      custody: freshly(clock, CUSTODY_MS, async () => {
        try {
          return { at: clock.now(), held: await readCustody(chain.rpc, chain.coins, owners) };
        } catch (error) {
          if (error instanceof NodeUnreachable) return null;
          throw error;
        }
      }),
    }),
    works: { [TREE_JOB]: wantTrees(make) },
    // Not waited for: other chores have their turn meanwhile.
    chores: [{ name: 'trees', everyMs: LOOK_MS, run: async () => make() }],
    /** Demo mode has its first tree at once. What the last process has not finished is gone on with. */
    async start(demo: boolean): Promise<void> {
      await startTrees(database.kysely, demo ? clock.now() : nextDay(clock.now()));
      make();
    },
    stop: () => keeper.stop(),
  };
}
