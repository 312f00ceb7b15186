/** GET /api/assets/list: prices with their time, the daily withdrawal limits, and what only an account sees. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { COINS } from '#server/chain/coins.ts';
import { type CoinChange, withTerms } from '#server/chain/coins.terms.ts';
import { type AssetsDeps, assetsRoutes } from '#server/features/assets/assets.routes.ts';
import { limitsOf } from '#rules/withdraw.ts';
import { withdraw, withdrawLeft } from '#server/features/assets/withdraw.usecases.ts';
import { inTransaction } from '#server/db/client.ts';
import { post } from '#server/ledger/post.ts';
import { balances } from '#server/ledger/read.ts';
import { onPostgres } from '#tests/support/databases.ts';
import { fakeApp, newSession } from '#tests/support/fake-app.ts';
import { client } from '#tests/support/http.ts';

const LIST = 'GET /api/assets/list';
const CONTRACT = `0x${'c'.repeat(40)}`;
const RECEIVER = '0x52908400098527886E0F7030069857D2E4169EE7';

onPostgres((open) => {
  const at = new Date('2026-11-21T11:59:00Z');
  const contracts = COINS.map((coin) => ({ ...coin, contract: coin.symbol === 'SQL' ? null : CONTRACT }));
  const changed = new Map<string, CoinChange>();
  const coins = () => withTerms(contracts, changed);
  const limits = limitsOf(contracts, new Map([['USDT', toUnits('500')]]));
  const deps: AssetsDeps = {
    coins,
    treasury: RECEIVER,
    chainId: 1337,
    rpcUrl: 'http://127.0.0.1:8545',
    explorerUrl: undefined,
    confirmations: 3,
    quote: (coin) => (coin === 'BTC' ? { price: toUnits('90000.5'), at } : null),
    holdings: async (db, user) => ({ held: await balances(db, user), staked: new Map() }),
    withdrawLeft: (db, user, now) => withdrawLeft(db, user, now, limits),
    exchangeOpen: () => true,
    paying: true,
  };
  let app: ReturnType<typeof fakeApp>['app'];
  let user: Awaited<ReturnType<typeof newSession>>;
  const list = async (more: Partial<AssetsDeps> = {}, guest = false) => {
    const one = fakeApp(open(), { handlers: assetsRoutes({ ...deps, ...more }) }).app;
    const { data } = await client(one, undefined, guest ? undefined : user.token).call(LIST, {});
    await one.close();
    return { ...data, of: (coin: string) => data.items.find((item) => item.coin === coin) };
  };

  beforeAll(async () => {
    app = fakeApp(open(), { handlers: assetsRoutes(deps) }).app;
    user = await newSession(open());
    const db = open().kysely;
    await db.updateTable('users').set({ kyc: 'approved' }).where('id', '=', user.id).execute();
    for (const [coin, amount] of [
      ['USDT', '1000'],
      ['BTC', '0.5'],
    ] as const)
      await post(db, {
        kind: 'deposit',
        at,
        lines: [
          { user: user.id, coin, amount: toUnits(amount) },
          { system: 'custody', coin, amount: -toUnits(amount) },
        ],
      });
  });
  afterAll(() => app?.close());

  test('a price comes with the time it was set, and both are missing together', async () => {
    const { of, items } = await list();
    expect(items.map(({ coin }) => coin)).toEqual(COINS.map(({ symbol }) => symbol));
    expect(of('BTC')).toMatchObject({
      price: '90000.5',
      priceAt: at.toISOString(),
      balance: '0.5',
      valueUsdt: '45000.25',
    });
    expect(of('USDT')).toMatchObject({ price: null, priceAt: null, valueUsdt: null, balance: '1000' });
    expect(of('SQL')).toMatchObject({ contract: null, depositable: false, withdrawable: false });
  });

  test('the remaining daily limit shrinks with each withdrawal, and only the account sees it', async () => {
    expect((await list()).of('USDT')?.withdrawLeft).toBe('500');
    const order = {
      coins,
      limits: () => limits,
      approval: () => 'off' as const,
      closed: new Set<string>(),
      paying: true,
      host: () => 'adit.example',
      useNonce: async () => false,
    } as const;
    await inTransaction(open().kysely, (tx) =>
      withdraw(
        tx,
        order,
        { ...user, address: RECEIVER },
        { coin: 'USDT', amount: '120.5', address: RECEIVER },
        new Date(),
      ),
    );
    const { of } = await list();
    expect([of('USDT')?.withdrawLeft, of('BTC')?.withdrawLeft]).toEqual(['379.5', '0.11']);
    const guest = await list({}, true);
    expect(guest.items.every(({ withdrawLeft: left }) => left === null)).toBe(true);
    const free = await list({ withdrawLeft: async () => new Map() });
    expect(free.of('USDT')?.withdrawLeft).toBeNull();
  });

  test('without a wallet to receive with or to pay from, nothing can be deposited or withdrawn', async () => {
    const way = async (more: Partial<AssetsDeps>) => {
      const { depositable, withdrawable } = (await list(more)).of('BTC') ?? {};
      return [depositable, withdrawable];
    };
    expect(await way({})).toEqual([true, true]);
    expect(await way({ treasury: null })).toEqual([false, true]);
    expect(await way({ paying: false })).toEqual([true, false]);
  });

  test('what the operator has switched off for a coin is shown for that coin only', async () => {
    changed.set('BTC', { terms: { deposits: false, exchange: false, withdrawFee: '0.001' } });
    try {
      const { of } = await list();
      const shown = { depositable: false, withdrawable: true, exchangeable: false, withdrawFee: '0.001' };
      expect(of('BTC')).toMatchObject(shown);
      expect(of('ETH')).toMatchObject({ depositable: true, withdrawable: true, exchangeable: true });
    } finally {
      changed.clear();
    }
  });

  test('the list says whether the exchange is open', async () => {
    expect((await list()).exchangeOpen).toBe(true);
    expect((await list({ exchangeOpen: () => false })).exchangeOpen).toBe(false);
  });
});
