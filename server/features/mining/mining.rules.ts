/** The miner's rules as pure functions: what state a miner is in, what it produces, what activating it needs. */
import { fromUnits, times, toUnits } from '#contract/amounts.ts';
import { type TeamLevels, ratesOf } from '#contract/commission.ts';
import type { Output } from '#contract';

const UNIT = toUnits('1');

export const RULES = {
  cycleSeconds: 86_400,
  trialHours: 24,
  trialHashrate: toUnits('1200'),
  /** ADIT that one hashrate produces in a cycle. */
  outputPerHashrate: toUnits('0.01'),
  /** USDT. */
  permanentPrice: toUnits('10'),
  /** USDT that one ADIT is worth. */
  tokenValue: toUnits('0.01'),
  /** USDT for one hashrate, sold in steps, bought back at a share of its price. */
  hashratePrice: toUnits('0.01'),
  hashrateStep: toUnits('100'),
  resaleRate: toUnits('0.8'),
} as const;

/** What the database knows of a miner; amounts and hashrate in smallest units. */
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

/** The team's part of the hashrate by level, of the first `levels` levels alone; each is rounded down on its own. */
export function bonusOf(team: MinerFacts['team'], levels: TeamLevels): readonly [bigint, bigint, bigint] {
  const [first, second, third] = ratesOf('mining', levels);
  return [times(team[0], first), times(team[1], second), times(team[2], third)];
}

/** ADIT that a hashrate produces in one cycle, rounded down. */
export const outputOf = (hashrate: bigint): bigint => times(hashrate, RULES.outputPerHashrate);

/** A cycle that has run its 24 h waits to be claimed, however late. */
export function stateOf(
  facts: Pick<MinerFacts, 'state' | 'endsAt' | 'now'>,
): Output<'GET /api/mining/index'>['state'] {
  if (facts.state !== 'running') return facts.state;
  return facts.endsAt && facts.now >= facts.endsAt ? 'pending_claim' : 'running';
}

/** Whether the account may activate a permanent miner now: only one that has none and none that still runs or waits. */
export const mayActivate = (facts: Pick<MinerFacts, 'kind' | 'state'>): boolean =>
  facts.kind === 'trial' && (facts.state === 'expired' || facts.state === 'not_activated');

/** Share of the cycle that has passed, 0 to 1. */
export function progressOf(facts: Pick<MinerFacts, 'startedAt' | 'endsAt' | 'now'>): number {
  if (!facts.startedAt || !facts.endsAt) return 0;
  const share =
    (facts.now.getTime() - facts.startedAt.getTime()) / (facts.endsAt.getTime() - facts.startedAt.getTime());
  return Math.min(1, Math.max(0, share));
}

/** The miner as the contract shows it. In a cycle the figures are the cycle's own, fixed when it started. */
export function minerView(facts: MinerFacts, levels: TeamLevels): Output<'GET /api/mining/index'> {
  const state = stateOf(facts);
  const inCycle = facts.state === 'running';
  const bonus = inCycle ? facts.cycleBonus : bonusOf(facts.team, levels).reduce((a, b) => a + b, 0n);
  const hashrate = inCycle ? facts.cycleHashrate : facts.gifted + facts.purchased + bonus;
  const perCycle = inCycle ? facts.cycleOutput : outputOf(hashrate);
  const hours = BigInt(RULES.cycleSeconds / 3600);
  return {
    state,
    kind: facts.kind,
    hashrate: fromUnits(hashrate),
    hashrateBonus: fromUnits(bonus),
    outputPerHour: fromUnits(perCycle / hours),
    validHours: RULES.trialHours,
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

/** The rules as the contract shows them; the bonus of levels that are switched off is 0. */
export const configView = (levels: TeamLevels): Output<'GET /api/mining/config'> => ({
  cycleSeconds: RULES.cycleSeconds,
  trialHashrate: fromUnits(RULES.trialHashrate),
  trialHours: RULES.trialHours,
  permanentPrice: fromUnits(RULES.permanentPrice),
  outputPerHashrate: fromUnits(RULES.outputPerHashrate),
  tokenValue: fromUnits(RULES.tokenValue),
  hashratePrice: fromUnits(RULES.hashratePrice),
  resaleRate: fromUnits(RULES.resaleRate),
  hashrateStep: fromUnits(RULES.hashrateStep),
  referralBonus: bonusOf([UNIT, UNIT, UNIT], levels).map(fromUnits) as [string, string, string],
  rate: fromUnits(RULES.tokenValue),
  powerRate: fromUnits(RULES.hashratePrice),
});
