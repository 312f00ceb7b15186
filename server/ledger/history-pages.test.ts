// A page of history reads as many database pages in a long history as in a short one. The test counts them, so load does not matter.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { onPostgres, pagesTouched, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COMMON, RARE, longHistory } from '#tests/support/long-history.ts';
import { type HistoryPage, type Movement, history, historyQuery } from './read.ts';

removeClusterAtEnd();

const [SHORT, LONG] = [1000, 40_000];
const PAGE = 21;
/** Index trees grow slowly: 40 times as many rows cost one more database page per lookup. */
const MORE = 1.6;

onPostgres((open) => {
  let short = 0n;
  let long = 0n;
  beforeAll(async () => {
    short = await longHistory(open().kysely, SHORT);
    long = await longHistory(open().kysely, LONG);
    await sql`vacuum (analyze) ledger_postings`.execute(open().kysely);
    await sql`vacuum (analyze) ledger_journal`.execute(open().kysely);
  });

  /** The number of database pages that one page of history reads. */
  const touched = (user: bigint, page: Omit<HistoryPage, 'limit'>) =>
    pagesTouched(open().kysely, historyQuery(user, { ...page, limit: PAGE }));

  const filters: Record<string, Omit<HistoryPage, 'limit'>> = {
    'without a filter': {},
    'of the common category': { kinds: [COMMON.category] },
    'of a category that is as good as never used': { kinds: [RARE.category] },
    'of the common coin': { coin: COMMON.coin },
    'of a coin that is as good as never used': { coin: RARE.coin },
    'of coin and category': { coin: COMMON.coin, kinds: ['deposit'] },
    'of several kinds': { kinds: ['deposit', 'withdraw', 'refund'] },
  };

  describe('a page', () => {
    test.each(Object.entries(filters))('%s', async (_, page) => {
      const [few, many] = [await touched(short, page), await touched(long, page)];
      expect(few).toBeGreaterThan(5);
      expect(many).toBeLessThan(few * MORE);
      expect(many).toBeLessThan(1000);
    });

    test('deep in the history', async () => {
      const [newest] = (await history(open().kysely, long, { limit: 1 })) as [Movement];
      const after = { entry: newest.entry - BigInt(LONG / 2), coin: 'USDT' };
      expect(await history(open().kysely, long, { after, limit: PAGE })).toHaveLength(PAGE);
      for (const page of [{ after }, { after, kinds: ['refund'] }])
        expect(await touched(long, page)).toBeLessThan((await touched(short, { kinds: page.kinds })) * MORE);
    });

    test('finds rare rows as well', async () => {
      for (const page of [{ kinds: [RARE.category] }, { coin: RARE.coin }])
        expect(await history(open().kysely, long, { ...page, limit: PAGE })).toHaveLength(RARE.rows);
    });
  });
});
