// Team rules: levels at their thresholds, how a search is read, page cursors, and the row of a receipt.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commissions, levelOf, levelsUpTo, ratesOf } from '#rules/team.ts';
import { toUnits } from '#rules/amounts.ts';
import { maskAddress } from '#rules/addresses.ts';
import { levelsView, receiptView, summaryView } from './team.views.ts';

const address = fc
  .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: 40, maxLength: 40 })
  .map((digits) => `0x${digits.join('')}`);

describe('a level', () => {
  test.each([
    [0, 0, 0],
    [1, 1, 0.1],
    [9, 1, 0.9],
    [10, 2, 0.2],
    [49, 2, 0.98],
    [50, 3, 1],
    [100_000, 3, 1],
  ])('of %i valid users is %i, progress %d', (users, level, progress) => {
    expect(levelOf(users)).toBe(level);
    const view = levelsView(users);
    expect(view).toMatchObject({ level, validUsers: users, progress });
    expect(view.next?.level).toBe(level === 3 ? undefined : level + 1);
  });

  test('has its threshold behind it and the next one ahead', () => {
    fc.assert(
      fc.property(fc.nat(200), (users) => {
        const { level, levels, next, progress } = levelsView(users);
        const reached = levels.filter((one) => users >= one.requiredValidUsers);
        expect(level).toBe(reached.length);
        expect(next?.requiredValidUsers ?? Infinity).toBeGreaterThan(users);
        expect(progress).toBeLessThanOrEqual(1);
        expect(progress === 1).toBe(next === null);
      }),
    );
  });
});

test('the summary counts the levels that are switched on, and valid users among direct members alone', () => {
  const counts = [1, 2, 3].map((level) => ({
    level,
    members: level * 10,
    valid: level,
    hashrate: toUnits(String(level)),
    staked: toUnits('0.5'),
    bets: toUnits('0.25'),
  }));
  expect(summaryView(counts, 3, [4n, 2n, 1n])).toEqual({
    directReferrals: 10,
    teamMembers: 60,
    membersByLevel: [10, 20, 30],
    validUsers: 1,
    subTeamPerformance: '2.25',
    subTeamHashrate: '6',
    totalEarnings: '0.000000000000000007',
    earningsByLevel: ['0.000000000000000004', '0.000000000000000002', '0.000000000000000001'],
  });
  expect(summaryView(counts, 1, [0n, 0n, 0n])).toMatchObject({
    teamMembers: 10,
    membersByLevel: [10],
    subTeamPerformance: '0.75',
    subTeamHashrate: '1',
  });
  expect(summaryView([], 2, [0n, 0n, 0n])).toMatchObject({
    directReferrals: 0,
    membersByLevel: [0, 0],
    validUsers: 0,
  });
  expect(levelsUpTo(2)).toEqual([1, 2]);
});

test('a receipt’s row follows the commission table, rounded down', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 30n),
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      address,
      (output, level, full) => {
        const rates = ratesOf('staking');
        const at = new Date('2026-11-21T04:00:00Z');
        const row = receiptView({ orderId: 1n, address: full, level, output, at }, rates);
        expect(toUnits(row.amount)).toBe(commissions(output, rates)[level - 1]);
        expect(row).toMatchObject({
          address: maskAddress(full),
          level,
          rate: ['0.15', '0.1', '0.05'][level - 1],
        });
      },
    ),
  );
});
