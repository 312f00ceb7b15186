// The team page's queries touch as many database pages in a large team as in a small one: counted, so that a busy
// machine cannot distort the result.
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { fn } from '#server/db/functions.ts';
import { onPostgres, pagesTouched, removeClusterAtEnd } from '#tests/support/databases.ts';
import { makeTeam } from '#tests/support/large-team.ts';
import { type MemberPage, members, membersQuery } from './members.repository.ts';
import { receiptQuery, receiptRows } from './receipt.repository.ts';
import { foldTeams } from './team.changes.ts';
import { teamCounts } from './team.repository.ts';

removeClusterAtEnd();

const SMALL = 300;
const LARGE = 10_000;
const PAGE = 21;
/** Index trees grow by a level: thirty times as many rows cost one more page per lookup. */
const MORE = 1.8;

onPostgres((open) => {
  const db = () => open().kysely;
  let small = 0n;
  let large = 0n;

  beforeAll(async () => {
    // The large team is the older one: its members are far from the newest accounts.
    large = await makeTeam(db(), LARGE);
    small = await makeTeam(db(), SMALL);
    await makeTeam(db(), LARGE / 2);
    await foldTeams(db());
    for (const table of ['users', 'miners', 'stake_orders', 'team_counters', 'team_changes'])
      await sql`vacuum (analyze) ${sql.table(table)}`.execute(db());
  });

  const touched = (query: RawBuilder<unknown>) => pagesTouched(db(), query);
  const listed = (user: bigint, page: Omit<MemberPage, 'limit'>) =>
    touched(membersQuery(user, { ...page, limit: PAGE }));

  test('the summary', async () => {
    const counts = (user: bigint) => sql`select * from ${fn('team_counts')}(${user})`;
    expect((await teamCounts(db(), large))[0]?.members).toBe(LARGE);
    // The first call of a function also reads the catalogue.
    await touched(counts(small));
    expect(await touched(counts(large))).toBeLessThanOrEqual((await touched(counts(small))) * MORE);
  });

  test.each<[string, Omit<MemberPage, 'limit'>]>([
    ['all levels', { levels: [1, 2, 3] }],
    ['direct members', { levels: [1] }],
    ['the second level', { levels: [2] }],
    ['the third level', { levels: [3] }],
  ])('a page of %s, the first and the one after it', async (_, page) => {
    const few = await listed(small, page);
    expect(few).toBeGreaterThan(5);
    const after = (await members(db(), large, { ...page, limit: PAGE })).at(-1)?.id;
    expect(await listed(large, page)).toBeLessThan(few * MORE);
    expect(await listed(large, { ...page, after })).toBeLessThan(few * MORE);
  });

  test('a search', async () => {
    const { address = '' } = (await members(db(), large, { levels: [1], limit: 1 }))[0] ?? {};
    const [start, end] = [address.slice(0, 6), address.slice(-4)];
    // Four digits: everybody who has them is read, one account in 65,536.
    for (const search of [{ whole: address }, { start, end }, { start }, { end }, { either: end }]) {
      const page = { levels: [1, 2, 3] as const, search };
      expect(await members(db(), large, { ...page, limit: PAGE })).not.toEqual([]);
      expect(await listed(large, page), JSON.stringify(search)).toBeLessThan(100);
    }
  });

  test('a page of a receipt', async () => {
    const settlement = (from: bigint, to: bigint) => ({
      day: new Date('2030-01-01T00:00:00Z'),
      from: { phase: from, order: 0n },
      to: { phase: to, order: 0n },
      rates: [10n ** 17n, 10n ** 17n, 10n ** 17n] as const,
    });
    const whole = settlement(0n, 86_399_999n);
    expect(await receiptRows(db(), large, whole, PAGE)).toHaveLength(PAGE);
    const few = await touched(receiptQuery(small, whole, PAGE, undefined));
    expect(await touched(receiptQuery(large, whole, PAGE, undefined))).toBeLessThan(few * MORE);
    const after = { phase: 40_000_000n, order: 1n };
    expect(await touched(receiptQuery(large, whole, PAGE, after))).toBeLessThan(few * MORE);
  });
});
