// The value of past holdings at the prices of that time.
import { describe, expect, test } from 'vitest';
import { UNIT } from '#rules/amounts.ts';
import { type Held, worthAt } from './prices.rules.ts';

const moments = [1, 2, 3].map((day) => new Date(`2026-11-0${day}T00:00:00Z`));
const held = (coin: string, amounts: readonly bigint[]): Held[] =>
  amounts.map((amount, place) => ({ coin, moment: moments[place] as Date, amount: amount * UNIT }));
const past = (coin: string, prices: readonly (bigint | null)[]) =>
  prices.flatMap((price, place) => {
    const moment = moments[place] as Date;
    return price === null ? [] : [{ coin, moment, hour: moment, price: price * UNIT }];
  });
const worth = (holdings: Held[], more: Partial<Parameters<typeof worthAt>[2]>) =>
  worthAt(moments, holdings, {
    valued: new Set(['BTC', 'ETH', 'ADIT']),
    fixed: new Map([['ADIT', UNIT / 100n]]),
    past: [],
    ...more,
  }).map(({ at, usdt }) => [at.getUTCDate(), usdt / UNIT]);

describe('the value of what was held', () => {
  test('is the sum over coins at the prices of then, staked and free together', () => {
    const all = [
      ...held('BTC', [1n, 2n, 2n]),
      ...held('ADIT', [100n, 0n, 300n]),
      ...held('ADIT', [0n, 0n, 100n]),
    ];
    expect(worth(all, { past: past('BTC', [10n, 20n, 5n]) })).toEqual([
      [1, 11n],
      [2, 40n],
      [3, 14n],
    ]);
  });

  test('begins when every price is known, so that it never shows a part as the whole', () => {
    const all = [...held('BTC', [1n, 1n, 1n]), ...held('ADIT', [100n, 100n, 100n])];
    expect(worth(all, { past: past('BTC', [null, 20n, 5n]) })).toEqual([
      [2, 21n],
      [3, 6n],
    ]);
    expect(worth(all, { past: past('BTC', [10n, 20n, null]) })).toEqual([]);
  });

  test('does not wait for the price of a coin that was not held then, nor of one without a price now', () => {
    const all = [...held('BTC', [0n, 1n, 1n]), ...held('TON', [5n, 5n, 5n])];
    expect(worth(all, { past: past('BTC', [null, 20n, 5n]) })).toEqual([
      [1, 0n],
      [2, 20n],
      [3, 5n],
    ]);
  });

  test('begins with one moment of nothing, also if nothing was ever held', () => {
    expect(worth(held('ADIT', [0n, 0n, 100n]), {})).toEqual([
      [2, 0n],
      [3, 1n],
    ]);
    expect(worth(held('ADIT', [0n, 0n, 0n]), {})).toEqual([[3, 0n]]);
  });
});
