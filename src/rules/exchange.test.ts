// The exchange to the last unit: for any amount and any prices nothing appears, nothing vanishes, and rounding never favours the taker.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payingFund, quoteExchange } from './exchange.ts';
import { toUnits } from './amounts.ts';
import { COINS } from '#server/chain/coins.ts';

const UNIT = 10n ** 18n;

/** From a smallest unit to more than anybody has. */
const amount = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 32n));

/** USDT a coin: from a millionth of a SHIB to ten millions. */
const price = fc.oneof(fc.bigInt(1n, 10n ** 14n), fc.bigInt(10n ** 12n, 10n ** 25n));

describe('a quote', () => {
  test('is exact, rounded down, and its parts are the whole', () => {
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

  test('there is none for what brings nothing or more than an amount can say', () => {
    fc.assert(
      fc.property(amount, price, price, (a, from, to) => {
        const exact = (a * from * 997n) / (to * 1000n);
        const quoted = quoteExchange(a, from, to);
        expect(quoted === null).toBe(exact === 0n || (a * from) / to >= 10n ** 38n);
      }),
    );
  });

  test('grows with the amount, and more in two parts is never more than in one', () => {
    fc.assert(
      fc.property(amount, amount, price, price, (a, b, from, to) => {
        const [whole, one, two] = [a + b, a, b].map((part) => quoteExchange(part, from, to));
        if (!whole || !one || !two) return;
        expect(one.received + two.received).toBeLessThanOrEqual(whole.received);
      }),
    );
  });

  test('there and back at the same prices never wins', () => {
    fc.assert(
      fc.property(amount, price, price, (a, from, to) => {
        const there = quoteExchange(a, from, to);
        const back = there && quoteExchange(there.received, to, from);
        expect((back?.received ?? 0n) < a).toBe(true);
      }),
    );
  });

  test('takes 0.3 % of what is paid', () => {
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

  test('is paid by one fund: repurchased ADIT by its own, everything else by the reserve', () => {
    expect(fund('ADIT', 'USDT')).toBe('buyback');
    expect(fund('USDT', 'ADIT')).toBe('reserve');
    for (const from of listed)
      for (const to of listed) {
        if (from === to || [from, to].includes('ADIT')) continue;
        expect([from, to, fund(from, to)]).toEqual([from, to, 'reserve']);
      }
  });

  test('of the same coin, of an unknown one, or of ADIT with anything but USDT is none', () => {
    expect(fund('BTC', 'BTC')).toMatchObject({ path: 'to' });
    expect(fund('DOGE', 'USDT')).toMatchObject({ path: 'from' });
    expect(fund('USDT', 'DOGE')).toMatchObject({ path: 'to' });
    expect(fund('ADIT', 'BTC')).toMatchObject({ path: 'to' });
    expect(fund('BTC', 'ADIT')).toMatchObject({ path: 'from' });
    expect(fund('ADIT', 'ADIT')).toMatchObject({ path: 'to' });
  });
});
