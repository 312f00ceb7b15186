/** Fund history over HTTP: its categories and filters, pages without gaps or doubles, and the same rows as CSV. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FUND_CATEGORIES } from '#rules/fund-categories.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type App, startApp } from '#tests/support/app.ts';
import * as bank from '#tests/support/bank.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { type Devnet, devnetOf } from '#tests/support/money.ts';
import { DAY, UNLIMITED, type Person, ask, issuePaths, newcomer, skip } from '#tests/support/person.ts';

const PURSE = { USDT: '2000', ETH: '10' };

let app: App;
let devnet: Devnet;
let ann: Person;
let ben: Person;
const paidOut = bank.newAddress();

const withdraw = ({ api }: Person, amount: string, address: string) =>
  ask(api, 'POST /api/assets/withdraw', { coin: 'USDT', amount, address });
const swap = ({ api }: Person, from: string, to: string, amount: string) =>
  ask(api, 'POST /api/assets/swap', { from, to, amount });
const page = ({ api }: Person, query: bank.Filter & { limit?: string; cursor?: string } = {}) =>
  ask(api, 'GET /api/assets/records', query);

beforeAll(async () => {
  app = await startApp({
    withoutPage: true,
    env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0', WITHDRAW_APPROVAL: 'USDT=500' },
  });
  devnet = await devnetOf(app);
  [ann, ben] = (await bank.richPeople(app.url, devnet, [PURSE, PURSE])) as [Person, Person];
  await ask(ann.api, 'POST /api/mining/claim1', {});
  await skip(app.url, DAY);
  await ask(ann.api, 'POST /api/mining/claim', {});
  await ask(ann.api, 'POST /api/mining/buy', { method: 'usdt' });
  await swap(ann, 'USDT', 'BTC', '20');
  await withdraw(ann, '30', paidOut);
  const { id } = await withdraw(ann, '600', bank.newAddress());
  await operate(app.dataDir, 'payouts', 'reject', id, 'sent by mistake');
  await swap(ben, 'USDT', 'ADIT', '5');
  await ask(ben.api, 'POST /api/mining/power/buy', { hashrate: '300' });
  await ask(ben.api, 'POST /api/mining/power/buyback', { hashrate: '100' });
  await bank.paid(devnet, ann.api, paidOut);
});
afterAll(async () => {
  devnet?.close();
  await app?.stop();
});

describe('a row', () => {
  test('stands for every movement, under its category', async () => {
    const rows = await bank.history(ann.api);
    const shown = rows.map(({ category, coin, state }) => `${category} ${coin} ${state}`);
    expect(shown.slice(0, -2)).toEqual([
      'refund USDT confirmed',
      'withdraw USDT failed',
      'withdraw USDT confirmed',
      ...(shown[3]?.includes('BTC')
        ? ['exchange BTC confirmed', 'exchange USDT confirmed']
        : ['exchange USDT confirmed', 'exchange BTC confirmed']),
      'purchase USDT confirmed',
      'mining ADIT confirmed',
    ]);
    expect(shown.slice(-2).toSorted()).toEqual(['deposit ETH confirmed', 'deposit USDT confirmed']);
    const of = (category: string) => rows.find((row) => row.category === category);
    expect(of('mining')).toMatchObject({ amount: '12', balanceAfter: '12' });
    expect(of('purchase')).toMatchObject({ amount: '-10', balanceAfter: '1990' });
    expect(of('refund')).toMatchObject({ amount: '600', balanceAfter: '1940' });
    for (const row of rows.filter(({ category }) => category !== 'withdraw'))
      expect([row.category, row.address, row.fee]).toEqual([row.category, null, null]);
    await bank.expectAddsUp(ann.api);
  });

  test('says what was bought and sold', async () => {
    const none = { hashrate: null, round: null, code: null };
    const [bought] = (await page(ann, { category: 'purchase' })).items;
    expect(bought?.detail).toEqual({ ...none, what: 'permanent_miner' });
    const [sold, more] = (await page(ben)).items;
    expect(sold).toMatchObject({ category: 'buyback', amount: '0.8' });
    expect(sold?.detail).toEqual({ ...none, what: 'hashrate_sold', hashrate: '100' });
    expect(more).toMatchObject({ category: 'purchase', amount: '-3' });
    expect(more?.detail).toEqual({ ...none, what: 'hashrate', hashrate: '300' });
  });

  test('leads to its transaction where there is one on the chain', async () => {
    for (const { category, state, txHash } of await bank.history(ann.api)) {
      if (category === 'deposit' || (category === 'withdraw' && state === 'confirmed'))
        expect((await devnet.provider.getTransactionReceipt(txHash ?? ''))?.status).toBe(1);
      else if (category !== 'refund') expect([category, txHash]).toEqual([category, null]);
    }
  });

  test('has a number of its own and a time that is never later than that of the row before it', async () => {
    const rows = await bank.history(ann.api);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const times = rows.map(({ time }) => Date.parse(time));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const now = Date.parse((await ask(ann.api, 'GET /api/mining/index', {})).serverTime);
    expect(times[0]).toBeLessThanOrEqual(now);
    expect(times[0]).toBeGreaterThan(now - DAY * 1000);
  });

  test('of an exchange shares its entry with the other side and with nothing else', async () => {
    const rows = await bank.history(ann.api);
    const [one, two] = rows.filter(({ category }) => category === 'exchange');
    expect(one?.entry).toBe(two?.entry);
    expect(new Set([one?.coin, two?.coin])).toEqual(new Set(['USDT', 'BTC']));
    expect(new Set(rows.map(({ entry }) => entry)).size).toBe(rows.length - 1);
  });
});

describe('filters', () => {
  test('by entry give all its rows, and nothing of another account', async () => {
    const entry = (await page(ann, { category: 'exchange' })).items[0]?.entry ?? '';
    const rows = await ask(ann.api, 'GET /api/assets/records', { entry });
    expect(rows.items.map(({ coin }) => coin).toSorted()).toEqual(['BTC', 'USDT']);
    expect(rows.nextCursor).toBeNull();
    const one = await ask(ann.api, 'GET /api/assets/records', { entry, coin: 'BTC' });
    expect(one.items.map(({ coin }) => coin)).toEqual(['BTC']);
    expect((await ask(ben.api, 'GET /api/assets/records', { entry })).items).toEqual([]);
  });

  test('by coin, by category and by both give the rows of the whole that fit, in its order', async () => {
    const all = await bank.history(ann.api);
    const coins = new Set(all.map(({ coin }) => coin));
    for (const coin of coins)
      expect(await bank.history(ann.api, { coin })).toEqual(all.filter((row) => row.coin === coin));
    for (const category of FUND_CATEGORIES) {
      expect(await bank.history(ann.api, { category })).toEqual(
        all.filter((row) => row.category === category),
      );
      expect(await bank.history(ann.api, { category, coin: 'USDT' })).toEqual(
        all.filter((row) => row.category === category && row.coin === 'USDT'),
      );
    }
    expect(await page(ann, { coin: 'SHIB' })).toEqual({ items: [], nextCursor: null });
  });

  test.each([
    ['limit', { limit: '0' }],
    ['limit', { limit: '101' }],
    ['limit', { limit: '-1' }],
    ['limit', { limit: 'ten' }],
    ['category', { category: 'gift' }],
    ['coin', { coin: 'usdt' }],
    ['cursor', { cursor: 'x'.repeat(201) }],
    ['cursor', { cursor: 'no cursor of this list' }],
    ['cursor', { cursor: '1;drop' }],
  ])('a bad %s is refused: %j', async (path, query) => {
    const answer = await ann.api.send('GET /api/assets/records', query);
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(issuePaths(answer)).toEqual([path]);
  });

  test.each([{ category: 'gift' }, { coin: 'usdt' }, { limit: '5' }, { cursor: '1' }])(
    'the export refuses %j',
    async (query) => {
      expect(await ann.api.send('GET /api/assets/export', query)).toMatchObject({ status: 400, code: 400 });
    },
  );
});

describe('what is somebody’s own', () => {
  test('is refused to a guest and never shown to another', async () => {
    for (const name of ['GET /api/assets/records', 'GET /api/assets/export'] as const)
      expect(await client(app.url).send(name, {})).toMatchObject({ status: 401, code: 401 });
    const mine = new Set((await bank.history(ann.api)).map(({ id }) => id));
    const theirs = await bank.history(ben.api);
    expect(theirs).toHaveLength(6);
    expect(theirs.some(({ id }) => mine.has(id))).toBe(false);
    // A cursor of one account opens nothing to another.
    const { nextCursor } = await page(ann, { limit: '1' });
    const stranger = await newcomer(app.url);
    const opened = await stranger.api.send('GET /api/assets/records', { cursor: nextCursor ?? '' });
    expect((opened.data as { items?: unknown[] }).items ?? []).toEqual([]);
  });
});

describe('pages', () => {
  test('of any size join to the whole, and the last one says so', async () => {
    const all = await bank.history(ann.api);
    for (const limit of ['1', '2', String(all.length - 1), String(all.length), '100']) {
      const rows: bank.Row[] = [];
      let cursor: string | null = null;
      do {
        const next: Awaited<ReturnType<typeof page>> = await page(ann, { limit, ...(cursor && { cursor }) });
        expect(next.items.length).toBeLessThanOrEqual(Number(limit));
        expect(next.items.length).toBeGreaterThan(0);
        rows.push(...next.items);
        cursor = next.nextCursor;
      } while (cursor);
      expect(rows).toEqual(all);
    }
  });

  test('have 20 rows unless told, and neither gaps nor doubles while new rows come', async () => {
    const many = 30;
    for (let i = 0; i < many; i += 1) await swap(ann, 'USDT', i % 2 ? 'ETH' : 'BTC', `0.${i + 1}`);
    const start = await bank.history(ann.api);
    expect(start.length).toBeGreaterThan(2 * many);
    const first = await page(ann);
    expect(first.items).toEqual(start.slice(0, 20));
    for (const filter of [{}, { coin: 'USDT' }, { category: 'exchange', coin: 'USDT' }] as const) {
      const fits = (await bank.history(ann.api)).filter(
        (row) =>
          (!('coin' in filter) || row.coin === filter.coin) &&
          (!('category' in filter) || row.category === filter.category),
      );
      const rows: bank.Row[] = [];
      let cursor: string | null = null;
      do {
        const next: Awaited<ReturnType<typeof page>> = await page(ann, {
          ...filter,
          limit: '7',
          ...(cursor && { cursor }),
        });
        rows.push(...next.items);
        cursor = next.nextCursor;
        await swap(ann, 'USDT', 'BTC', '0.01');
      } while (cursor);
      expect(rows).toEqual(fits);
    }
    await bank.expectAddsUp(ann.api);
  });
});

/** Cells of a CSV file (RFC 4180). */
function cells(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '' && rows.at(-1)?.length === 0) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

describe('the CSV export', () => {
  const download = async (query = '') => {
    const response = await fetch(`${app.url}/api/assets/export${query}`, {
      headers: { authorization: `Bearer ${ann.token}`, 'accept-language': 'en' },
    });
    return { response, body: await response.text() };
  };

  test('is a file to be kept with every row, all of what the pages say', async () => {
    const { response, body } = await download();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;.*\.csv/);
    expect(response.headers.get('cache-control')).toMatch(/no-store|private/);
    const rows = await bank.history(ann.api);
    const [header, ...lines] = cells(body.replace(/^\uFEFF/, ''));
    expect(lines).toHaveLength(rows.length);
    for (const [i, row] of rows.entries()) {
      expect(lines[i]).toHaveLength(header?.length ?? 0);
      const { coin, amount, balanceAfter, txHash, entry, address, fee } = row;
      const facts = [coin, amount, balanceAfter, entry, txHash, address, fee].filter((fact) => fact !== null);
      expect(lines[i]).toEqual(expect.arrayContaining(facts));
      expect(lines[i]?.map((cell) => Date.parse(cell))).toContain(Date.parse(row.time));
    }
    const total = lines.reduce((sum, line) => sum + (line.includes('mining') ? 1 : 0), 0);
    expect(total).toBe(1);
  });

  test('takes the filters of the pages', async () => {
    const { body } = await download('?coin=USDT&category=exchange');
    const rows = await bank.history(ann.api, { coin: 'USDT', category: 'exchange' });
    const lines = cells(body.replace(/^\uFEFF/, '')).slice(1);
    expect(lines.map((line) => rows.findIndex(({ entry }) => line.includes(entry)))).toEqual(
      rows.map((_, i) => i),
    );
    const spent = rows.reduce((sum, { amount }) => sum + toUnits(amount.slice(1)), 0n);
    expect(fromUnits(spent)).toMatch(/^\d+(\.\d+)?$/);
    const empty = cells((await download('?coin=SHIB')).body.replace(/^\uFEFF/, ''));
    expect(empty).toHaveLength(1);
  });
});
