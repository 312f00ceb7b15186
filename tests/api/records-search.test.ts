/**
 * Filters and searches of the fund history on both databases: combined with every other filter, they return what the
 * same filters keep of the whole list in memory, in pages of any size and in the file.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Input, Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { FUND_CATEGORIES } from '#rules/fund-categories.ts';
import { writeSearch } from '#rules/history-search.ts';
import { fittingDecimals } from '#rules/shown-amounts.ts';
import { creditDeposits } from '#server/chain/deposits/deposits.repository.ts';
import { inTransaction } from '#server/db/client.ts';
import { recordsRoutes } from '#server/features/assets/records.routes.ts';
import { post } from '#server/ledger/post.ts';
import { onBothDatabases } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { type Client, client } from '#tests/support/http.ts';
import { NOON } from '#tests/support/ledger.ts';

const RECORDS = 'GET /api/assets/records';
type Query = Input<typeof RECORDS>;
type Row = Output<typeof RECORDS>['items'][number];

const hash = (n: number) => `0x${n.toString(16).padStart(4, '0').repeat(16)}`;
const ADDRESSES = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x529084Cb1B1D1C0e9D1a0f4b1d8A5f5C9aD4fE11',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
] as const;
const COINS = ['USDT', 'BTC', 'ADIT'] as const;
const AMOUNTS = ['12', '0.5', '1234567.891234', '0.000000000000000001', '89.735', '100'] as const;
const KINDS = [
  'mining',
  'stake',
  'exchange',
  'race_bet',
  'hashrate_purchase',
  'withdraw',
  'deposit',
] as const;
const ROWS = 90;
const MINUTE = 60_000;
const at = (n: number) => new Date(NOON.getTime() + n * MINUTE);

const shown = (amount: string) => {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  return fromUnits(toUnits(`${whole}.${fraction.slice(0, fittingDecimals(whole)) || '0'}`));
};

/** What the contract says about one part of a word. */
function fits(row: Row, part: string): boolean {
  if (part.startsWith('#')) return row.entry === part.slice(1);
  if (part.startsWith('0x'))
    return row.txHash?.startsWith(part) === true || row.address?.toLowerCase().startsWith(part) === true;
  if (/^\d/.test(part)) return shown(row.amount) === shown(part) && /[1-9]/.test(part);
  return row.coin === part || row.category === part || row.detail?.what === part;
}

const leaves = (row: Row, { category, coin, from, to, search }: Query): boolean =>
  (category === undefined || row.category === category) &&
  (coin === undefined || row.coin === coin) &&
  (from === undefined || row.time >= from) &&
  (to === undefined || row.time < to) &&
  (search === undefined ||
    search.split(' ').every((word) => word.split('|').some((part) => fits(row, part))));

onBothDatabases((open) => {
  const db = () => open().kysely;
  let app: ReturnType<typeof fakeApp>['app'];
  let url = '';
  let api: Client;
  let token = '';
  let rows: Row[] = [];

  async function all(query: Query = {}, as = api): Promise<Row[]> {
    const read: Row[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: Output<typeof RECORDS> = (
        await as.call(RECORDS, { limit: '100', ...query, ...(cursor && { cursor }) })
      ).data;
      read.push(...page.items);
      cursor = page.nextCursor;
    }
    return read;
  }

  async function withdrawal(user: bigint, n: number, coin: string, amount: bigint): Promise<void> {
    const payout = await db()
      .insertInto('payouts')
      .values({
        ...{ user_id: user, coin, amount: amount + 1n, fee: 1n, address: ADDRESSES[n % 3] ?? '' },
        ...{ requested_at: at(n), journal_id: BigInt(-n) },
        ...(n % 2 === 0 && {
          state: 'broadcast',
          wallet: ADDRESSES[0],
          nonce: BigInt(n),
          tx_hash: hash(n + 1000),
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const entry = await post(db(), {
      kind: 'withdraw',
      ref: String(payout.id),
      at: at(n),
      lines: [
        { user, coin, amount: -amount },
        { system: 'payouts', coin, amount },
      ],
    });
    await db().updateTable('payouts').set({ journal_id: entry }).where('id', '=', payout.id).execute();
  }

  async function book(user: { id: bigint; address: string }, n: number): Promise<void> {
    const coin = COINS[(n * 7) % 3] ?? 'USDT';
    const amount = toUnits(AMOUNTS[(n * 5) % 6] ?? '1');
    const kind = KINDS[n % 7] ?? 'mining';
    if (kind === 'withdraw') return withdrawal(user.id, n, coin, amount);
    if (kind === 'deposit')
      return void (await inTransaction(db(), (tx) =>
        creditDeposits(
          tx,
          [
            {
              ...{ txHash: hash(n), ordinal: 0, coin, amount, from: user.address },
              block: { number: n, hash: hash(n) },
            },
          ],
          at(n),
        ),
      ));
    const other = COINS[(n * 7 + 1) % 3] ?? 'BTC';
    await post(db(), {
      kind,
      at: at(n),
      lines: [
        { user: user.id, coin, amount: n % 3 === 0 ? -amount : amount },
        { system: 'custody' as const, coin, amount: n % 3 === 0 ? amount : -amount },
        ...(kind === 'exchange'
          ? [
              { user: user.id, coin: other, amount: toUnits('12') },
              { system: 'custody' as const, coin: other, amount: -toUnits('12') },
            ]
          : []),
      ],
    });
  }

  beforeAll(async () => {
    app = fakeApp(open(), { handlers: recordsRoutes() }).app;
    url = await app.listen({ port: 0, host: '127.0.0.1' });
    const user = await newSession(open());
    ({ token } = user);
    api = client(app, undefined, token);
    for (const coin of COINS)
      await post(db(), {
        kind: 'mining',
        at: at(0),
        lines: [
          { user: user.id, coin, amount: toUnits('90000000') },
          { system: 'custody', coin, amount: -toUnits('90000000') },
        ],
      });
    for (let n = 1; n <= ROWS; n += 1) await book(user, n);
    rows = await all();
  });
  afterAll(() => app?.close());

  const NAMES = [
    'exchange',
    'race_bet',
    'staking',
    'purchase',
    'withdraw',
    'coupon',
    'hashrate',
    'mining',
  ] as const;
  const part = fc.constantFrom(...COINS, 'SHIB', ...NAMES);
  const word = fc.uniqueArray(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('|'));
  const value = fc.oneof(
    fc.constantFrom(...AMOUNTS, '0', '89.7351', '1234567.89', '7', '12|#12'),
    fc.nat({ max: 110 }).map((n) => `#${n}`),
    fc.nat({ max: ROWS }).map((n) => hash(n).slice(0, 10)),
    fc.nat({ max: ROWS }).map((n) => hash(n + 1000)),
    fc.constantFrom('0x529084', '0x52908400098527886e0f7030069857d2e4169ee7', '0x8617e340', '0xffffff'),
  );
  const minute = fc.integer({ min: -1, max: ROWS + 2 }).map((n) => at(n).toISOString());
  const query: fc.Arbitrary<Query> = fc.record(
    {
      category: fc.constantFrom(...FUND_CATEGORIES),
      coin: fc.constantFrom(...COINS, 'SHIB'),
      from: minute,
      to: minute,
      search: fc
        .tuple(fc.array(word, { maxLength: 2 }), fc.option(value))
        .map(([words, one]) => [...words, ...(one === null ? [] : [one])].join(' '))
        .filter((text) => text !== ''),
    },
    { requiredKeys: [] },
  );

  describe('a filter', () => {
    test('leaves what it leaves of the whole list, in pages of any size', async () => {
      expect(rows.length).toBeGreaterThan(ROWS);
      await fc.assert(
        fc.asyncProperty(query, fc.constantFrom('3', '20', '100'), async (filter, limit) => {
          expect(await all({ ...filter, limit })).toEqual(rows.filter((row) => leaves(row, filter)));
        }),
        { numRuns: 60 },
      );
    });

    test('finds something of every sort of search, so that the comparison above means something', async () => {
      for (const search of [
        '12',
        '#20',
        hash(6),
        hash(1012),
        '0x529084',
        'BTC exchange',
        'hashrate|stake',
        '12|#12',
      ])
        expect([search, (await all({ search })).length > 0]).toEqual([search, true]);
    });

    test('leaves the same rows in the file', async () => {
      for (const filter of [
        { search: 'USDT 12' },
        { search: '0x529084', from: at(20).toISOString() },
        { category: 'exchange', from: at(10).toISOString(), to: at(40).toISOString() },
      ] as const) {
        const response = await fetch(
          `${url}/api/assets/export?${new URLSearchParams(Object.entries(filter)).toString()}`,
          {
            headers: { authorization: `Bearer ${token}` },
          },
        );
        const lines = (await response.text()).trim().split('\r\n').slice(1);
        expect(lines.map((line) => line.split(',')[9])).toEqual(
          (await all(filter)).map(({ entry }) => entry),
        );
      }
    });

    test('shows nothing of another account', async () => {
      const other = client(app, undefined, (await newSession(open())).token);
      for (const search of ['12', '#20', hash(6), hash(1012), '0x529084', 'USDT'])
        expect(await all({ search }, other)).toEqual([]);
    });

    test('that cannot be read is refused', async () => {
      const wrong: Query[] = [
        ' ',
        'swap',
        'usdt',
        '-12',
        '1 2',
        '12|BTC',
        '0x123',
        '0xZZZZZZ',
        '#',
        'exchange|'.repeat(120),
      ].map((search) => ({ search }));
      for (const filter of [...wrong, { from: 'today' }, { to: '2026-11-24' }])
        expect(await api.send(RECORDS, filter)).toMatchObject({
          status: 400,
          data: {
            issues: expect.arrayContaining([
              expect.objectContaining({ path: Object.keys(filter)[0] }),
            ]) as unknown,
          },
        });
    });
  });

  test('what the page writes is what the server reads', () => {
    expect(
      writeSearch({
        words: [
          { coins: ['BTC'], names: ['exchange'] },
          { coins: [], names: ['stake'] },
        ],
        value: { amount: '500', entry: '500' },
      }),
    ).toBe('BTC|exchange stake 500|#500');
  });
});
