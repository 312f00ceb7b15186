/**
 * Fund history with every kind of money movement: pages and filters, withdrawals with their own state, and the complete
 * file, however long it is and whatever is booked while it is sent.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input, Output } from '#contract';
import { FUND_CATEGORIES } from '#rules/fund-categories.ts';
import { toUnits } from '#rules/amounts.ts';
import { COINS } from '#server/chain/coins.ts';
import { withTerms } from '#server/chain/coins.terms.ts';
import { creditDeposits } from '#server/chain/deposits/deposits.repository.ts';
import { refundEntry } from '#server/chain/payouts/payouts.ledger.ts';
import { inTransaction } from '#server/db/client.ts';
import { recordsRoutes } from '#server/features/assets/records.routes.ts';
import { withdraw } from '#server/features/assets/withdraw.usecases.ts';
import { repurchasing } from '#server/features/buyback/buyback.usecases.ts';
import { post } from '#server/ledger/post.ts';
import { exchange } from '#tests/support/exchange.ts';
import { onPostgres, untilItWaits } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { NOON } from '#tests/support/ledger.ts';
import { RARE, longHistory } from '#tests/support/long-history.ts';

const RECORDS = 'GET /api/assets/records';
type Row = Output<typeof RECORDS>['items'][number];

const coins = () =>
  withTerms(
    COINS.map((coin) => ({ ...coin, contract: `0x${'c'.repeat(40)}` })),
    new Map(),
  );
const RECEIVER = '0x52908400098527886E0F7030069857D2E4169EE7';
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
/** Rows of the long history; the embedded database creates them more slowly. */
const LONG = 12_345;

onPostgres((open) => {
  const db = () => open().kysely;
  let app: ReturnType<typeof fakeApp>['app'];
  let url = '';
  let api: Client;
  let token = '';
  let user: Awaited<ReturnType<typeof newSession>>;
  let paid = 0n;
  let failed = 0n;

  const ask = async (query: Input<typeof RECORDS> = {}, as = api) => (await as.call(RECORDS, query)).data;
  async function all(query: Input<typeof RECORDS> = {}, as = api): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Output<typeof RECORDS> = await ask(
        { limit: '100', ...query, ...(cursor && { cursor }) },
        as,
      );
      rows.push(...page.items);
      cursor = page.nextCursor;
    }
    return rows;
  }
  const download = (query = '', as = token, signal: AbortSignal | null = null) =>
    fetch(`${url}/api/assets/export${query}`, { headers: { authorization: `Bearer ${as}` }, signal });

  /** Every money movement once, booked by the real code. */
  async function live() {
    const block = { number: 5, hash: hash(5) };
    const deposit = (n: number, coin: string, amount: string) => ({
      txHash: hash(n),
      ordinal: n,
      coin,
      amount: toUnits(amount),
      from: user.address,
      block,
    });
    await db().updateTable('users').set({ kyc: 'approved' }).where('id', '=', user.id).execute();
    await inTransaction(db(), (tx) =>
      creditDeposits(tx, [deposit(1, 'USDT', '1000'), deposit(2, 'BTC', '1')], NOON),
    );
    const booked = (coin: string) =>
      post(db(), {
        kind: 'seed',
        at: NOON,
        lines: [
          { system: 'reserve', coin, amount: toUnits('100000') },
          { system: 'custody', coin, amount: -toUnits('100000') },
        ],
      });
    await Promise.all(['USDT', 'BTC'].map(booked));
    await post(db(), {
      kind: 'mining',
      at: NOON,
      lines: [
        { user: user.id, coin: 'ADIT', amount: toUnits('12') },
        { system: 'issuance', coin: 'ADIT', amount: -toUnits('12') },
      ],
    });
    await post(db(), {
      kind: 'miner_purchase',
      at: NOON,
      lines: [
        { user: user.id, coin: 'USDT', amount: -toUnits('10') },
        { system: 'buyback', coin: 'USDT', amount: toUnits('10') },
      ],
    });
    for (const [kind, system, coin, amount] of [
      ['hashrate_resale', 'buyback', 'USDT', '0.8'],
      ['staking', 'issuance', 'ADIT', '0.02'],
      ['staking_team', 'issuance', 'ADIT', '0.003'],
      ['race_payout', 'race_stakes', 'ADIT', '5'],
      ['lottery_prize', 'issuance', 'ADIT', '6.5'],
      ['coupon', 'issuance', 'ADIT', '5.5'],
    ] as const)
      await post(db(), {
        kind,
        at: NOON,
        lines: [
          { user: user.id, coin, amount: toUnits(amount) },
          { system, coin, amount: -toUnits(amount) },
        ],
      });
    const prices = (coin: string) => ({
      ...{ price: toUnits(coin === 'BTC' ? '90000' : '1'), at: NOON },
      deviation: 0n,
    });
    await exchange(
      db(),
      { coins, prices, exchangeOpen: () => true, repurchasing },
      user.id,
      { from: 'BTC', to: 'USDT', amount: '0.001' },
      NOON,
    );
    const deps = {
      coins,
      limits: () => new Map<string, bigint>(),
      approval: () => 'off' as const,
      closed: new Set<string>(),
      paying: true,
      host: () => 'adit.example',
      useNonce: async () => false,
    } as const;
    const order = (amount: string) =>
      inTransaction(db(), (tx) =>
        withdraw(tx, deps, { ...user, address: RECEIVER }, { coin: 'USDT', amount, address: RECEIVER }, NOON),
      );
    paid = (await order('100')).id;
    failed = (await order('50')).id;
    await post(
      db(),
      refundEntry(
        { id: failed, user: user.id, coin: 'USDT', amount: toUnits('50'), fee: toUnits('1') },
        NOON,
      ),
    );
    await db().updateTable('payouts').set({ state: 'failed' }).where('id', '=', failed).execute();
  }

  beforeAll(async () => {
    app = fakeApp(open(), { handlers: recordsRoutes() }).app;
    url = await app.listen({ port: 0, host: '127.0.0.1' });
    user = await newSession(open());
    ({ token } = user);
    api = client(app, undefined, token);
    await live();
  });
  afterAll(() => app?.close());

  describe('a swap', () => {
    test('has its fee on the side that was received, and only there', async () => {
      const rows = await all();
      expect(rows.flatMap(({ coin, swapFee }) => (swapFee === null ? [] : [[coin, swapFee]]))).toEqual([
        ['USDT', '0.27'],
      ]);
    });
  });

  describe('the pages', () => {
    test('list every movement once, newest first, each with the balance after it', async () => {
      const rows = await all();
      expect(rows.map(({ category, coin, amount, state }) => [category, coin, amount, state])).toEqual([
        ['refund', 'USDT', '50', 'confirmed'],
        ['withdraw', 'USDT', '-50', 'failed'],
        ['withdraw', 'USDT', '-100', 'requested'],
        ['exchange', 'USDT', '89.73', 'confirmed'],
        ['exchange', 'BTC', '-0.001', 'confirmed'],
        ['airdrop', 'ADIT', '5.5', 'confirmed'],
        ['lottery', 'ADIT', '6.5', 'confirmed'],
        ['race', 'ADIT', '5', 'confirmed'],
        ['team', 'ADIT', '0.003', 'confirmed'],
        ['staking', 'ADIT', '0.02', 'confirmed'],
        ['buyback', 'USDT', '0.8', 'confirmed'],
        ['purchase', 'USDT', '-10', 'confirmed'],
        ['mining', 'ADIT', '12', 'confirmed'],
        ...rows.slice(-2).map(({ coin }) => ['deposit', coin, coin === 'BTC' ? '1' : '1000', 'confirmed']),
      ]);
      expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(FUND_CATEGORIES));
      expect(rows[0]?.balanceAfter).toBe('980.53');
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      const times = rows.map(({ time }) => Date.parse(time));
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      for (const { category, address, fee } of rows.filter((row) => row.category !== 'withdraw'))
        expect([category, address, fee]).toEqual([category, null, null]);
      expect(rows.filter(({ entry }) => entry === rows[3]?.entry)).toHaveLength(2);
      expect(rows.at(-1)?.txHash).toBe(hash(rows.at(-1)?.coin === 'USDT' ? 1 : 2));
    });

    test("show where a withdrawal goes, and its payout's state as it changes", async () => {
      const one = async () =>
        (await all({ category: 'withdraw' })).find(({ amount }) => amount === '-100') as Row;
      expect(await one()).toMatchObject({ state: 'requested', address: RECEIVER, fee: '1', txHash: null });
      const id = (await one()).id;
      await db()
        .updateTable('payouts')
        .set({ state: 'broadcast', wallet: RECEIVER, nonce: 3n, tx_hash: hash(9) })
        .where('id', '=', paid)
        .execute();
      expect(await one()).toMatchObject({ id, state: 'broadcast', txHash: hash(9) });
    });

    test('of any size and filter together equal the filtered whole', async () => {
      const rows = await all();
      for (const limit of ['1', '2', '5'])
        for (const category of [undefined, ...FUND_CATEGORIES])
          for (const coin of [undefined, 'USDT', 'BTC', 'SHIB']) {
            const filter = { ...(category && { category }), ...(coin && { coin }) };
            const fits = rows.filter(
              (row) => (!category || row.category === category) && (!coin || row.coin === coin),
            );
            expect(await all({ limit, ...filter })).toEqual(fits);
          }
      expect((await ask({ limit: '15' })).nextCursor).toBeNull();
      expect((await ask({ limit: '13' })).nextCursor).toMatch(/^[\w-]+$/);
    });

    test('have the requested size, by default 20 rows, with neither gaps nor duplicates while new rows arrive', async () => {
      const session = await newSession(open());
      const own = client(app, undefined, session.token);
      const mine = (amount: bigint) =>
        post(db(), {
          kind: 'mining',
          at: NOON,
          lines: [
            { user: session.id, coin: 'ADIT', amount },
            { system: 'issuance', coin: 'ADIT', amount: -amount },
          ],
        });
      for (let n = 1n; n <= 25n; n += 1n) await mine(n);
      const before = await all({}, own);
      expect((await ask({}, own)).items).toEqual(before.slice(0, 20));
      const read: Row[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page: Output<typeof RECORDS> = await ask({ limit: '7', ...(cursor && { cursor }) }, own);
        read.push(...page.items);
        cursor = page.nextCursor;
        await mine(100n);
      }
      expect(read).toEqual(before);
    });

    test('of one entry are all its rows, and nobody else’s', async () => {
      const entry = (await ask({ category: 'exchange' })).items[0]?.entry ?? '';
      const coinsOf = async (query: Input<typeof RECORDS>, as = api) =>
        (await ask(query, as)).items.map(({ coin }) => coin).toSorted();
      expect(await coinsOf({ entry })).toEqual(['BTC', 'USDT']);
      expect(await coinsOf({ entry, coin: 'BTC' })).toEqual(['BTC']);
      const other = client(app, undefined, (await newSession(open())).token);
      expect(await coinsOf({ entry }, other)).toEqual([]);
    });

    test('of another account are its own, whatever cursor is sent', async () => {
      const other = client(app, undefined, (await newSession(open())).token);
      const { nextCursor } = await ask({ limit: '1' });
      expect(await ask({ cursor: nextCursor ?? '' }, other)).toEqual({ items: [], nextCursor: null });
    });

    test.each([
      ['category', { category: 'gift' }],
      ['coin', { coin: 'usdt' }],
      ['from', { from: '0000-01-01T00:00:00Z' }],
    ])('refuse an invalid %s', async (path, query) => {
      const answer = await api.send(RECORDS, query);
      expect(answer).toMatchObject({ status: 400, code: 400, data: { issues: [{ path }] } });
    });

    test.each(['x', '1', 'MS5BRElU=', 'AAAA', "'; drop table users", 'a'.repeat(200)])(
      'refuse the cursor %s',
      async (cursor) => {
        const answer = await api.send(RECORDS, { cursor });
        expect(answer).toMatchObject({ status: 400, code: 400, data: { issues: [{ path: 'cursor' }] } });
      },
    );
  });

  describe('the file', () => {
    const lines = (text: string) => text.split('\r\n');

    test('agrees line for line', async () => {
      const response = await download();
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(response.headers.get('cache-control')).toMatch(/no-store|private/);
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="adit-history-\d{4}-\d\d-\d\d\.csv"$/,
      );
      const [header, ...rest] = lines(await response.text());
      expect(header).toBe('time,category,coin,amount,balance_after,state,fee,address,tx_hash,entry,detail');
      expect(rest.pop()).toBe('');
      const wanted = (await all()).map((row) =>
        [row.time, row.category, row.coin, row.amount, row.balanceAfter, row.state]
          .concat([row.fee ?? '', row.address ?? '', row.txHash ?? '', row.entry])
          .concat(row.detail ? [row.detail.what, row.detail.round ?? ''].filter(Boolean).join(' ') : '')
          .join(','),
      );
      expect(rest).toEqual(wanted);
    });

    test('applies the filters and ignores paging', async () => {
      expect(lines(await (await download('?category=exchange&coin=BTC')).text())).toHaveLength(3);
      expect(lines(await (await download('?coin=SHIB')).text())).toHaveLength(2);
      for (const query of [
        '?limit=5',
        '?cursor=x',
        '?category=gift',
        '?coin=btc',
        '?to=0000-12-31T23:59:59Z',
      ])
        expect((await download(query)).status).toBe(400);
      expect((await download('', 'made-up')).status).toBe(401);
    });

    test('is written once at a time for an account', async () => {
      const { response, busy } = await inTransaction(db(), async (tx) => {
        await sql`lock table ledger_postings in access exclusive mode`.execute(tx);
        const first = download();
        await untilItWaits(db(), first);
        return { response: first, busy: await download() };
      });
      expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '5']);
      const text = await (await response).text();
      await expect.poll(async () => (await download()).text()).toBe(text);
    });

    test('of a long history is complete and in order, as of its beginning', async () => {
      const rows = LONG;
      const owner = await longHistory(db(), rows);
      await db().updateTable('sessions').set({ user_id: owner }).where('user_id', '=', user.id).execute();
      const response = await download();
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      let text = (await reader?.read())?.value ?? '';
      const later = (amount: bigint) =>
        post(db(), {
          kind: 'mining',
          at: NOON,
          lines: [
            { user: owner, coin: 'ADIT', amount },
            { system: 'issuance', coin: 'ADIT', amount: -amount },
          ],
        });
      await later(777n);
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        text += part.value;
      const [, ...exported] = lines(text);
      expect(exported.pop()).toBe('');
      expect(exported).toHaveLength(rows);
      const entries = exported.map((one) => BigInt(one.split(',')[9] ?? ''));
      expect(entries.every((entry, n) => n === 0 || entry < (entries[n - 1] ?? 0n))).toBe(true);
      expect(exported.filter((one) => one.split(',')[3] === '0.000000000000000777')).toEqual([]);
      expect(exported.filter((one) => one.split(',')[2] === RARE.coin)).toHaveLength(RARE.rows);
      expect((await ask({ limit: '1' })).items[0]?.amount).toBe('0.000000000000000777');
    });
  });
});
