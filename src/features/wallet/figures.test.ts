// The stored wallet state follows the answers it is taken from, for a signed-in account alone.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRefreshNeeded, stale } from '#api/changes.ts';
import { queryClient, remember } from '#api/queries.ts';
import { endSession, startSession, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { followFigures } from './figures.ts';

const asset = (coin: string, balance: string) => ({
  coin,
  balance,
  decimals: 18,
  staked: '0',
  price: null,
  priceAt: null,
  valueUsdt: null,
  contract: null,
  depositable: true,
  exchangeable: true,
  withdrawable: true,
  minWithdraw: '0',
  withdrawFee: '0',
  withdrawLeft: null,
});
const list = {
  items: [asset('ADIT', '12'), asset('USDT', '3.5')],
  treasury: null,
  chainId: 1337,
  rpcUrl: '/rpc',
  explorerUrl: null,
  confirmations: 3,
  exchangeOpen: true,
  asOf: '2026-11-21T10:00:00Z',
};

let stop: () => void;
beforeEach(() => {
  stop = followFigures();
});
afterEach(() => {
  stop();
  endSession();
});

test('balance and coins come from the asset list', () => {
  startSession('token', { address: '0x1' });
  remember('GET /api/assets/list', list);
  expect(read(walletAtom)).toMatchObject({
    balance: '12',
    coinList: [
      { coin: 'ADIT', balance: '12' },
      { coin: 'USDT', balance: '3.5' },
    ],
  });
});

test('the hashrate comes from the power reply', () => {
  startSession('token', { address: '0x1' });
  remember('GET /api/mining/power', {
    power: '1515.5',
    gifted: '1200',
    purchased: '300',
    bonus: { direct: '15', indirect: '0.5', third: '0' },
    price: '0.01',
    resalePrice: '0.008',
  });
  expect(read(walletAtom).powerNumber).toBe('1515.5');
});

test("a guest's zeros are not kept", () => {
  remember('GET /api/assets/list', list);
  expect(read(walletAtom)).toMatchObject({ balance: '0', coinList: [] });
});

test('answers that came before anybody followed count too', () => {
  stop();
  startSession('token', { address: '0x1' });
  queryClient.setQueryData(['GET /api/assets/list', {}], list);
  expect(read(walletAtom).balance).toBe('0');
  stop = followFigures();
  expect(read(walletAtom).balance).toBe('12');
});

test('figures are known to be old from a move of money until the coin list that was asked for then', async () => {
  startSession('token', { address: '0x1' });
  await stale('GET /api/assets/records');
  expect(read(walletAtom).needRefresh).toBe(false);
  await stale('GET /api/assets/list');
  expect(read(walletAtom).needRefresh).toBe(true);
  expect(isRefreshNeeded()).toBe(true);
  // An answer of an earlier time, shown while there is no connection, is no newer one.
  queryClient.setQueryData(['GET /api/assets/list', {}], list, { updatedAt: 0 });
  expect(read(walletAtom)).toMatchObject({ needRefresh: true, balance: '12' });
  remember('GET /api/assets/list', list);
  expect(read(walletAtom).needRefresh).toBe(false);
  endSession();
  await stale('GET /api/assets/list');
  expect(read(walletAtom).needRefresh).toBe(false);
});
