/** GET /api/mining/power, POST /api/mining/power/buy and /api/mining/power/buyback: hashrate by source, bought and sold back. */
import { fromUnits } from '#rules/amounts.ts';
import type { TeamLevels } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import { type Item, batched, decidedTogether } from '#server/http/batches.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { factsOf, findFacts } from './mining.repository.ts';
import type { MinerFacts } from './mining.views.ts';
import { powerView } from './power.views.ts';
import { type PowerDeps, buying, selling, tradeTogether } from './power.usecases.ts';

interface Deps extends PowerDeps {
  readonly db: Db;
  /** How many team levels currently bring bonus hashrate. */
  readonly levels: () => TeamLevels;
}

/** A call that buys hashrate or sells it back. */
export interface Trade extends Item {
  readonly text: string;
}

/** Carries out such calls together. */
export const tradesTogether = ({ db, levels, ...deps }: Deps, side: typeof buying) =>
  decidedTogether<Trade>(db, async (tx, fresh, now, wait) => {
    const orders = fresh.map(({ user, text, call }) => ({ user, text, trace: call.trace }));
    const outcomes = await tradeTogether(tx, deps, side, orders, now, wait);
    const done = fresh.filter((_, n) => typeof outcomes[n] === 'bigint').map(({ user }) => user);
    const facts = new Map(
      (await factsOf(tx, done, now)).map((one, n) => [done[n], one as MinerFacts] as const),
    );
    return outcomes.map((one, n) => {
      const own = facts.get(fresh[n]?.user);
      if (!own || typeof one !== 'bigint') return one instanceof Refusal ? one : null;
      const view = powerView(own, levels());
      return JSON.stringify(side === selling ? { ...view, received: fromUnits(one) } : view);
    });
  });

export function powerRoutes(deps: Deps) {
  const buy = batched(tradesTogether(deps, buying));
  const sell = batched(tradesTogether(deps, selling));
  return {
    'GET /api/mining/power': async (c) => {
      const facts = (await findFacts(c.db, c.user.id, c.now)) ?? refuse('miner_not_activated');
      return powerView(facts, deps.levels());
    },
    'POST /api/mining/power/buy': {
      oneTrip: ({ call, input }) => buy({ call, text: input.hashrate }),
    },
    'POST /api/mining/power/buyback': {
      oneTrip: ({ call, input }) => sell({ call, text: input.hashrate }),
    },
  } satisfies Partial<Handlers>;
}
