/** The team's members and counters: pages of any size, levels, searches, levels that are switched off. */
import { getAddress } from 'ethers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input, Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import { maskAddress } from '#rules/addresses.ts';
import { teamRoutes } from '#server/features/team/team.routes.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { approve, redeem, signUp, stake, trade } from '#tests/support/team-people.ts';

const INVITES = 'GET /api/user/invites';
type Row = Output<typeof INVITES>['items'][number];

const UNIT = 10n ** 18n;
const DIRECT = 12;
/** An address that begins with these digits, in mixed case as wallets write it. */
const addressOf = (start: string, n: number) =>
  getAddress(`0x${start}${(n * 7919 + 13).toString(16).padStart(40 - start.length, 'b')}`);

interface Somebody {
  readonly id: bigint;
  readonly address: string;
  readonly level: number;
}

onPostgres((open) => {
  const db = () => open().kysely;
  const apps: ReturnType<typeof fakeApp>['app'][] = [];
  let api: Client;
  let onlyDirect: Client;
  /** Oldest first. */
  const team: Somebody[] = [];

  const serve = (levels: 1 | 2 | 3) => {
    const { app } = fakeApp(open(), { handlers: teamRoutes(() => levels) });
    apps.push(app);
    return client(app);
  };
  const ask = async (query: Input<typeof INVITES> = {}, as = api) => {
    const answer = await as.call(INVITES, query);
    expect(answer, answer.text).toMatchObject({ code: 0 });
    return answer.data;
  };
  async function all(query: Input<typeof INVITES> = {}, as = api): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ask({ ...query, ...(cursor && { cursor }) }, as);
      expect(page.items.length).toBeLessThanOrEqual(Number(query.limit ?? 20));
      rows.push(...page.items);
      cursor = page.nextCursor;
    }
    return rows;
  }
  const shown = (some: readonly Somebody[]) =>
    some.toReversed().map(({ address, level }) => [maskAddress(address), level]);
  const placesOf = (rows: readonly Row[]) => rows.map(({ address, level }) => [address, level]);

  async function join(inviter: bigint, level: number, address: string): Promise<bigint> {
    const id = await signUp(db(), inviter, { address });
    team.push({ id, address, level });
    return id;
  }

  beforeAll(async () => {
    const { id: me, token } = await newSession(open());
    // Somebody above, strangers and a fourth level below are not part of this team.
    const stranger = await signUp(db(), undefined, { address: addressOf('abcd', 900) });
    await signUp(db(), stranger, { address: addressOf('abcd', 901) });
    for (let n = 0; n < DIRECT; n += 1) {
      const direct = await join(me, 1, addressOf(n % 3 === 0 ? 'abcd' : 'ef01', n));
      if (n % 2) continue;
      const second = await join(direct, 2, addressOf(n % 4 ? 'abcd' : '77ff', 100 + n));
      const third = await join(second, 3, addressOf('abcd', 200 + n));
      await signUp(db(), third, { address: addressOf('abcd', 300 + n) });
    }
    api = serve(3).as(token);
    onlyDirect = serve(1).as(token);
  });
  afterAll(() => Promise.all(apps.map((app) => app.close())));

  test.each(['1', '3', '7', '100'])('pages of %s list everybody once, newest first', async (limit) => {
    expect(placesOf(await all({ limit }))).toEqual(shown(team));
    for (const level of ['1', '2', '3'] as const)
      expect(placesOf(await all({ limit, level }))).toEqual(
        shown(team.filter((one) => one.level === Number(level))),
      );
  });

  test('the summary counts three levels, and shows changes at once', async () => {
    const count = (level: number) => team.filter((one) => one.level === level).length;
    const { summary } = await ask();
    expect(summary).toEqual({
      directReferrals: DIRECT,
      teamMembers: team.length,
      membersByLevel: [1, 2, 3].map(count),
      validUsers: 0,
      subTeamPerformance: '0',
      subTeamHashrate: String(1200 * team.length),
      totalEarnings: '0',
      earningsByLevel: ['0', '0', '0'],
    });
    const [direct, second] = [1, 2].map((level) => team.find((one) => one.level === level)?.id ?? 0n) as [
      bigint,
      bigint,
    ];
    await approve(db(), direct);
    await approve(db(), second);
    await trade(db(), second, 300n * UNIT);
    await stake(db(), direct, 10n * UNIT);
    await stake(db(), second, 25n * UNIT + 1n);
    await redeem(db(), direct);
    expect((await ask()).summary).toMatchObject({
      validUsers: 1,
      subTeamPerformance: fromUnits(25n * UNIT + 1n),
      subTeamHashrate: String(1200 * team.length + 300),
    });
    const rows = await all();
    const at = (id: bigint) => rows[team.toReversed().findIndex((one) => one.id === id)];
    expect(at(direct)).toMatchObject({
      valid: true,
      hashrate: '1200',
      purchasedHashrate: '0',
      totalStaking: '0',
    });
    expect(at(second)).toEqual({
      address: maskAddress(team.find(({ id }) => id === second)?.address ?? ''),
      level: 2,
      valid: true,
      hashrate: '1500',
      purchasedHashrate: '300',
      totalStaking: fromUnits(25n * UNIT + 1n),
      joinedAt: '2026-11-21T12:00:00.000Z',
    });
    expect(rows.filter(({ valid }) => valid)).toHaveLength(2);
    expect((await api.call('GET /api/user/levels', {})).data).toMatchObject({
      level: 1,
      validUsers: 1,
      progress: 0.1,
    });
  });

  describe('a search', () => {
    test('finds both or neither of two addresses that look alike in lists, unless it names one completely', async () => {
      const { id, token } = await newSession(open());
      const hex = (length: number) =>
        fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length });
      const mine = serve(3).as(token);
      const taken = new Set<string>();
      const length = fc.oneof(fc.constant(4), fc.integer({ min: 1, max: 27 }));
      await fc.assert(
        fc.asyncProperty(hex(8), hex(32), hex(32), length, length, async (ends, a, b, from, to) => {
          const [one, other] = [a, b].map((middle) =>
            getAddress(`0x${[...ends.slice(0, 4), ...middle, ...ends.slice(4)].join('')}`),
          ) as [string, string];
          fc.pre(one !== other && !taken.has(one) && !taken.has(other));
          taken.add(one).add(other);
          const inviter = await signUp(db(), id);
          for (const address of [one, other]) await signUp(db(), inviter, { address });
          // The case of letters is a checksum of all digits.
          const mask = maskAddress(one).toLowerCase();
          const digits = one.slice(2);
          const [first, last] = [digits.slice(0, from), digits.slice(40 - to)];
          for (const search of [first, `0x${first}`, `0x${first}…`, last, `…${last}`, `0x${first}…${last}`]) {
            const found = await all({ search, level: '2' }, mine);
            expect(found.filter(({ address }) => address.toLowerCase() === mask).length % 2, search).toBe(0);
          }
          expect(await all({ search: one }, mine)).toHaveLength(1);
        }),
        { numRuns: 30, examples: [[[...'12345678'], [...'a'.repeat(32)], [...'b'.repeat(32)], 5, 4]] },
      );
    });

    const wanted = (start: string) =>
      team.filter(({ address }) => address.toLowerCase().startsWith(`0x${start}`));

    test('finds members by the beginning of their address, ignoring case, page by page', async () => {
      for (const start of ['abcd', 'ef01', '77ff'])
        for (const search of [`0x${start}`, `0x${start.toUpperCase()}`, ` 0X${start}`, `${start}…`])
          expect(placesOf(await all({ search, limit: '2' }))).toEqual(shown(wanted(start)));
      const direct = wanted('abcd').filter(({ level }) => level === 1);
      expect(placesOf(await all({ search: '0xabcd', level: '1' }))).toEqual(shown(direct));
    });

    test('finds one by the whole address and by its shortened form', async () => {
      for (const one of team) {
        expect(placesOf(await all({ search: one.address }))).toEqual(shown([one]));
        const mask = maskAddress(one.address);
        const alike = team.filter(({ address }) => maskAddress(address) === mask);
        for (const search of [mask, mask.replace('…', '...'), mask.toLowerCase()])
          expect(placesOf(await all({ search }))).toEqual(shown(alike));
        const [start, end] = [one.address.slice(2, 6).toLowerCase(), one.address.slice(-4).toLowerCase()];
        const ending = team.filter(({ address }) => address.toLowerCase().endsWith(end));
        expect(placesOf(await all({ search: `…${end}` }))).toEqual(shown(ending));
        const either = team.filter((each) => ending.includes(each) || wanted(end).includes(each));
        expect(placesOf(await all({ search: end }))).toEqual(shown(either));
        expect(placesOf(await all({ search: start, limit: '100' }))).toEqual(
          expect.arrayContaining(shown(alike)),
        );
      }
    });

    test('finds nobody from another team, and nobody for any other text', async () => {
      const strangers = [900, 901, 300].map((n) => addressOf('abcd', n));
      for (const search of [...strangers, '0xabc', 'abc', '0xabcdb', '0x%', '0xabcd_', "0xabcd'--"])
        expect(await all({ search })).toEqual([]);
      expect((await ask({ search: 'nobody' })).summary.teamMembers).toBe(team.length);
    });

    test('with an empty text is ignored', async () => {
      for (const search of ['', '   ']) expect(await all({ search, limit: '100' })).toHaveLength(team.length);
    });
  });

  test('switched-off levels are not shown', async () => {
    const direct = team.filter(({ level }) => level === 1);
    expect(placesOf(await all({}, onlyDirect))).toEqual(shown(direct));
    expect((await ask({}, onlyDirect)).summary).toMatchObject({
      teamMembers: DIRECT,
      membersByLevel: [DIRECT],
      subTeamHashrate: String(1200 * DIRECT),
      subTeamPerformance: '0',
    });
    const third = team.find(({ level }) => level === 3)?.address ?? '';
    expect(await all({ search: third }, onlyDirect)).toEqual([]);
    for (const level of ['2', '3'] as const)
      expect(await onlyDirect.call(INVITES, { level })).toMatchObject({ status: 403, code: 403 });
  });

  test('an invalid query is refused', async () => {
    const { nextCursor } = await ask({ limit: '1' });
    const foreign = Buffer.from('earnings.5').toString('base64url');
    for (const query of [{ cursor: foreign }, { cursor: `${nextCursor}A` }, { limit: '0' }, { limit: '101' }])
      expect(await api.call(INVITES, query)).toMatchObject({ status: 400, code: 400 });
    for (const query of [{ level: '0' }, { level: '4' }, { search: 'x'.repeat(61) }, { page: '2' }])
      expect(await api.send(INVITES, query)).toMatchObject({ status: 400, code: 400 });
    expect((await client(apps[0] as never).call(INVITES, {})).code).toBe(401);
  });

  test('an account that has invited nobody has an empty team', async () => {
    const { token } = await newSession(open());
    const alone = serve(3).as(token);
    expect(await ask({}, alone)).toMatchObject({
      summary: { teamMembers: 0, membersByLevel: [0, 0, 0] },
      items: [],
    });
    expect((await alone.call('GET /api/user/levels', {})).data).toMatchObject({
      level: 0,
      next: { level: 1, requiredValidUsers: 1 },
      progress: 0,
    });
    expect((await alone.call('GET /api/user/earnings', {})).data).toEqual({ items: [], nextCursor: null });
  });
});
