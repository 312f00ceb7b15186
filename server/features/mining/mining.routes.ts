/** The miner's calls. */
import { fromUnits } from '#rules/amounts.ts';
import { codeName } from '#contract/codes.ts';
import type { TeamLevels } from '#rules/team.ts';
import type { Db } from '#server/db/client.ts';
import type { Handlers, OneTrip } from '#server/http/handlers.ts';
import { refuse } from '#server/lib/refusal.ts';
import { type Act, act, findFacts } from './mining.repository.ts';
import { configView, minerView } from './mining.views.ts';
import { activate } from './mining.usecases.ts';

/** `levels` is how many levels of the team bring bonus hashrate at the moment. */
export function miningRoutes(levels: () => TeamLevels) {
  async function view(db: Db, userId: bigint, now: Date) {
    const facts = await findFacts(db, userId, now);
    return facts ? minerView(facts, levels()) : refuse('miner_not_activated');
  }
  /** Both daily calls answer with the miner as it is after them; a replay shows it as it was then. */
  async function daily(call: 'start' | 'claim', db: Db, a: Omit<Act, 'levels'>) {
    const now = levels();
    const result = await act(db, call, { ...a, levels: now });
    const code = codeName(result.code) ?? 'internal';
    return {
      code,
      replay: result.replay,
      account: result.account,
      miner: result.facts && minerView(result.facts, now),
      claimed: fromUnits(result.claimed),
    };
  }
  const start: OneTrip<'POST /api/mining/claim1'>['oneTrip'] = async (c) => {
    const { code, replay, account, miner = null } = await daily('start', c.db, c);
    return { code, replay, account, data: miner };
  };
  const claim: OneTrip<'POST /api/mining/claim'>['oneTrip'] = async (c) => {
    const { code, replay, account, miner, claimed } = await daily('claim', c.db, c);
    return { code, replay, account, data: miner ? { ...miner, claimed } : null };
  };
  return {
    'GET /api/mining/index': (c) => view(c.db, c.user.id, c.now),
    'GET /api/mining/config': async () => configView(levels()),
    'POST /api/mining/claim1': { oneTrip: start },
    'POST /api/mining/claim': { oneTrip: claim },
    'POST /api/mining/buy': async (c) => {
      await activate(c.db, c.user.id, c.input.method, c.now);
      return view(c.db, c.user.id, c.now);
    },
  } satisfies Partial<Handlers>;
}
