// The stored wallet state follows the answers that it is taken from, but only for a signed-in account.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRefreshNeeded, stale } from '#api/changes.ts';
import { queryClient, remember } from '#api/queries.ts';
import { endSession, startSession, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { followFigures } from './figures.ts';

const asset = (coin: string, balance: string) => ({
  coin,
  name: coin,
  balance,
  decimals: 18,
  staked: '0',
  price: null,
  fixedPrice: false,
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

test('takes balance and coins from the asset list', () => {
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

test('takes the hashrate from the power reply', () => {
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

test("does not store a guest's zeros", () => {
  remember('GET /api/assets/list', list);
  expect(read(walletAtom)).toMatchObject({ balance: '0', coinList: [] });
});

test('includes answers that arrived before anyone followed', () => {
  stop();
  startSession('token', { address: '0x1' });
  queryClient.setQueryData(['GET /api/assets/list', {}], list);
  expect(read(walletAtom).balance).toBe('0');
  stop = followFigures();
  expect(read(walletAtom).balance).toBe('12');
});

test('figures count as stale from a move of money until a coin list requested after it', async () => {
  startSession('token', { address: '0x1' });
  await stale('GET /api/assets/records');
  expect(read(walletAtom).needRefresh).toBe(false);
  await stale('GET /api/assets/list');
  expect(read(walletAtom).needRefresh).toBe(true);
  expect(isRefreshNeeded()).toBe(true);
  // A cached answer, shown while there is no connection, is not a newer one.
  queryClient.setQueryData(['GET /api/assets/list', {}], list, { updatedAt: 0 });
  expect(read(walletAtom)).toMatchObject({ needRefresh: true, balance: '12' });
  remember('GET /api/assets/list', list);
  expect(read(walletAtom).needRefresh).toBe(false);
  endSession();
  await stale('GET /api/assets/list');
  expect(read(walletAtom).needRefresh).toBe(false);
});
