/** The miner's calls. */
import { fromUnits } from '#rules/amounts.ts';
import type { TeamLevels } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import { batched } from '#server/http/batches.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { refuse } from '#server/lib/refusal.ts';
import { type Act, act, findFacts, readFacts } from './mining.repository.ts';
import { configView, minerView } from './mining.views.ts';
import { activate } from './mining.usecases.ts';

/** The reply that `mining_acts` writes. */
interface Written {
  /** For `readFacts`. */
  readonly facts: string;
  /** In smallest units. */
  readonly claimed: string;
  readonly levels: TeamLevels;
}

/** `levels` is how many team levels currently bring bonus hashrate. */
export function miningRoutes(db: Db, levels: () => TeamLevels) {
  async function view(db: Db, userId: bigint, now: Date) {
    const facts = await findFacts(db, userId, now);
    return facts ? minerView(facts, levels()) : refuse('miner_not_activated');
  }
  const queue = batched<Act>((acts, wait) => act(db, acts, wait, levels()));
  /** Both daily calls return the miner's new state; a replay returns the state as it was then. */
  const written = (reply: string) => {
    const { facts, claimed, levels: then } = JSON.parse(reply) as Written;
    return { miner: minerView(readFacts(facts), then), claimed: fromUnits(BigInt(claimed)) };
  };
  function claimView(reply: string) {
    const { miner, claimed } = written(reply);
    return { ...miner, claimed };
  }
  return {
    'GET /api/mining/index': (c) => view(c.db, c.user.id, c.now),
    'GET /api/mining/config': async () => configView(levels()),
    'POST /api/mining/claim1': {
      oneTrip: ({ call }) => queue({ call, start: true }),
      view: (reply) => written(reply).miner,
    },
    'POST /api/mining/claim': { oneTrip: ({ call }) => queue({ call, start: false }), view: claimView },
    'POST /api/mining/buy': async (c) => {
      await activate(c.db, c.user.id, c.input.method, c.now);
      return view(c.db, c.user.id, c.now);
    },
  } satisfies Partial<Handlers>;
}
