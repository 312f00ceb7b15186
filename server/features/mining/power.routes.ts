/** GET /api/mining/power, POST /api/mining/power/buy and /api/mining/power/buyback: hashrate by source, bought and sold back. */
import { fromUnits } from '#rules/amounts.ts';
import type { TeamLevels } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { refuse } from '#server/lib/refusal.ts';
import { findFacts } from './mining.repository.ts';
import { type PowerView, powerView } from './power.views.ts';
import { type PowerDeps, buyHashrate, sellHashrate } from './power.usecases.ts';

interface Deps extends PowerDeps {
  /** How many levels of the team currently bring bonus hashrate. */
  levels: () => TeamLevels;
}

export function powerRoutes(deps: Deps) {
  async function view(db: Db, userId: bigint, now: Date): Promise<PowerView> {
    const facts = await findFacts(db, userId, now);
    return facts ? powerView(facts, deps.levels()) : refuse('miner_not_activated');
  }
  return {
    'GET /api/mining/power': (c) => view(c.db, c.user.id, c.now),
    'POST /api/mining/power/buy': async (c) => {
      await buyHashrate(c.db, deps, c.user.id, c.input.hashrate, c.now);
      return view(c.db, c.user.id, c.now);
    },
    'POST /api/mining/power/buyback': async (c) => {
      const received = await sellHashrate(c.db, deps, c.user.id, c.input.hashrate, c.now);
      return { ...(await view(c.db, c.user.id, c.now)), received: fromUnits(received) };
    },
  } satisfies Partial<Handlers>;
}
