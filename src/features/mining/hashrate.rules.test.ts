// Buying and selling back hashrate, exact to the last unit: nothing is promised beyond the product's rules.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import {
  type Hashrate,
  bonusLevels,
  buyPlan,
  buyProblem,
  countsFrom,
  daysToBreakEven,
  mostBuyable,
  sellPlan,
  sellProblem,
  sharesOf,
} from './hashrate.rules.ts';

const rules = { outputPerHashrate: '0.01', tokenValue: '0.01' };
const hashrateWith = (change: Partial<Hashrate> = {}): Hashrate => ({
  power: '1620',
  gifted: '1200',
  purchased: '300',
  bonus: { direct: '100', indirect: '15', third: '5' },
  price: '0.01',
  resalePrice: '0.008',
  ...change,
});

describe('300 hashrate for 3 USDT', () => {
  test('raise the daily output from 16.2 to 19.2 ADIT, worth 3 cents more', () => {
    expect(buyPlan('300', hashrateWith(), '10', rules)).toEqual({
      cost: '3',
      balanceAfter: '7',
      before: { output: '16.2', value: '0.162' },
      after: { output: '19.2', value: '0.192' },
      change: { output: '3', value: '0.03' },
    });
  });

  test('cost more than a balance that is too low', () => {
    expect(buyPlan('300', hashrateWith(), '2.5', rules)).toMatchObject({ cost: '3', balanceAfter: null });
  });

  test('have earned back their price after 100 complete cycles', () => {
    expect(daysToBreakEven('0.01', rules)).toBe(100n);
    expect(daysToBreakEven('0.010000000000000001', rules)).toBe(101n);
    expect(daysToBreakEven('0.01', { ...rules, tokenValue: '0' })).toBeNull();
  });
});

test('hashrate is bought in whole steps that the balance covers', () => {
  const problem = (typed: string) => buyProblem(typed, '3', '0.01', '100');
  expect(problem('')).toBe('empty');
  for (const wrong of ['0', '1.', '100.5', '1'.repeat(40)])
    expect([wrong, problem(wrong)]).toEqual([wrong, 'invalid']);
  expect(problem('150')).toBe('step');
  expect(problem('400')).toBe('balance');
  expect(problem('300')).toBeNull();
});

test('"All" is the maximum that can be bought, and one more step would be too expensive', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 12n });
  fc.assert(
    fc.property(cents, (amount) => {
      const balance = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
      const most = mostBuyable(balance, '0.01', '100');
      if (most !== '0') expect(buyProblem(most, balance, '0.01', '100')).toBeNull();
      expect(buyProblem(String(BigInt(most) + 100n), balance, '0.01', '100')).toBe('balance');
    }),
  );
});

describe('selling back', () => {
  test('pays 80 % and shows the loss and the lower output', () => {
    expect(sellPlan('300', hashrateWith(), rules)).toEqual({
      received: '2.4',
      worth: '3',
      loss: '0.6',
      before: { output: '16.2', value: '0.162' },
      after: { output: '13.2', value: '0.132' },
      change: { output: '3', value: '0.03' },
    });
  });

  test('accepts only whole purchased hashrate, never gifted hashrate', () => {
    expect(sellProblem('', hashrateWith())).toBe('empty');
    expect(sellProblem('0', hashrateWith())).toBe('invalid');
    expect(sellProblem('1.5', hashrateWith())).toBe('invalid');
    expect(sellProblem('301', hashrateWith())).toBe('purchased');
    expect(sellPlan('301', hashrateWith(), rules)?.change.output).toBe('0');
    expect(sellProblem('1', hashrateWith())).toBeNull();
  });

  test('never pays more than the hashrate costs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (hashrate) => {
        const plan = sellPlan(
          String(hashrate),
          hashrateWith({ purchased: '1000000', power: '1001200' }),
          rules,
        );
        if (!plan) expect.fail('a whole hashrate has a plan');
        expect(toUnits(plan.received) + toUnits(plan.loss)).toBe(toUnits(plan.worth));
        expect(toUnits(plan.received) * 10n).toBe(toUnits(plan.worth) * 8n);
      }),
    );
  });
});

test('a change of hashrate counts from the next cycle, or without a miner from its activation', () => {
  expect(countsFrom({ state: 'pending_start', kind: 'trial' })).toBe('start');
  expect(countsFrom({ state: 'pending_start', kind: 'permanent' })).toBe('start');
  expect(countsFrom({ state: 'running', kind: 'permanent' })).toBe('claim');
  expect(countsFrom({ state: 'pending_claim', kind: 'permanent' })).toBe('claim');
  expect(countsFrom({ state: 'running', kind: 'trial' })).toBe('activation');
  expect(countsFrom({ state: 'expired', kind: 'trial' })).toBe('activation');
  expect(countsFrom({ state: 'not_activated', kind: 'trial' })).toBe('activation');
});

test('shows only levels that are enabled', () => {
  const levels = bonusLevels({ referralBonus: ['0.1', '0.05', '0'] }, hashrateWith().bonus);
  expect(levels).toEqual([
    { level: 1, share: 0.1, hashrate: '100' },
    { level: 2, share: 0.05, hashrate: '15' },
  ]);
});

test('the parts of the hashrate add up to the whole', () => {
  expect(sharesOf(hashrateWith({ power: '2000', gifted: '1200', purchased: '300' }))).toEqual({
    gifted: 0.6,
    purchased: 0.15,
    team: 0.25,
  });
  expect(sharesOf(hashrateWith({ power: '0', gifted: '0', purchased: '0' }))).toEqual({
    gifted: 0,
    purchased: 0,
    team: 0,
  });
});
