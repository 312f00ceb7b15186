/** The miner and its rules as the contract shows them, computed from stored facts. Pure. */
import type { Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import {
  CYCLE_HOURS,
  HASHRATE_PRICE,
  HASHRATE_STEP,
  OUTPUT_PER_HASHRATE,
  PERMANENT_PRICE,
  RESALE_SHARE,
  TOKEN_VALUE,
  WELCOME_HASHRATE,
} from '#rules/figures.ts';
import { bonusOf } from '#rules/hashrate.ts';
import { CYCLE_MS, outputOf, perHour, shareOf, stateAt } from '#rules/mining.ts';
import { type TeamLevels, ratesOf } from '#rules/team.ts';

/** What the database knows about a miner; amounts and hashrate in smallest units. */
export interface MinerFacts {
  now: Date;
  kind: 'trial' | 'permanent';
  state: 'not_activated' | 'pending_start' | 'running' | 'expired';
  gifted: bigint;
  purchased: bigint;
  /** Own hashrate of the valid members of levels 1 to 3. */
  team: readonly [bigint, bigint, bigint];
  startedAt: Date | null;
  endsAt: Date | null;
  cycleHashrate: bigint;
  cycleBonus: bigint;
  cycleOutput: bigint;
  totalOutput: bigint;
  yesterdayOutput: bigint;
}

/** Share of the cycle that has passed, 0 to 1; 0 without a cycle. */
const progressOf = ({ startedAt, endsAt, now }: MinerFacts): number =>
  startedAt && endsAt
    ? shareOf({ startedAt: startedAt.getTime(), endsAt: endsAt.getTime() }, now.getTime())
    : 0;

/** The miner as the contract shows it. During a cycle, the figures are the cycle's own, fixed when it started. */
export function minerView(facts: MinerFacts, levels: TeamLevels): Output<'GET /api/mining/index'> {
  const state = stateAt(facts.state, facts.endsAt && facts.endsAt.getTime(), facts.now.getTime());
  const inCycle = facts.state === 'running';
  const bonus = inCycle ? facts.cycleBonus : bonusOf(facts.team, levels).reduce((a, b) => a + b, 0n);
  const hashrate = inCycle ? facts.cycleHashrate : facts.gifted + facts.purchased + bonus;
  const perCycle = inCycle ? facts.cycleOutput : outputOf(hashrate);
  return {
    state,
    kind: facts.kind,
    hashrate: fromUnits(hashrate),
    hashrateBonus: fromUnits(bonus),
    outputPerHour: fromUnits(perHour(perCycle)),
    validHours: CYCLE_HOURS,
    progress: inCycle ? progressOf(facts) : 0,
    producing: state === 'running',
    startedAt: inCycle && facts.startedAt ? facts.startedAt.toISOString() : null,
    nextMiningTime: inCycle && facts.endsAt ? facts.endsAt.toISOString() : null,
    claimable: fromUnits(state === 'pending_claim' ? facts.cycleOutput : 0n),
    yesterdayOutput: fromUnits(facts.yesterdayOutput),
    totalOutput: fromUnits(facts.totalOutput),
    serverTime: facts.now.toISOString(),
  };
}

/** The rules as the contract shows them; the bonus of disabled levels is 0. */
export const configView = (levels: TeamLevels): Output<'GET /api/mining/config'> => ({
  cycleSeconds: CYCLE_MS / 1000,
  trialHashrate: WELCOME_HASHRATE,
  trialHours: CYCLE_HOURS,
  permanentPrice: PERMANENT_PRICE,
  outputPerHashrate: OUTPUT_PER_HASHRATE,
  tokenValue: TOKEN_VALUE,
  hashratePrice: HASHRATE_PRICE,
  resaleRate: RESALE_SHARE,
  hashrateStep: HASHRATE_STEP,
  referralBonus: ratesOf('mining', levels).map(fromUnits) as [string, string, string],
  rate: TOKEN_VALUE,
  powerRate: HASHRATE_PRICE,
});
