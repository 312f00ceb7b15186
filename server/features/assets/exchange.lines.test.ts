// The exchange is exact to the last unit: for any amount and prices no money appears or vanishes, and rounding never
// favours the user.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repurchaseOf } from '#rules/buyback.ts';
import { quoteExchange, wrongPair } from '#rules/exchange.ts';
import { COINS } from '#server/chain/coins.ts';
import { type Exchange, exchangeLines } from './exchange.lines.ts';

const UNIT = 10n ** 18n;

/** From a single smallest unit to more than anybody has. */
const amount = fc.oneof(fc.bigInt(1n, 10_000n), fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 32n));

/** USDT per coin: from a millionth for SHIB to ten million. */
const price = fc.oneof(fc.bigInt(1n, 10n ** 14n), fc.bigInt(10n ** 12n, 10n ** 25n));

describe('the postings', () => {
  const coin = fc.constantFrom(...COINS.map(({ symbol }) => symbol));
  const exchange = fc
    .record({ amount, from: coin, to: coin, priceFrom: price, priceTo: price, unsold: amount })
    .filter(({ from, to }) => wrongPair(from, to) === null)
    .map(({ priceFrom, priceTo, unsold, ...rest }) => {
      const sale = { unsold: rest.from === 'ADIT' ? unsold : 0n, priceFrom, priceTo };
      return {
        ...{ ...rest, user: 7n, ...repurchaseOf(rest.amount, sale) },
        quoted: quoteExchange(rest.amount, priceFrom, priceTo, UNIT / 200n),
      };
    })
    .map(({ quoted, ...rest }): Exchange | null => quoted && { ...rest, ...quoted })
    .filter((one) => one !== null);

  test('balance in every coin, with at most one line per account and none of zero', () => {
    fc.assert(
      fc.property(exchange, (one) => {
        const lines = exchangeLines(one);
        for (const symbol of [one.from, one.to]) {
          const own = lines.filter((line) => line.coin === symbol);
          expect(own.reduce((sum, line) => sum + line.amount, 0n)).toBe(0n);
        }
        expect(lines.every((line) => line.amount !== 0n)).toBe(true);
        const accounts = lines.map((line) => `${line.user ?? line.system} ${line.coin}`);
        expect(new Set(accounts).size).toBe(accounts.length);
      }),
    );
  });

  test('give the user what was quoted, and charge the two funds what they pay', () => {
    fc.assert(
      fc.property(exchange, (one) => {
        const lines = exchangeLines(one);
        const of = (owner: bigint | string, symbol: string) =>
          lines.find((line) => (line.user ?? line.system) === owner && line.coin === symbol)?.amount ?? 0n;
        expect(of(7n, one.from)).toBe(-one.amount);
        expect(of(7n, one.to)).toBe(one.received);
        expect(of('revenue', one.to)).toBe(one.fee);
        expect(of('buyback', one.to)).toBe(-one.paid);
        expect(of('buyback', one.to) + of('reserve', one.to)).toBe(-one.received - one.fee);
        expect(of('reserve', one.from)).toBe(one.amount - one.repurchased);
      }),
    );
  });

  test('split repurchased ADIT in half: the stakers’ half is rounded down, the rest goes to the institution', () => {
    const quoted = { gross: 9n, received: 8n, fee: 1n, rate: UNIT };
    const lines = exchangeLines({
      ...quoted,
      user: 1n,
      from: 'ADIT',
      to: 'USDT',
      amount: 901n,
      repurchased: 901n,
      paid: 9n,
    });
    expect(lines).toContainEqual({ system: 'staking_rewards', coin: 'ADIT', amount: 450n });
    expect(lines).toContainEqual({ system: 'institution', coin: 'ADIT', amount: 451n });
  });
});
