/**
 * Coupons over HTTP: what each gives and where that comes from; fifty parallel requests exceed neither its limit nor
 * one use per account; and nobody finds codes by guessing.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { foldTeams } from '#server/features/team/team.changes.ts';
import { audit } from '#server/ledger/audit.ts';
import { post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { expectInEveryLanguage } from '#tests/support/answers.ts';
import { couponFixture } from '#tests/support/coupons.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { client } from '#tests/support/http.ts';

const [REDEEM, GRANTS, RECORDS] = [
  'POST /api/assets/redeem',
  'GET /api/assets/grants',
  'GET /api/assets/records',
] as const;
const WRONG = 1601;
const HOUR = 3_600_000;
const FIVE = { coin: 'ADIT', amount: toUnits('5') } as const;

onPostgres((open) => {
  const db = () => open().kysely;
  let fixture: ReturnType<typeof couponFixture>;
  type Person = Awaited<ReturnType<typeof fixture.person>>;
  beforeAll(() => {
    fixture = couponFixture(open());
  });
  afterAll(() => fixture.app.close());

  const people = (count: number): Promise<Person[]> =>
    Promise.all(Array.from({ length: count }, () => fixture.person()));
  const count = (answers: readonly { code: number }[], code: number) =>
    answers.filter((one) => one.code === code).length;
  const coupon = (code: string) =>
    db().selectFrom('coupons').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
  const held = async ({ id }: Person, coin = 'ADIT') => fromUnits((await balances(db(), id)).get(coin) ?? 0n);
  const grantsOf = async ({ api }: Person) => (await api.call(GRANTS, {})).data.items;

  describe('a coupon', () => {
    test('of ADIT issues it, in whatever case its code is typed, and appears in both lists', async () => {
      await fixture.make({ code: 'HELLO-5', ...FIVE });
      const ann = await fixture.person();
      expect(await ann.redeem('  hello-5 ')).toMatchObject({
        code: 0,
        data: { coin: 'ADIT', amount: '5', hashrate: null },
      });
      expect(await held(ann)).toBe('5');
      expect(fixture.notified).toContain(ann.id);
      expect(await grantsOf(ann)).toMatchObject([
        { kind: 'coupon', code: 'HELLO-5', coin: 'ADIT', amount: '5', hashrate: null },
        { id: '0', kind: 'welcome', code: null, coin: null, amount: null, hashrate: '1200' },
      ]);
      const { items } = (await ann.api.call(RECORDS, { category: 'airdrop' })).data;
      expect(items).toMatchObject([{ category: 'airdrop', coin: 'ADIT', amount: '5', balanceAfter: '5' }]);

      // Fund history finds it by the beginning of its code, and nobody else's coupons.
      await fixture.make({ code: 'HELP', ...FIVE });
      const ben = await fixture.person();
      expect([(await ann.redeem('HELP')).code, (await ben.redeem('HELP')).code]).toEqual([0, 0]);
      const found = async (search: string, person = ann) =>
        (await person.api.call(RECORDS, { search })).data.items.map(({ detail }) => detail?.code);
      expect(await found('coupon:HEL')).toEqual(['HELP', 'HELLO-5']);
      expect(await found('ADIT coupon:HELLO-5')).toEqual(['HELLO-5']);
      expect(await found('USDT coupon:HEL')).toEqual([]);
      expect(await found('coupon:ELLO')).toEqual([]);
      expect(await found('coupon:HEL', ben)).toEqual(['HELP']);
    });

    test('of hashrate gifts it, tells the team above, and moves no money', async () => {
      await fixture.make({ code: 'POWER', hashrate: toUnits('300') });
      const [top, ann] = [await fixture.person(), await fixture.person()];
      await db()
        .updateTable('users')
        .set({ ancestor1: top.id, invited_by: top.id, kyc: 'approved' })
        .where('id', '=', ann.id)
        .execute();
      const entries = async () => (await sql`select max(id) from ledger_journal`.execute(db())).rows;
      const before = await entries();
      expect((await ann.redeem('POWER')).data).toEqual({ coin: null, amount: null, hashrate: '300' });
      expect(await entries()).toEqual(before);
      await foldTeams(db());
      const miner = async ({ id }: Person) =>
        db().selectFrom('miners').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
      expect(await miner(ann)).toMatchObject({ gifted: toUnits('1500'), purchased: 0n });
      expect((await miner(top)).team1).toBe(toUnits('300'));
      expect(await grantsOf(ann)).toMatchObject([{ hashrate: '300' }, { kind: 'welcome', hashrate: '1200' }]);
    });

    test('of another coin is paid from the reserve, or refused as a whole', async () => {
      const gift = { coin: 'BTC', amount: toUnits('0.5'), hashrate: toUnits('10') };
      await fixture.make({ code: 'BITS', ...gift });
      const [ann, ben] = [await fixture.person(), await fixture.person()];
      await post(db(), {
        kind: 'seed',
        at: fixture.now(),
        lines: [
          { system: 'reserve', coin: 'BTC', amount: toUnits('0.8') },
          { system: 'custody', coin: 'BTC', amount: -toUnits('0.8') },
        ],
      });
      expect((await ann.redeem('BITS')).data).toEqual({ coin: 'BTC', amount: '0.5', hashrate: '10' });
      expect(await ben.redeem('BITS')).toMatchObject({ code: 1303, status: 409, data: { coin: 'BTC' } });
      expect([await held(ann, 'BTC'), await held(ben, 'BTC')]).toEqual(['0.5', '0']);
      expect(fromUnits(await systemBalance(db(), 'reserve', 'BTC'))).toBe('0.3');
      expect((await grantsOf(ben)).map(({ kind }) => kind)).toEqual(['welcome']);
      expect((await coupon('BITS')).used).toBe(1);
    });

    test('with a limit is used exactly that often by fifty parallel requests', async () => {
      await fixture.make({ code: 'FEW', ...FIVE, usesLimit: 20 });
      const crowd = await people(50);
      const answers = await Promise.all(crowd.map((one) => one.redeem('FEW')));
      expect([count(answers, 0), count(answers, WRONG)]).toEqual([20, 30]);
      expect((await coupon('FEW')).used).toBe(20);
      const got = await Promise.all(crowd.map((one) => held(one)));
      expect(got.filter((amount) => amount === '5')).toHaveLength(20);
      expect(got).toEqual(answers.map(({ code }) => (code === 0 ? '5' : '0')));
    });

    test('is used once by an account that tries fifty times at once', async () => {
      await fixture.make({ code: 'ONCE', ...FIVE });
      const ann = await fixture.person();
      const answers = await Promise.all(Array.from({ length: 50 }, () => ann.redeem('ONCE')));
      expect(count(answers, 0)).toBe(1);
      expect(count(answers, WRONG)).toBe(49);
      expect([await held(ann), (await coupon('ONCE')).used]).toEqual(['5', 1]);
    });

    test('is given once per key, and the reply stays the same to the byte', async () => {
      await fixture.make({ code: 'SAME-KEY', ...FIVE });
      const ann = await fixture.person();
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 50 }, () => ann.redeem('SAME-KEY', { key })));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      const replayed = (one: (typeof answers)[number]) => one.headers.get('idempotent-replay') === 'true';
      expect([answers[0]?.code, answers.filter(replayed).length]).toEqual([0, 49]);
      expect(await ann.redeem('POWER', { key })).toMatchObject({ code: 409 });
      expect([await held(ann), (await coupon('SAME-KEY')).used]).toEqual(['5', 1]);
    });

    test('that has expired or is closed is treated as unknown', async () => {
      await fixture.make({ code: 'SHORT', ...FIVE, expiresAt: new Date(fixture.now().getTime() + 1000) });
      await fixture.make({ code: 'SHUT', ...FIVE });
      const [ann, ben] = [await fixture.person(), await fixture.person()];
      fixture.pass(999);
      expect(await ann.redeem('SHORT')).toMatchObject({ code: 0 });
      fixture.pass(1);
      expect(await fixture.operate('coupon close', ['shut'])).toBe('SHUT is closed');
      const refused = await Promise.all(
        ['SHORT', 'SHUT', 'NEVER-MADE', 'HE LLO', 'ÄÖÜ'].map((code) => ben.redeem(code)),
      );
      for (const answer of refused)
        expect(answer).toMatchObject({ status: 409, code: WRONG, data: null, message: refused[0]?.message });
      // Whoever has redeemed it learns that.
      expect(await ann.redeem('SHORT')).toMatchObject({ code: WRONG, data: { reason: 'redeemed' } });
    });
  });

  describe('guessing', () => {
    test('is blocked after ten wrong codes of an account, for the rest of the hour', async () => {
      await fixture.make({ code: 'RIGHT', ...FIVE });
      await fixture.make({ code: 'RIGHT-TOO', ...FIVE });
      const ann = await fixture.person();
      const key = randomUUID();
      for (let n = 0; n < 9; n += 1) expect(await ann.redeem(`NO-${n}`)).toMatchObject({ code: WRONG });
      // Neither a good code nor a replay counts, nor a code that the account has redeemed.
      expect(await ann.redeem('RIGHT')).toMatchObject({ code: 0 });
      expect(await ann.redeem('RIGHT')).toMatchObject({ code: WRONG, data: { reason: 'redeemed' } });
      fixture.pass(60_000);
      for (let n = 0; n < 3; n += 1) expect(await ann.redeem('NO-9', { key })).toMatchObject({ code: WRONG });
      const refused = await ann.redeem('RIGHT-TOO', { language: 'th' });
      expect(refused).toMatchObject({ status: 429, code: 429, data: { retryAfter: 3540 } });
      expect(refused.headers.get('retry-after')).toBe('3540');
      expect(await (await fixture.person()).redeem('RIGHT-TOO')).toMatchObject({ code: 0 });
      fixture.pass(3_539_000);
      expect(await ann.redeem('RIGHT-TOO')).toMatchObject({ code: 429 });
      fixture.pass(1000);
      expect(await ann.redeem('RIGHT-TOO')).toMatchObject({ code: 0 });
    });

    test('in forty parallel requests gets no further than one after the other', async () => {
      const ann = await fixture.person();
      const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ann.redeem(`TRY-${n}`)));
      expect([count(answers, WRONG), count(answers, 429)]).toEqual([10, 30]);
    });

    /** Three accounts of this network type thirty wrong codes. */
    async function crowd(here: string): Promise<Person[]> {
      const guessers = await Promise.all([1, 2, 3].map((n) => fixture.person(`${here}:0:${n}::1`)));
      const wrong = await Promise.all(
        guessers.flatMap((one) => Array.from({ length: 10 }, (_, n) => one.redeem(`NET-${n}`))),
      );
      expect(count(wrong, WRONG)).toBe(30);
      return guessers;
    }

    test('locks no neighbour out: with the right code an honest account redeems, also after a typing error', async () => {
      await fixture.make({ code: 'GOOD-CODE', ...FIVE });
      const here = '2001:db8:0:700';
      const guessers = await crowd(here);
      // The attacker goes on with new accounts, which cost nothing.
      for (let n = 0; n < 5; n += 1) await (await fixture.person(`${here}::5`)).redeem(`MORE-${n}`);
      expect(await (await fixture.person(`${here}::6`)).redeem('GOOD-CODE')).toMatchObject({ code: 0 });
      const clumsy = await fixture.person(`${here}::7`);
      expect(await clumsy.redeem('GOOD-COD')).toMatchObject({ code: WRONG });
      expect(await clumsy.redeem('GOOD-CODE')).toMatchObject({ code: 0 });
      for (const one of guessers) expect(await one.redeem('GOOD-CODE')).toMatchObject({ code: 429 });
      fixture.pass(HOUR);
      expect(await guessers[0]?.redeem('GOOD-CODE')).toMatchObject({ code: 0 });
      const names = (await db().selectFrom('coupon_tries').select('who').execute()).map(({ who }) => who);
      expect(names.join()).not.toMatch(/2001|db8/);
    });

    test('in a network with thirty wrong codes leaves two to an unverified account and ten to a verified one', async () => {
      const here = '2001:db8:0:800';
      await crowd(here);
      const [fresh, verified, elsewhere] = [
        await fixture.person(`${here}::4`),
        await fixture.person(`${here}::5`),
        await fixture.person('2001:db8:0:900::1'),
      ];
      await db().updateTable('users').set({ kyc: 'approved' }).where('id', '=', verified.id).execute();
      const wrongOf = async (one: Person) =>
        count(await Promise.all(Array.from({ length: 12 }, (_, n) => one.redeem(`X-${n}`))), WRONG);
      expect([await wrongOf(fresh), await wrongOf(verified), await wrongOf(elsewhere)]).toEqual([2, 10, 10]);
    });
  });

  test('every refusal has a message in each language', async () => {
    await fixture.make({ code: 'POOR', coin: 'BTC', amount: toUnits('1000000') });
    const { api } = await fixture.person();
    await expectInEveryLanguage(api, REDEEM, { code: 'POOR' }, 1303);
    await expectInEveryLanguage(api, REDEEM, { code: '仮'.repeat(20) }, WRONG);
    for (let n = 0; n < 10; n += 1) await api.send(REDEEM, { code: `WORDS-${n}` });
    await expectInEveryLanguage(api, REDEEM, { code: 'POOR' }, 429);
  });

  test.each([
    ['A'.repeat(21), { hashrate: '1' }, /^give a code: 1 to 20 letters, digits and hyphens$/],
    ['NO', { coin: 'DOGE', amount: '1' }, /^--coin is one of ADIT, USDT, BTC$/],
    ['NO', { hashrate: '1.5' }, /^--hashrate is a whole number above 0, at most \d+$/],
    ['NO', { coin: 'USDT', amount: '-1' }, /^--amount is a decimal number above 0, at most \d+$/],
    ['NO', { hashrate: '1', expires: '2020-01-01' }, /^--expires is in the past: it is \S+ now$/],
    ['NO', { hashrate: '1', limit: '0' }, /^--limit is a whole number from 1 to \d+$/],
  ] as [string, Record<string, string>, RegExp][])(
    'refuses %s with %j and tells the operator why in one line',
    async (code, gives, why) => {
      await expect(fixture.operate('coupon add', [code], gives)).rejects.toThrow(why);
    },
  );

  test('an invalid code is a bad request, and a guest is asked to log in', async () => {
    const ann = await fixture.person();
    for (const code of ['A'.repeat(21), '', '   ', 5, null])
      expect(await ann.api.send(REDEEM, { code })).toMatchObject({
        status: 400,
        data: { issues: [{ path: 'code' }] },
      });
    for (const [name, input] of [
      [REDEEM, { code: 'GOOD' }],
      [GRANTS, {}],
    ] as const)
      expect(await client(fixture.app).send(name, input)).toMatchObject({ status: 401 });
  });

  test('grants come in pages, newest first, with the welcome gift last', async () => {
    const ann = await fixture.person();
    for (let n = 1; n <= 3; n += 1) {
      await fixture.make({ code: `PAGE-${n}`, ...FIVE });
      await ann.redeem(`PAGE-${n}`);
    }
    const page = async (cursor?: string | null) =>
      (await ann.api.call(GRANTS, { limit: '2', ...(cursor && { cursor }) })).data;
    const [first, second] = [await page(), await page((await page()).nextCursor)];
    expect(first.items.concat(second.items).map(({ code }) => code)).toEqual([
      'PAGE-3',
      'PAGE-2',
      'PAGE-1',
      null,
    ]);
    expect(second.nextCursor).toBeNull();
    const exact = (await ann.api.call(GRANTS, { limit: '3' })).data;
    expect((await ann.api.call(GRANTS, { cursor: exact.nextCursor ?? '' })).data.items).toMatchObject([
      { kind: 'welcome' },
    ]);
    expect(await ann.api.call(GRANTS, { cursor: 'x' })).toMatchObject({ code: 400 });
  });

  test('the operator creates, lists and closes them, and sees who used one', async () => {
    const options = { coin: 'ADIT', amount: '1', limit: '2', expires: '2100-01-01', note: 'fair' };
    expect(await fixture.operate('coupon add', ['fair-2026'], options)).toBe(
      '1 coupon made: 1 ADIT, uses: 2, expires: 2100-01-01T16:00:00.000Z\nFAIR-2026',
    );
    await expect(fixture.operate('coupon add', ['FAIR-2026'], { hashrate: '1' })).rejects.toThrow(
      'FAIR-2026 exists already',
    );
    const ann = await fixture.person();
    await ann.redeem('fair-2026');
    expect((await fixture.operate('coupon list')).split('\n')[0]).toBe(
      'FAIR-2026\t1 ADIT\t1 of 2\topen\t2100-01-01T16:00:00.000Z\tfair',
    );
    const shown = await fixture.operate('coupon show', ['fair-2026']);
    expect(shown).toMatch(/by olga\n/);
    expect(shown).toMatch(new RegExp(`Z\\t${ann.address}\\tentry \\d+$`));
    const [head, ...random] = (
      await fixture.operate('coupon add', [], { random: '30', hashrate: '5', limit: '1' })
    ).split('\n');
    expect(head).toBe('30 coupons made: 5 hashrate, uses: 1, expires: never');
    expect(new Set(random).size).toBe(30);
    expect(await ann.redeem(random[29] ?? '')).toMatchObject({ code: 0, data: { hashrate: '5' } });
    await fixture.operate('coupon close', ['FAIR-2026']);
    await expect(fixture.operate('coupon close', ['FAIR-2026'])).rejects.toThrow('unknown or closed already');
    await expect(fixture.operate('coupon show', ['NOWHERE'])).rejects.toThrow('there is no coupon NOWHERE');
  });

  test('the books are sound, and the issued supply is what coupons gave', async () => {
    expect(await audit(db())).toEqual([]);
    const uses = await db()
      .selectFrom('coupon_uses as o')
      .innerJoin('coupons as c', 'c.id', 'o.coupon_id')
      .select(['c.coin', 'c.amount', 'c.used', 'c.id'])
      .execute();
    const given = uses.reduce((sum, one) => sum + (one.coin === 'ADIT' ? (one.amount ?? 0n) : 0n), 0n);
    expect(await systemBalance(db(), 'issuance', 'ADIT')).toBe(-given);
    for (const { id, used } of uses) expect(uses.filter((one) => one.id === id)).toHaveLength(used);
  });
});
