/**
 * The books of hashrate bought and sold back: what is moved, once per key and never beyond a
 * balance; and the updates of the teams above and the list of repurchases. A refusal leaves no trace.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { noteRepurchases } from '#server/features/buyback/buyback.repository.ts';
import { buybackFeature } from '#server/features/buyback/feature.ts';
import { systemClock } from '#server/jobs/clock.ts';
import { createTrial } from '#server/features/mining/mining.repository.ts';
import { powerRoutes } from '#server/features/mining/power.routes.ts';
import { noteTeams } from '#server/features/team/team.changes.ts';
import { audit } from '#server/ledger/audit.ts';
import { type Line, post } from '#server/ledger/post.ts';
import { balances, systemBalance } from '#server/ledger/read.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { NOON } from '#tests/support/ledger.ts';

const BUY = 'POST /api/mining/power/buy';
const SELL = 'POST /api/mining/power/buyback';
const LIST = 'GET /api/mining/buyback/list';

onPostgres((open) => {
  const db = () => open().kysely;
  let notified: bigint[] = [];
  let app: ReturnType<typeof fakeApp>['app'];
  let user = 0n;
  let inviter = 0n;
  let api: Client;

  const move = (from: Line, to: Line) => post(db(), { kind: 'deposit', at: NOON, lines: [from, to] });
  const give = (line: Line) => move(line, { system: 'custody', coin: line.coin, amount: -line.amount });
  /** Sets the fund's balance. */
  async function setFund(usdt: string) {
    const missing = toUnits(usdt) - (await systemBalance(db(), 'buyback', 'USDT'));
    if (missing !== 0n) await give({ system: 'buyback', coin: 'USDT', amount: missing });
  }
  const held = async () => fromUnits((await balances(db(), user)).get('USDT') ?? 0n);
  const fund = async () => fromUnits(await systemBalance(db(), 'buyback', 'USDT'));
  const buy = (hashrate: string, key: string = randomUUID()) => api.call(BUY, { hashrate }, { key });
  const sell = (hashrate: string, key: string = randomUUID()) => api.call(SELL, { hashrate }, { key });
  const list = () => client(app).call(LIST, {});
  const changes = () =>
    db()
      .selectFrom('team_changes')
      .select(['hashrate', 'valid_hashrate as valid'])
      .where('user_id', '=', inviter)
      .orderBy('id')
      .execute();
  const verify = () => db().updateTable('users').set({ kyc: 'approved' }).where('id', '=', user).execute();

  beforeAll(() => {
    const handlers = {
      ...powerRoutes({ db: db(), noteTeams, noteRepurchases, levels: () => 3 }),
      ...buybackFeature({ database: open(), clock: systemClock }).handlers,
    };
    ({ app, notified } = fakeApp(open(), { handlers }));
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    inviter = (await newSession(open())).id;
    const session = await newSession(open());
    user = session.id;
    api = client(app, undefined, session.token);
    await db()
      .updateTable('users')
      .set({ invited_by: inviter, ancestor1: inviter })
      .where('id', '=', user)
      .execute();
    await createTrial(db(), user, toUnits('1200'));
    await give({ user, coin: 'USDT', amount: toUnits('50') });
    await setFund('1000');
    notified.length = 0;
  });

  describe('buying', () => {
    test('pays a hundredth of a USDT each, four fifths of it kept for resale, and adds to the purchased hashrate', async () => {
      const kept = await systemBalance(db(), 'resale', 'USDT');
      const { code, data } = await buy('1200');
      expect(code).toBe(0);
      expect(data).toEqual({
        power: '2400',
        gifted: '1200',
        purchased: '1200',
        bonus: { direct: '0', indirect: '0', third: '0' },
        price: '0.01',
        resalePrice: '0.008',
      });
      expect((await api.call('GET /api/mining/power', {})).data).toEqual(data);
      expect([await held(), await fund()]).toEqual(['38', '1002.4']);
      expect(await systemBalance(db(), 'resale', 'USDT')).toBe(kept + toUnits('9.6'));
      expect(notified).toEqual([user]);
      expect((await list()).data.items.filter(({ amount }) => amount === '1200')).toEqual([]);
      expect(await audit(db())).toEqual([]);
    });

    test('without the money is refused with balance and price, and changes nothing', async () => {
      expect(await buy('5100')).toMatchObject({
        status: 409,
        code: 1301,
        data: { coin: 'USDT', balance: '50', amount: '51' },
      });
      expect(await buy('1000000000000000')).toMatchObject({ code: 1301 });
      expect([await held(), await fund()]).toEqual(['50', '1000']);
      expect((await api.call('GET /api/mining/power', {})).data.purchased).toBe('0');
      expect([await changes(), notified]).toEqual([[], []]);
    });

    test('more than any account may have is refused, even if the user could pay for it', async () => {
      await give({ user, coin: 'USDT', amount: toUnits('20000000000000') });
      expect((await buy('99999999999999999900')).code).toBe(1302);
      expect((await buy('1000000000000000')).code).toBe(0);
      expect((await buy('100')).code).toBe(1302);
      expect((await sell('100')).code).toBe(0);
      expect((await buy('100')).code).toBe(0);
      expect((await api.call('GET /api/mining/power', {})).data.power).toBe('1000000000001200');
    });

    test('happens once per key, whoever repeats it, and each time with a new key', async () => {
      const key = randomUUID();
      const taps = await Promise.all([1, 2, 3, 4].map(() => buy('100', key)));
      expect(new Set(taps.map(({ text }) => text)).size).toBe(1);
      expect(await held()).toBe('49');
      const replay = await buy('100', key);
      expect(replay.headers.get('idempotent-replay')).toBe('true');
      expect(await buy('200', key)).toMatchObject({ status: 409, code: 409 });
      const others = await Promise.all([1, 2, 3].map(() => buy('100')));
      expect(others.map(({ code }) => code)).toEqual([0, 0, 0]);
      expect(await held()).toBe('46');
      expect(notified).toHaveLength(4);
    });

    test('in parallel spends a balance once', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => buy('2000')));
      expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
        0, 0, 1301, 1301, 1301, 1301, 1301, 1301,
      ]);
      expect([await held(), (await api.call('GET /api/mining/power', {})).data.purchased]).toEqual([
        '10',
        '4000',
      ]);
    });
  });

  describe('selling back', () => {
    beforeEach(async () => {
      await buy('1000');
      notified.length = 0;
    });

    test('pays four fifths of the price from what was kept for it and is listed without a name', async () => {
      const before = (await list()).data;
      const { code, data } = await sell('37');
      expect(code).toBe(0);
      expect(data).toMatchObject({ power: '2163', gifted: '1200', purchased: '963', received: '0.296' });
      expect([await held(), await fund()]).toEqual(['40.296', '1002']);
      expect(notified).toEqual([user]);
      const { items, fund: sums } = (await list()).data;
      expect(items[0]).toEqual({
        id: items[0]?.id,
        time: items[0]?.time,
        kind: 'hashrate',
        amount: '37',
        paid: '0.296',
      });
      expect(items.length).toBe(before.items.length + 1);
      expect(sums).toEqual(before.fund);
      expect(await audit(db())).toEqual([]);
    });

    test('is limited to purchased hashrate: gifted hashrate is never sold', async () => {
      expect(await sell('1001')).toMatchObject({
        status: 409,
        code: 1301,
        data: { coin: 'hashrate', balance: '1000', amount: '1001' },
      });
      expect((await sell('99999999999999999999')).code).toBe(1301);
      expect((await sell('1000')).data).toMatchObject({ power: '1200', purchased: '0', received: '8' });
      expect(await sell('1')).toMatchObject({ code: 1301, data: { balance: '0', amount: '1' } });
    });

    test('does not depend on the repurchase fund, which may be empty', async () => {
      await setFund('0');
      expect((await sell('1000')).code).toBe(0);
      expect([await fund(), await held()]).toEqual(['0', '48']);
    });

    test('by many taps sells what is there once, and once per key', async () => {
      const key = randomUUID();
      const same = await Promise.all([1, 2, 3].map(() => sell('400', key)));
      expect(new Set(same.map(({ text }) => text)).size).toBe(1);
      const own = await Promise.all([1, 2, 3, 4].map(() => sell('300')));
      expect(own.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 0, 1301, 1301]);
      expect(await held()).toBe('48');
    });
  });

  describe('the teams above', () => {
    test('see all hashrate, and count it as valid once the member is verified', async () => {
      await buy('300');
      await verify();
      await buy('200');
      await sell('450');
      expect(await changes()).toEqual([
        { hashrate: toUnits('300'), valid: 0n },
        { hashrate: toUnits('200'), valid: toUnits('200') },
        { hashrate: -toUnits('450'), valid: -toUnits('450') },
      ]);
    });
  });
});
