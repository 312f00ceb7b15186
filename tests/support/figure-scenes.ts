// What server and page derive from the rules, for tests/rules.test.ts. Modules are loaded on access, because figures
// may have changed.

import type { MinerFacts } from '#server/features/mining/mining.views.ts';

/** What is observed (its modules are loaded on access), its value, and its value after the change. */
export type Seen = readonly [look: () => Promise<unknown>, was: unknown, becomes: unknown];

export interface Case {
  change: unknown;
  server?: Seen;
  page?: Seen;
  /** Reached only through a database: the test that checks its value. */
  elsewhere?: string;
}

export const NOON = new Date('2026-11-21T04:00:00Z');
export const HOUR = 3_600_000;
export const later = (hours: number) => new Date(NOON.getTime() + hours * HOUR);
const amounts = () => import('#rules/amounts.ts');
export const units = async (text: string) => (await amounts()).toUnits(text);
export const text = async (value: bigint) => (await amounts()).fromUnits(value);

/** The miner of a new account, with a cycle that started at noon if there is one. */
export async function miner(now: Date, runs: boolean) {
  const views = await import('#server/features/mining/mining.views.ts');
  const { CYCLE_MS, outputOf } = await import('#rules/mining.ts');
  const gifted = await units('1200');
  const facts: MinerFacts = {
    now,
    kind: 'trial',
    state: runs ? 'running' : 'pending_start',
    gifted,
    purchased: 0n,
    team: [await units('100'), 0n, 0n],
    startedAt: runs ? NOON : null,
    endsAt: runs ? new Date(NOON.getTime() + CYCLE_MS) : null,
    cycleHashrate: gifted,
    cycleBonus: 0n,
    cycleOutput: outputOf(gifted),
    totalOutput: 0n,
    yesterdayOutput: 0n,
  };
  return { view: views.minerView(facts, 3), config: views.configView(3) };
}

export const miningConfig = async () => (await miner(NOON, false)).config;

export async function hashrate() {
  const { powerView } = await import('#server/features/mining/power.views.ts');
  return powerView({ gifted: 0n, purchased: await units('100'), team: [0n, 0n, 0n] }, 3);
}

export async function staking() {
  const { NO_TOTALS, indexView } = await import('#server/features/staking/staking.views.ts');
  const { loadConfig } = await import('#server/config/config.ts');
  return indexView(NO_TOTALS, { dailyRate: loadConfig({}).stakingDailyRate, open: true });
}

export async function order() {
  const { orderView } = await import('#server/features/staking/staking.views.ts');
  const amount = await units('100');
  return orderView({ id: 1n, amount, output: 1n, stakedAt: NOON, redeemedAt: null, periods: 0n });
}

/** The open lottery round of an account with one guess. */
export async function lottery() {
  const { indexView } = await import('#server/features/lottery/lottery.views.ts');
  return indexView({
    round: {
      ...{ round: '2026-11-21', closesAt: later(8), state: 'open', carried: 0n, issued: 0n, paid: 0n },
      ...{ guesses: 1, miners: 0, drawn: null, winners: 0, share: 0n, rolled: null },
    },
    ...{ mine: { numbers: [7], paid: 0n }, miners: 3, eligible: true, draw: undefined },
    ...{ rule: 'validator', previous: null, now: NOON },
  });
}

export async function race() {
  const { configView } = await import('#server/features/race/race.views.ts');
  const { ratesOf } = await import('#rules/team.ts');
  const { lanesOf } = await import('#rules/race.ts');
  const { COINS } = await import('#server/chain/coins.ts');
  return configView(lanesOf(COINS), ratesOf('race'), 'validator');
}

export async function quote() {
  const { feeRateOf, quoteExchange } = await import('#rules/exchange.ts');
  const { received = 0n, fee = 0n } =
    quoteExchange(await units('100'), await units('1'), await units('1'), feeRateOf(0n, 0n)) ?? {};
  return { received: await text(received), fee: await text(fee) };
}

/** What may still be exchanged: before anybody has, and after everybody has exchanged 49,997 USDT's worth. */
export async function exchangeLeft() {
  const rules = await import('#rules/exchange.ts');
  const left = async (total: string) => text(rules.exchangeLeft(0n, await units(total), NOON).left);
  return Promise.all(['0', '49997'].map(left));
}

export const bet = async (amount: string) => {
  const { EMPTY, problemOf } = await import('#features/race/bet.rules.ts');
  const bounds = { balance: undefined, leftToday: null, config: await race(), mine: [] };
  return problemOf({ ...EMPTY, lanes: [1], amount }, bounds)?.kind ?? null;
};
export const readBet = async (amount: string) => {
  const { readBets } = await import('#rules/race.ts');
  return readBets([{ lane: 1, amount }]) !== null;
};

export async function refusedUntil() {
  const { checkLimit } = await import('#server/features/assets/withdraw.rules.ts');
  try {
    checkLimit('USDT', 2n, 1n, 0n, later(8));
    return null;
  } catch (error) {
    return (error as { data: { resetsAt: string } }).data.resetsAt;
  }
}

export const LIMITS = { dailyBetLimit: '50', pendingLimit: null, pendingAt: null, spentToday: '5' };
export const queued = { createdAt: NOON.getTime() } as never;
