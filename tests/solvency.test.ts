// Nobody earns more from the funds than the rules intend: years of the product's economy with honest, greedy and
// colluding accounts, and a search for a strategy that wins.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { TOKEN_VALUE } from '#rules/figures.ts';
import { type Account, Economy, RULES } from '#tests/support/economy.ts';
import { numbers } from '#tests/support/random.ts';

const DAYS = 365;
type Strategy = (economy: Economy, own: Account, day: number) => void;

const sellAll: Strategy = (economy, own) => economy.sellAdit(own, own.adit);

/** Each begins with 100 USDT. */
const STRATEGIES: Record<string, Strategy> = {
  honest: (economy, own, day) => {
    if (day === 0) economy.activate(own);
    economy.sellAdit(own, own.unsold);
  },
  'keeps its ADIT': (economy, own, day) => {
    if (day === 0) economy.activate(own);
    economy.stake(own, own.adit, 0);
  },
  'grows its miner': (economy, own, day) => {
    if (day === 0) economy.activate(own);
    economy.sellAdit(own, own.unsold);
    if (day % 30 === 1) economy.buyHashrate(own, 10n);
  },
  'never pays': sellAll,
  'sells hashrate back after mining with it': (economy, own, day) => {
    if (day === 0) economy.activate(own);
    if (day === 1) economy.buyHashrate(own, 50n);
    if (day === 84) economy.sellHashrate(own);
    economy.sellAdit(own, own.unsold);
  },
  'wash trades': (economy, own, day) => {
    if (day === 0) {
      economy.buyAdit(own, own.usdt);
      economy.stake(own, own.adit / 2n, 0);
    }
    sellAll(economy, own, day);
  },
  'stakes just before shares are paid': (economy, own) => {
    economy.unstake(own);
    economy.buyAdit(own, own.usdt / 2n);
    economy.stake(own, own.adit, 23);
  },
};
const NAMES = Object.keys(STRATEGIES);

/** The most that produced ADIT brings, at the fixed value. */
const worthOf = (adit: bigint): bigint => (adit * toUnits(TOKEN_VALUE)) / 10n ** 18n;

interface Year {
  economy: Economy;
  /** Accounts by strategy. */
  groups: Map<string, Account[]>;
  faults: string[];
}

function live(size: number, days: number, seed: number): Year {
  const random = numbers(seed);
  const economy = new Economy(RULES);
  const groups = new Map<string, Account[]>(NAMES.map((name) => [name, []]));
  const people = Array.from({ length: size }, (_, n) => {
    // Half of all people are honest.
    const name = n % 2 === 0 ? 'honest' : (NAMES[1 + (((n - 1) / 2) % (NAMES.length - 1))] ?? 'honest');
    const account = economy.join('100');
    groups.get(name)?.push(account);
    return { account, strategy: STRATEGIES[name] ?? sellAll };
  });
  const faults: string[] = [];
  for (let day = 0; day < days && faults.length === 0; day += 1) {
    // The first to come gets the budget; it is somebody else every day.
    const first = random(size);
    for (let n = 0; n < size; n += 1) {
      const one = people[(n + first) % size];
      one?.strategy(economy, one.account, day);
    }
    economy.endDay(day);
    faults.push(...economy.faults().map((fault) => `day ${day}: ${fault}`));
  }
  return { economy, groups, faults };
}

const total = (accounts: readonly Account[], of: (one: Account) => bigint): bigint =>
  accounts.reduce((sum, one) => sum + of(one), 0n);

test('a year of 10,000 accounts leaves every fund able to pay what it promised, and no strategy earns more than it produced', () => {
  const { economy, groups, faults } = live(10_000, DAYS, 1);
  expect(faults).toEqual([]);
  expect(economy.usdt()).toBe(toUnits(String(1000 + 100_000 + 10_000 * 100)));
  for (const [name, accounts] of groups) {
    const begun = BigInt(accounts.length) * toUnits('100');
    const gain = total(accounts, ({ usdt }) => usdt) - begun;
    const produced = total(accounts, (one) => one.produced);
    expect([name, gain <= worthOf(produced)]).toEqual([name, true]);
  }
  // The fund still spends on the last day, and never sold more ADIT than was produced.
  expect(economy.buyback).toBeGreaterThan(0n);
  expect(economy.repurchased).toBeLessThanOrEqual(total(economy.accounts, ({ produced }) => produced));
}, 120_000);

test('what is sold through a second account comes from the reserve, which can run out but never falls below zero', () => {
  const economy = new Economy();
  const pairs = Array.from({ length: 20 }, () => [economy.join('10010'), economy.join('0')] as const);
  for (let day = 0; day < 100; day += 1) {
    for (const [miner, seller] of pairs) {
      if (day === 0) economy.activate(miner);
      if (day === 1) economy.buyHashrate(miner, 10_000n);
      economy.send(miner, seller, miner.adit);
      economy.sellAdit(seller, seller.adit);
    }
    economy.endDay(day);
    expect(economy.faults()).toEqual([]);
  }
  expect(economy.reserve.usdt).toBeLessThan(toUnits('100'));
  const produced = total(economy.accounts, (one) => one.produced);
  const got = total(
    pairs.map(([, seller]) => seller),
    ({ usdt }) => usdt,
  );
  expect(got).toBeLessThanOrEqual(worthOf(produced));
});

test('a wash trader gains no more than who only stakes, and would if the fund bought what was not produced', () => {
  const stakes: Strategy = (economy, own, day) => {
    if (day === 0) {
      economy.buyAdit(own, own.usdt);
      economy.stake(own, own.adit / 2n, 0);
    }
    economy.sellAdit(own, own.unsold);
  };
  const gainOf = (rules: typeof RULES, strategy: Strategy | undefined) => {
    const economy = new Economy(rules);
    const honest = Array.from({ length: 20 }, () => economy.join('100'));
    const trader = economy.join('800');
    for (let day = 0; day < 10; day += 1) {
      for (const one of honest) STRATEGIES['honest']?.(economy, one, day);
      strategy?.(economy, trader, day);
      economy.endDay(day);
    }
    economy.unstake(trader);
    economy.sellAdit(trader, trader.adit);
    return Number(fromUnits(trader.usdt)) - 800;
  };
  const old: typeof RULES = {
    budgetOf: ({ balance }) => ({ whole: balance, left: balance, share: balance, leftOfShare: balance }),
    unsoldOf: ({ adit }) => adit,
    weightOf: (staked) => staked,
  };
  const wash = STRATEGIES['wash trades'];
  expect(gainOf(RULES, wash) - gainOf(RULES, stakes)).toBeLessThan(1);
  expect(gainOf(old, wash) - gainOf(old, stakes)).toBeGreaterThan(100);
});

describe('a search', () => {
  const move = fc.record({
    kind: fc.constantFrom(
      'activate',
      'buyHashrate',
      'sellHashrate',
      'buyAdit',
      'sellAdit',
      'send',
      'stake',
      'unstake',
    ),
    part: fc.integer({ min: 1, max: 4 }),
    hour: fc.integer({ min: 0, max: 23 }),
    who: fc.nat(2),
    every: fc.constantFrom(1, 2, 7),
  });

  test('finds no strategy of colluding accounts that takes out more than they produced', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 1, maxLength: 8 }), (moves) => {
        const economy = new Economy();
        const honest = Array.from({ length: 10 }, () => economy.join('100'));
        const gang = Array.from({ length: 3 }, () => economy.join('500'));
        for (let day = 0; day < 40; day += 1) {
          for (const { kind, part, hour, who, every } of moves) {
            const own = gang[who];
            if (!own || day % every !== 0) continue;
            const of = (amount: bigint) => (amount * BigInt(part)) / 4n;
            if (kind === 'activate') economy.activate(own);
            else if (kind === 'buyHashrate') economy.buyHashrate(own, BigInt(part) * 25n);
            else if (kind === 'sellHashrate') economy.sellHashrate(own);
            else if (kind === 'buyAdit') economy.buyAdit(own, of(own.usdt));
            else if (kind === 'sellAdit') economy.sellAdit(own, of(own.adit));
            else if (kind === 'send') economy.send(own, gang[(who + 1) % 3] ?? own, of(own.adit));
            else if (kind === 'stake') economy.stake(own, of(own.adit), hour);
            else economy.unstake(own);
          }
          for (const one of honest) STRATEGIES['honest']?.(economy, one, day);
          economy.endDay(day);
          expect(economy.faults()).toEqual([]);
        }
        for (const one of gang) {
          one.hours = 24;
          economy.unstake(one);
          economy.sellHashrate(one);
          economy.sellAdit(one, one.adit);
        }
        const gain = total(gang, ({ usdt }) => usdt) - toUnits('1500');
        expect(gain).toBeLessThanOrEqual(worthOf(total(gang, ({ produced }) => produced)));
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});
