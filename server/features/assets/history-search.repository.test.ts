// A filtered page of history reads as many database pages in a long history as in a short one, even when nothing
// matches and whatever the statistics say. The test counts them, so load does not matter.
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { UNIT } from '#rules/amounts.ts';
import { fn } from '#server/db/functions.ts';
import { END, type HistoryPage, historyQuery } from '#server/ledger/read.ts';
import { onPostgres, pagesTouched, removeClusterAtEnd } from '#tests/support/databases.ts';
import { COMMON, RARE, longHistory } from '#tests/support/long-history.ts';
import { ALL_KINDS } from './records.rules.ts';

removeClusterAtEnd();

const [SHORT, LONG] = [1000, 100_000];
const PAGE = 21;
/** Index trees grow slowly: 100 times as many rows cost one more database page per lookup. */
const MORE = 1.6;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
/** What all rows of a long history have: one smallest unit, which lists show as next to nothing. */
const SAME = 0n;

onPostgres((open) => {
  const db = () => open().kysely;
  let short = 0n;
  let long = 0n;

  /** Withdrawals to one address, as many as the history has rows. */
  const withdrawals = (user: bigint, count: number) =>
    sql`insert into payouts (user_id, coin, amount, fee, address, state, requested_at, journal_id, wallet, nonce, tx_hash)
      select ${user}, 'BTC', 2, 1, ${ADDRESS}, 'confirmed', now(), n + ${user} * 1000000, 'w' || ${user}::text, n,
        '0x' || encode(sha256((${user} || '/' || n)::bytea), 'hex')
      from generate_series(1, ${count}::int) n`.execute(db());

  beforeAll(async () => {
    short = await longHistory(db(), SHORT);
    long = await longHistory(db(), LONG);
    await withdrawals(short, SHORT);
    await withdrawals(long, LONG);
    for (const table of ['ledger_postings', 'ledger_journal', 'payouts'])
      await sql`vacuum (analyze) ${sql.table(table)}`.execute(db());
  });

  const touched = (query: RawBuilder<unknown>) => pagesTouched(db(), query);

  const middle = new Date(Date.parse('2024-01-01T00:00:00Z') + (SHORT / 2) * 1000);
  const later = new Date(Date.parse('2025-01-01T00:00:00Z'));
  const kinds = [...ALL_KINDS];
  const named = (coins: string[], kindsNamed: string[]) => [{ coins, kinds: kindsNamed }];
  const pages: Record<string, Omit<HistoryPage, 'limit'>> = {
    'since a moment': { from: middle },
    'before a moment': { to: middle },
    'of a time without rows': { from: later, to: later },
    'of a category before a moment': { kinds: ['mining'], to: middle },
    'of an amount that most rows have': { kinds, found: { amount: SAME, entries: [] } },
    'of an amount that no row has': { kinds, found: { amount: 5n * UNIT, entries: [] } },
    'of a common amount in a rare category': { kinds: [RARE.category], found: { amount: SAME, entries: [] } },
    'of a common amount and a rare coin': { kinds, coin: RARE.coin, found: { amount: SAME, entries: [] } },
    'of a common amount and a rare word': {
      ...{ kinds, found: { amount: SAME, entries: [] } },
      fitting: named([], [RARE.category]),
    },
    'of a common amount before a moment': { kinds, to: middle, found: { amount: SAME, entries: [] } },
    'of an amount or entries': { kinds, found: { amount: SAME, entries: [1n, 500n, 900n] } },
    'of words for the common coin': { kinds, fitting: named([COMMON.coin], []) },
    'of words that nothing fits': {
      kinds,
      fitting: [...named([RARE.coin], []), ...named([], [COMMON.category])],
    },
  };

  describe('a page', () => {
    test.each(Object.entries(pages))('%s', async (_, page) => {
      const of = (user: bigint) => touched(historyQuery(user, { ...page, limit: PAGE }));
      // Statistics are samples: a different one may suggest a different plan.
      for (let round = 0; round < 4; round += 1) {
        const [few, many] = [await of(short), await of(long)];
        expect(few).toBeGreaterThan(2);
        expect(many).toBeLessThan(Math.max(few * MORE, few + 60));
        expect(many).toBeLessThan(1500);
        await sql`analyze ledger_postings`.execute(db());
        await sql`analyze ledger_journal`.execute(db());
      }
    });
  });

  describe('the entries of', () => {
    const none = `0x${'f'.repeat(64)}`;
    test.each([
      ['a recipient of every withdrawal', ADDRESS.toLowerCase(), 'BTC'],
      ['the beginning of its address', ADDRESS.toLowerCase().slice(0, 8), null],
      ['that recipient and another coin', ADDRESS.toLowerCase(), 'USDT'],
      ['a hash that nobody has', none, null],
    ])('%s', async (_, begin, coin) => {
      const of = (user: bigint) =>
        touched(
          sql`select ${fn('history_references')}(${user}, ${begin}, ${coin}, 0, ${END}::bigint, ${PAGE})`,
        );
      for (let round = 0; round < 4; round += 1) {
        const [few, many] = [await of(short), await of(long)];
        expect(many).toBeLessThan(few + 60);
        expect(many).toBeLessThan(400);
        await sql`analyze payouts`.execute(db());
      }
    });
  });
});
