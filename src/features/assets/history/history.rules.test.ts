// The fund history's rows: days by the user's own clock, and newer rows that are merged without losing any.
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { localDay } from '#lib/day.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { quoteExchange } from '#rules/exchange.ts';
import type { FundRecord } from '#features/assets/record-words.ts';
import {
  addressOf,
  choiceOf,
  entriesOf,
  filterOf,
  type FundPage,
  inRows,
  joined,
  linesIn,
  openPages,
  receivedOf,
  sidesOf,
  swapTerms,
  withRows,
} from './history.rules.ts';

const START = Date.parse('2026-11-21T12:00:00Z');

/** Row number `n`; rows are a minute apart, newest first. */
const row = (n: number, change: Partial<FundRecord> = {}): FundRecord => ({
  id: String(n),
  time: new Date(START + n * 60_000).toISOString(),
  category: 'deposit',
  coin: 'USDT',
  amount: '1',
  balanceAfter: '1',
  state: 'confirmed',
  txHash: null,
  entry: String(n),
  address: null,
  fee: null,
  swapFee: null,
  detail: null,
  ...change,
});

/** Rows `from` down to `to`. */
const rows = (from: number, to: number): FundRecord[] =>
  Array.from({ length: Math.max(0, from - to + 1) }, (_, index) => row(from - index));

/** What the server returns while its newest row is `newest`, in pages of `size`. */
function pagesOf(newest: number, size: number, most = Infinity): FundPage[] {
  const pages: FundPage[] = [];
  for (let from = newest; (from >= 1 || pages.length === 0) && pages.length < most; from -= size) {
    const to = Math.max(1, from - size + 1);
    pages.push({ items: rows(from, to), nextCursor: to > 1 ? String(to) : null, asOf: `as of ${newest}` });
  }
  return pages;
}

const idsOf = (pages: readonly FundPage[] | undefined) =>
  pages?.flatMap(({ items }) => items.map(({ id }) => id));

describe('the address', () => {
  test('keeps the filter across a round trip', () => {
    expect(addressOf({})).toBe('/pages/asset/capital');
    expect(addressOf({ category: 'deposit', coin: 'BTC' })).toBe(
      '/pages/asset/capital?category=deposit&coin=BTC',
    );
    expect(choiceOf({ category: 'deposit', coin: 'BTC' })).toEqual({ category: 'deposit', coin: 'BTC' });
    const choice = { from: '2026-11-01', to: '2026-11-24', search: '12 usdt' };
    const query = new URLSearchParams(addressOf(choice).split('?')[1]);
    expect(choiceOf(Object.fromEntries(query))).toEqual(choice);
  });

  test('shows everything for unknown words', () => {
    expect(choiceOf({ category: 'loot', coin: 'btc?', period: 'toString', search: ' ' })).toEqual({});
    expect(choiceOf({ from: '2026-02-30', to: 'today' })).toEqual({});
    expect(choiceOf({ from: '2026-11-24', to: '2026-11-01' })).toEqual({});
    expect(choiceOf({})).toEqual({});
  });

  test("names days of the reader's clock", () => {
    const today = '2026-11-24';
    const days = (from: string, to?: string) => ({
      from: new Date(`${from}T00:00:00`).toISOString(),
      ...(to !== undefined && { to: new Date(`${to}T00:00:00`).toISOString() }),
    });
    expect(filterOf({ period: 'today' }, undefined, today)).toEqual(days('2026-11-24'));
    expect(filterOf({ period: 'week' }, 'BTC', today)).toEqual({ ...days('2026-11-18'), search: 'BTC' });
    expect(filterOf({ from: '2026-10-31', to: '2026-10-31' }, undefined, today)).toEqual(
      days('2026-10-31', '2026-11-01'),
    );
  });
});

describe('days', () => {
  const zone = process.env['TZ'];
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  });

  test.each([
    ['Asia/Bangkok', '2026-11-22'],
    ['America/New_York', '2026-11-21'],
    ['UTC', '2026-11-21'],
  ])('are those of %s', (name, day) => {
    process.env['TZ'] = name;
    expect(localDay('2026-11-21T18:30:00Z')).toBe(day);
  });

  test('head their rows, which know their position', () => {
    process.env['TZ'] = 'UTC';
    const items = [row(2), row(1), row(0, { time: '2026-11-20T23:59:59Z' })];
    const { entries } = entriesOf([{ items, nextCursor: null, asOf: '' }], true);
    expect(
      entries.map((entry) =>
        entry.kind === 'day' ? [entry.key, entry.index, entry.above, entry.rows] : entry.place,
      ),
    ).toEqual([['2026-11-21', 0, 0, 2], 1, 2, ['2026-11-20', 3, 1, 1], 1]);
  });

  test('are complete, except for the last one while there are more pages', () => {
    process.env['TZ'] = 'UTC';
    const items = [row(0), row(-1, { time: '2026-11-20T10:00:00Z' })];
    const days = (complete: boolean) =>
      entriesOf([{ items, nextCursor: 'more', asOf: '' }], complete).entries.flatMap((entry) =>
        entry.kind === 'day' ? [entry.complete] : [],
      );
    expect(days(false)).toEqual([true, false]);
    expect(days(true)).toEqual([true, true]);
  });
});

describe('both sides of a swap', () => {
  const side = (coin: string, amount: string) =>
    row(1, { id: coin, coin, amount, category: 'exchange', entry: '7' });
  const [given, bought] = [side('USDT', '-5'), side('BTC', '0.1')];

  test.each([
    ['what was bought comes later', [given, bought]],
    ['what was bought comes first', [bought, given]],
  ])('are one row, named after what was bought: %s', (_, records) => {
    expect(inRows([row(2), ...records, row(0)])).toEqual([
      { record: row(2) },
      { record: bought, given },
      { record: row(0) },
    ]);
  });

  test('stay apart from the next swap, and one alone is a row', () => {
    const next = { ...given, id: 'next', entry: '6' };
    expect(inRows([given, next])).toEqual([{ record: given }, { record: next }]);
  });

  test('come together when the second is on the next page', () => {
    const page = (items: FundRecord[], nextCursor: string | null) => ({ items, nextCursor, asOf: '' });
    const [first, second] = [page([row(2), given], 'more'), page([bought, row(0)], null)];
    const grown = entriesOf([first, second], true, entriesOf([first], false));
    expect(grown.entries).toEqual(entriesOf([first, second], true).entries);
    expect(grown.entries.map((entry) => entry.kind === 'record' && entry.given?.id)).toContain('USDT');
  });
});

test('gives the same list when it grows page by page as when it is built at once', () => {
  const hours = fc.array(fc.nat(30), { maxLength: 60 });
  fc.assert(
    fc.property(hours, fc.integer({ min: 1, max: 9 }), fc.nat(5), (gaps, size, changed) => {
      let at = START;
      const items = gaps.map((gap, index) => {
        at -= gap * 3_600_000;
        return row(-index, { time: new Date(at).toISOString() });
      });
      const pages: FundPage[] = [];
      for (let from = 0; from < items.length; from += size)
        pages.push({ items: items.slice(from, from + size), nextCursor: 'more', asOf: '' });
      let built = entriesOf(pages.slice(0, 1), false);
      for (let count = 2; count <= pages.length; count += 1) {
        built = entriesOf(pages.slice(0, count), count === pages.length, built);
        expect(built.entries).toEqual(entriesOf(pages.slice(0, count), count === pages.length).entries);
      }
      // Nothing is reused from the previous build for a refetched page.
      const other = pages.map((page, index) =>
        index === changed ? { ...page, items: page.items.slice(1) } : page,
      );
      expect(entriesOf(other, true, built).entries).toEqual(entriesOf(other, true).entries);
    }),
  );
});

test("a row slightly out of order stays under its neighbours' day, so that no day appears twice", () => {
  const times = [
    '2026-11-21T12:00:00Z',
    '2026-11-18T12:00:00Z',
    '2026-11-19T12:00:00Z',
    '2026-11-18T11:00:00Z',
  ];
  const items = times.map((time, index) => row(-index, { time }));
  const days = entriesOf([{ items, nextCursor: null, asOf: '' }], true).entries.filter(
    ({ kind }) => kind === 'day',
  );
  expect(days.map(({ key }) => key)).toEqual(['2026-11-21', '2026-11-18']);
});

describe('newer rows', () => {
  test('are merged into whatever was loaded: no row is lost, duplicated or out of order', () => {
    const few = { max: 40 };
    fc.assert(
      fc.property(
        fc.nat(few),
        fc.nat(few),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 4 }),
        (old, more, size, seen) => {
          const loaded = old === 0 ? pagesOf(0, size) : pagesOf(old, size, seen);
          const server = pagesOf(old + more, size);
          let count = 1;
          let result = joined(loaded, server.slice(0, count));
          while (!result) result = joined(loaded, server.slice(0, ++count));
          const all = rows(old + more, 1).map(({ id }) => id);
          const got = idsOf(result) ?? [];
          expect(got).toEqual(all.slice(0, got.length));
          expect(got.length).toBeGreaterThanOrEqual(idsOf(loaded)?.length ?? 0);
          // What follows the last row is requested with the same cursor as before, or there is nothing.
          expect(result.at(-1)?.nextCursor ?? null).toBe(
            got.length === all.length ? null : (all[got.length - 1] ?? null),
          );
          expect(result[0]?.asOf).toBe(`as of ${old + more}`);
        },
      ),
    );
  });

  test('update known rows and leave other pages unchanged', () => {
    const loaded = pagesOf(6, 2);
    const fresh = [{ items: [row(7), row(6, { state: 'failed' })], nextCursor: '6', asOf: 'now' }];
    const result = joined(loaded, fresh);
    expect(result?.[0]?.items.map(({ id, state }) => [id, state])).toEqual([
      ['7', 'confirmed'],
      ['6', 'failed'],
      ['5', 'confirmed'],
    ]);
    expect(result?.[1]).toBe(loaded[1]);
  });

  test('are fetched further while there is a gap', () => {
    expect(joined(pagesOf(4, 2), pagesOf(9, 2, 1))).toBeUndefined();
  });
});

test('pages with a pending withdrawal are refetched, unless it is among the fresh rows', () => {
  const loaded = pagesOf(6, 2).map((page) => ({
    ...page,
    items: page.items.map((each) =>
      each.id === '1' || each.id === '6' ? row(Number(each.id), { state: 'signed' }) : each,
    ),
  }));
  expect(openPages(loaded, pagesOf(6, 2, 1))).toEqual([2]);
  const again = withRows(loaded, { items: [row(2), row(1)], nextCursor: null, asOf: '' });
  expect(openPages(again, pagesOf(6, 2, 1))).toEqual([]);
  expect(idsOf(again)).toEqual(idsOf(loaded));
});

test('a swap has two sides, which share their entry', () => {
  const [from, to, other] = [row(3, { entry: '9' }), row(2, { entry: '9', coin: 'BTC' }), row(1)];
  expect(sidesOf([from, to, other], from)).toEqual([to]);
  expect(sidesOf([from, to, other], other)).toEqual([]);
});

test('the recipient of a withdrawal gets the amount without the fee', () => {
  expect(receivedOf({ amount: '-10.5', fee: '0.500000000000000001' })).toBe('9.999999999999999999');
  expect(receivedOf({ amount: '-10.5', fee: null })).toBeNull();
});

describe('the terms of a swap', () => {
  const given = row(1, { category: 'exchange', coin: 'ADIT', amount: '-300' });
  const bought = row(2, { category: 'exchange', coin: 'USDT', amount: '2.991', swapFee: '0.009' });

  test('are those of its quote, whichever side comes first', () => {
    const terms = { from: 'ADIT', to: 'USDT', rate: '0.01', fee: '0.009' };
    expect(swapTerms([given, bought])).toEqual(terms);
    expect(swapTerms([bought, given])).toEqual(terms);
  });

  test('are unknown without both sides, and for rows without the fee', () => {
    const { swapFee: _, ...old } = bought;
    for (const sides of [
      [given],
      [bought],
      [given, old as FundRecord],
      [given, { ...bought, swapFee: null }],
    ])
      expect(swapTerms(sides)).toBeNull();
  });

  test('show the rate that the quote showed, at any price and for any amount that is not dust', () => {
    const price = fc.bigInt(10n ** 10n, 10n ** 24n);
    fc.assert(
      fc.property(fc.bigInt(10n ** 12n, 10n ** 26n), price, price, (amount, from, to) => {
        const quote = quoteExchange(amount, from, to, 3n * 10n ** 15n);
        fc.pre(quote !== null);
        const terms = swapTerms([
          { ...given, amount: `-${fromUnits(amount)}` },
          { ...bought, amount: fromUnits(quote.received), swapFee: fromUnits(quote.fee) },
        ]);
        const rate = toUnits(terms?.rate ?? '');
        // For a millionth of a coin or more: the same to at least eleven decimals, and never less.
        expect(rate - quote.rate).toBeLessThanOrEqual(10n ** 6n + 1n);
        expect(rate).toBeGreaterThanOrEqual(quote.rate);
      }),
    );
  });
});

test('counts the lines of a file wherever its parts are split', () => {
  const parts = ['time,coin\r', '\n1,BTC\r\n2,E', 'TH\r\n'].map((text) => new TextEncoder().encode(text));
  expect(parts.map(linesIn)).toEqual([0, 2, 1]);
});
