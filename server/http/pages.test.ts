/** Pages of lists: cursors are read back, nothing else is accepted as one, and each row is on exactly one page. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { twoNumbers, oneId, pagesOf } from './pages.ts';

const orders = pagesOf('order', oneId);
const receipts = pagesOf('receipt', twoNumbers);
const ids = fc.bigInt({ min: 0n, max: 10n ** 18n - 1n });

describe('a cursor', () => {
  test('is accepted only by its own list', () => {
    fc.assert(
      fc.property(ids, ids, (a, b) => {
        expect(orders.asked({ cursor: orders.cursorAfter(a) }).after).toBe(a);
        expect(receipts.asked({ cursor: receipts.cursorAfter([a, b]) }).after).toEqual([a, b]);
        expect(() => orders.asked({ cursor: receipts.cursorAfter([a, b]) })).toThrow('invalid_request');
        expect(() => receipts.asked({ cursor: orders.cursorAfter(a) })).toThrow('invalid_request');
      }),
    );
  });

  test('is refused if the list did not write it', () => {
    const real = orders.cursorAfter(5n);
    const near = ['', '5', `${real}=`, `${real}A`, ` ${real}`, Buffer.from('order.05').toString('base64url')];
    for (const cursor of near) expect(() => orders.asked({ cursor })).toThrow('invalid_request');
    fc.assert(
      fc.property(fc.string(), (cursor) => {
        fc.pre(cursor !== real);
        expect(() => orders.asked({ cursor })).toThrow('invalid_request');
      }),
    );
  });
});

test('a page has 20 rows unless the caller asks for another number', () => {
  expect(orders.asked({})).toEqual({ after: undefined, limit: 20 });
  expect(orders.asked({ limit: '100' }).limit).toBe(100);
});

test('pages of any size show each row once', () => {
  const all = Array.from({ length: 23 }, (_, n) => BigInt(100 - n));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), (limit) => {
      const seen: bigint[] = [];
      let cursor: string | undefined;
      do {
        const { after } = orders.asked({ cursor });
        const rows = all.filter((id) => after === undefined || id < after).slice(0, limit + 1);
        const { shown, nextCursor } = orders.page(rows, limit, (id) => id);
        seen.push(...shown);
        cursor = nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(all);
    }),
  );
});
