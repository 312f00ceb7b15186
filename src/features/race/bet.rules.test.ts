// A bet being prepared: what is wrong with it, what "All" fills in, and its possible outcomes.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import {
  allFor,
  betsOf,
  type Bounds,
  type Draft,
  EMPTY,
  outcomeOf,
  needsMore,
  problemOf,
  stepped,
  toggled,
  totalOf,
  withAmount,
  withEach,
} from './bet.rules.ts';

const config = { minBet: '1', maxBet: '10000' };
const bounds = (balance?: string, mine: Bounds['mine'] = [], leftToday: string | null = null): Bounds => ({
  balance,
  leftToday,
  config,
  mine,
});
const on = (lanes: number[], amount: string): Draft => ({ ...EMPTY, lanes, amount });

describe('choosing', () => {
  test('keeps lanes in order and lets them be removed', () => {
    const draft = [5, 2, 6, 2].reduce(toggled, EMPTY);
    expect(draft.lanes).toEqual([5, 6]);
  });

  test('separate amounts start with the common one, and the first becomes the common one again', () => {
    const apart = withAmount(withEach(on([1, 4], '7'), true), 4, '9');
    expect(betsOf(apart)).toEqual([
      { lane: 1, amount: '7' },
      { lane: 4, amount: '9' },
    ]);
    expect(betsOf(withEach(apart, false)).map(({ amount }) => amount)).toEqual(['7', '7']);
  });

  test('steps add to the current amount, whatever it is', () => {
    expect(stepped('', '10')).toBe('10');
    expect(stepped('1.5', '10')).toBe('11.5');
    expect(stepped('.', '1')).toBe('1');
  });
});

describe('what is wrong', () => {
  test.each([
    ['no lane', on([], '5'), bounds('100'), { kind: 'lane' }],
    ['no amount', on([2], ''), bounds('100'), { kind: 'empty', lane: 2 }],
    ['nothing', on([2], '0'), bounds('100'), { kind: 'invalid', lane: 2 }],
    ['unfinished', on([2], '5.'), bounds('100'), { kind: 'invalid', lane: 2 }],
    ['too many decimals', on([2], '1.0000000000000000001'), bounds('100'), { kind: 'invalid', lane: 2 }],
    ['too little', on([2], '0.999999999999999999'), bounds('100'), { kind: 'low', lane: 2 }],
    ['too much for a lane', on([2], '10000.1'), bounds('99999'), { kind: 'high', lane: 2, left: '10000' }],
    [
      'too much with what is there',
      on([2], '5'),
      bounds('99999', [{ lane: 2, amount: '9996' }]),
      { kind: 'high', lane: 2, left: '4' },
    ],
    ['more than there is', on([1, 2], '50.1'), bounds('100.1'), { kind: 'balance', lane: 2 }],
  ] as const)('%s', (_name, draft, given, problem) => {
    expect(problemOf(draft, given)).toEqual(problem);
  });

  test('is nothing at both ends of what is allowed, or for a guest without a balance', () => {
    expect(problemOf(on([1], '1'), bounds('1'))).toBeNull();
    expect(problemOf(on([1], '10000'), bounds('10000'))).toBeNull();
    expect(problemOf(on([1, 2, 3], '10000'), bounds())).toBeNull();
  });
});

test('needs more with less than the smallest bet, or than this bet, and never because of the own limit', () => {
  expect(needsMore('0.999999999999999999', '1', null)).toBe(true);
  expect(needsMore('1', '1', null)).toBe(false);
  expect(needsMore('10', '1', { kind: 'balance', lane: 1 })).toBe(true);
  expect(needsMore('10', '1', { kind: 'limit', lane: 1, left: '0' })).toBe(false);
  expect(needsMore(undefined, '1', null)).toBe(false);
});

test('"All" never exceeds the balance, and leaves less than a hundredth per lane', () => {
  const units = fc.bigInt({ min: 1n, max: 60_000n * 10n ** 18n });
  const lanes = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(units, lanes, (balance, chosen) => {
      const given = bounds(fromUnits(balance));
      const draft = on(
        chosen.toSorted((a, b) => a - b),
        '',
      );
      const filled = { ...draft, amount: allFor(draft, chosen[0] ?? 1, given) };
      const total = toUnits(totalOf(betsOf(filled)));
      const most = BigInt(chosen.length) * toUnits(config.maxBet);
      expect(total <= balance && total <= most).toBe(true);
      if (balance <= most) expect(balance - total).toBeLessThan(BigInt(chosen.length) * toUnits('0.01'));
      else expect(total).toBe(most);
    }),
  );
});

test('applies the user’s own limit to all lanes together, and reports it if it leaves less than the balance', () => {
  const given = bounds('100', [], '20.5');
  expect(problemOf(on([1, 2], '10.25'), given)).toBeNull();
  expect(problemOf(on([1, 2], '10.26'), given)).toEqual({ kind: 'limit', lane: 2, left: '20.5' });
  expect(problemOf(on([1], '100.5'), bounds('10', [], '20'))).toEqual({ kind: 'balance', lane: 1 });
  expect(problemOf(on([1], '1'), bounds('100', [], '0'))).toEqual({ kind: 'limit', lane: 1, left: '0' });
  expect(allFor(on([1, 2], ''), 1, given)).toBe('10.25');
  expect(allFor(on([1, 2, 3], ''), 1, given)).toBe('6.83');
  const apart: Draft = { ...EMPTY, lanes: [1, 2], each: true, amounts: { 1: '20', 2: '' } };
  expect(allFor(apart, 2, given)).toBe('0.5');
});

test('with separate amounts, "All" is what the other lanes leave', () => {
  const draft: Draft = { ...EMPTY, lanes: [1, 2], each: true, amounts: { 1: '30', 2: '' } };
  expect(allFor(draft, 2, bounds('100'))).toBe('70');
  expect(allFor(draft, 2, bounds('20'))).toBe('0');
  expect(allFor(draft, 2, bounds('99999', [{ lane: 2, amount: '1' }]))).toBe('9999');
});

describe('outcomes', () => {
  const six = [1, 2, 3, 4, 5, 6];
  const race = { payout: '5', lanes: six.map((lane) => ({ lane, coin: 'BTC' })) };

  test('are one gain and one loss for a single lane, and a range for several', () => {
    expect(outcomeOf([{ lane: 2, amount: '10' }], race)).toEqual({
      won: { least: '40', most: '40' },
      lost: '-10',
    });
    const two = [
      { lane: 1, amount: '10' },
      { lane: 4, amount: '20.5' },
    ];
    expect(outcomeOf(two, race)).toEqual({ won: { least: '19.5', most: '72' }, lost: '-30.5' });
  });

  test('have no case without a win for a bet on all six lanes, whose win may be a loss', () => {
    const even = six.map((lane) => ({ lane, amount: '10' }));
    expect(outcomeOf(even, race)).toEqual({ won: { least: '-10', most: '-10' }, lost: null });
    const uneven = six.map((lane) => ({ lane, amount: lane === 1 ? '20' : '2' }));
    expect(outcomeOf(uneven, race)).toEqual({ won: { least: '-20', most: '70' }, lost: null });
  });

  test('contain what each lane of the bet brings, and both ends are reached', () => {
    const stakes = fc.uniqueArray(
      fc.record({ lane: fc.constantFrom(...six), units: fc.bigInt({ min: 1n, max: 10n ** 22n }) }),
      { selector: ({ lane }) => lane, minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(stakes, (placed) => {
        const total = placed.reduce((sum, { units }) => sum + units, 0n);
        const { won, lost } = outcomeOf(
          placed.map(({ lane, units }) => ({ lane, amount: fromUnits(units) })),
          race,
        );
        const byChampion = six.map((champion) => {
          const bet = placed.find(({ lane }) => lane === champion);
          return { hit: bet !== undefined, net: 5n * (bet?.units ?? 0n) - total };
        });
        const hits = byChampion
          .flatMap(({ hit, net }) => (hit ? [net] : []))
          .toSorted((a, b) => (a < b ? -1 : 1))
          .map(fromUnits);
        expect(won).toEqual({ least: hits[0], most: hits.at(-1) });
        const misses = byChampion.filter(({ hit }) => !hit).map(({ net }) => fromUnits(net));
        expect([...new Set(misses)]).toEqual(lost === null ? [] : [lost]);
      }),
    );
  });
});
