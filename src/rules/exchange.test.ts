// The exchange is exact to the last unit: for any amount and prices, nothing is created or lost, and rounding never
// favours the user.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payingFund, quoteExchange } from './exchange.ts';
import { toUnits } from './amounts.ts';
import { COINS } from '#server/chain/coins.ts';

const UNIT = 10n ** 18n;

/** From one smallest unit to more than anyone has. */
const amount = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 32n));

/** USDT per coin: from a millionth of a SHIB to ten million. */
const price = fc.oneof(fc.bigInt(1n, 10n ** 14n), fc.bigInt(10n ** 12n, 10n ** 25n));

describe('a quote', () => {
  test('is exact, rounded down, and its parts add up to the whole', () => {
    fc.assert(
      fc.property(amount, price, price, (a, from, to) => {
        const quoted = quoteExchange(a, from, to);
        if (!quoted) return;
        const { gross, received, fee, rate } = quoted;
        expect(received + fee).toBe(gross);
        expect(fee).toBeGreaterThanOrEqual(0n);
        expect(gross * to).toBeLessThanOrEqual(a * from);
        expect((gross + 1n) * to).toBeGreaterThan(a * from);
        expect(received * to * 1000n).toBeLessThanOrEqual(a * from * 997n);
        expect((received + 1n) * to * 1000n).toBeGreaterThan(a * from * 997n);
        expect(rate * to).toBeLessThanOrEqual(from * UNIT);
        expect((rate + 1n) * to).toBeGreaterThan(from * UNIT);
      }),
    );
  });

  test('does not exist for an amount that would bring nothing or overflow', () => {
    fc.assert(
      fc.property(amount, price, price, (a, from, to) => {
        const exact = (a * from * 997n) / (to * 1000n);
        const quoted = quoteExchange(a, from, to);
        expect(quoted === null).toBe(exact === 0n || (a * from) / to >= 10n ** 38n);
      }),
    );
  });

  test('grows with the amount, and splitting the amount in two never brings more', () => {
    fc.assert(
      fc.property(amount, amount, price, price, (a, b, from, to) => {
        const [whole, one, two] = [a + b, a, b].map((part) => quoteExchange(part, from, to));
        if (!whole || !one || !two) return;
        expect(one.received + two.received).toBeLessThanOrEqual(whole.received);
      }),
    );
  });

  test('never gains on a round trip at the same prices', () => {
    fc.assert(
      fc.property(amount, price, price, (a, from, to) => {
        const there = quoteExchange(a, from, to);
        const back = there && quoteExchange(there.received, to, from);
        expect((back?.received ?? 0n) < a).toBe(true);
      }),
    );
  });

  test('charges 0.3 % of what is paid out', () => {
    expect(quoteExchange(toUnits('1'), toUnits('90000'), UNIT)).toEqual({
      gross: toUnits('90000'),
      received: toUnits('89730'),
      fee: toUnits('270'),
      rate: toUnits('90000'),
    });
  });
});

describe('a pair', () => {
  const listed = new Set(COINS.map(({ symbol }) => symbol));
  const fund = (from: string, to: string) => payingFund(from, to, (symbol) => listed.has(symbol));

  test('is paid from one fund: repurchased ADIT from its own, everything else from the reserve', () => {
    expect(fund('ADIT', 'USDT')).toBe('buyback');
    expect(fund('USDT', 'ADIT')).toBe('reserve');
    for (const from of listed)
      for (const to of listed) {
        if (from === to || [from, to].includes('ADIT')) continue;
        expect([from, to, fund(from, to)]).toEqual([from, to, 'reserve']);
      }
  });

  test('is refused for the same coin, an unknown one, or ADIT with anything but USDT', () => {
    expect(fund('BTC', 'BTC')).toMatchObject({ path: 'to' });
    expect(fund('DOGE', 'USDT')).toMatchObject({ path: 'from' });
    expect(fund('USDT', 'DOGE')).toMatchObject({ path: 'to' });
    expect(fund('ADIT', 'BTC')).toMatchObject({ path: 'to' });
    expect(fund('BTC', 'ADIT')).toMatchObject({ path: 'from' });
    expect(fund('ADIT', 'ADIT')).toMatchObject({ path: 'to' });
  });
});
