/** The table of referral rates, and that shares are exact and rounded down. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toUnits } from './amounts.ts';
import {
  COMMISSION_RATES,
  type CommissionSource,
  commissions,
  levelOf,
  levelsUpTo,
  ratesOf,
  standingOf,
} from './team.ts';

const SOURCES = Object.keys(COMMISSION_RATES) as CommissionSource[];

/** The specification's figures in per mille. */
const PER_MILLE = { mining: [100n, 50n, 10n], staking: [150n, 100n, 50n], race: [10n, 5n, 3n] } as const;

describe('commissions', () => {
  test("of 1000 coins match the specification's percentages", () => {
    const of = (source: CommissionSource) => commissions(toUnits('1000'), ratesOf(source));
    expect(of('mining')).toEqual([toUnits('100'), toUnits('50'), toUnits('10')]);
    expect(of('staking')).toEqual([toUnits('150'), toUnits('100'), toUnits('50')]);
    expect(of('race')).toEqual([toUnits('10'), toUnits('5'), toUnits('3')]);
  });

  test('are the exact share rounded down, and never more than what is shared', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n });
    fc.assert(
      fc.property(fc.constantFrom(...SOURCES), amounts, (source, base) => {
        commissions(base, ratesOf(source)).forEach((share, level) => {
          const exact = base * (PER_MILLE[source][level] ?? 0n);
          expect(share * 1000n <= exact && exact - share * 1000n < 1000n).toBe(true);
        });
      }),
    );
  });

  test('are paid only to the levels that are enabled', () => {
    expect(ratesOf('staking', 1).map((rate) => rate > 0n)).toEqual([true, false, false]);
    expect(ratesOf('race', 2).map((rate) => rate > 0n)).toEqual([true, true, false]);
    expect([1, 2, 3].map((levels) => levelsUpTo(levels as 1 | 2 | 3))).toEqual([[1], [1, 2], [1, 2, 3]]);
  });
});

describe('an account with valid direct members', () => {
  test('is at level 1 from the first one, at 2 from the tenth, at 3 from the fiftieth', () => {
    expect([0, 1, 9, 10, 49, 50, 1000].map(levelOf)).toEqual([0, 1, 1, 2, 2, 3, 3]);
  });

  test('sees its next level, and the share of the members for it that it has', () => {
    expect(standingOf(0)).toEqual({ level: 0, next: { level: 1, requiredValidUsers: 1 }, progress: 0 });
    expect(standingOf(5)).toEqual({ level: 1, next: { level: 2, requiredValidUsers: 10 }, progress: 0.5 });
    expect(standingOf(10)).toEqual({ level: 2, next: { level: 3, requiredValidUsers: 50 }, progress: 0.2 });
    expect(standingOf(50)).toEqual({ level: 3, next: null, progress: 1 });
  });
});
