/** Examples for assets: balances, swaps, withdrawals, fund history, coupons and grants. */
import type { Examples } from './example.ts';
import { ADDRESS, OTHER, at, hash, last } from './values.ts';

export const MONEY: Examples<
  | 'GET /api/assets/list'
  | 'GET /api/assets/prices'
  | 'GET /api/assets/worth'
  | 'POST /api/assets/swap'
  | 'POST /api/assets/withdraw'
  | 'GET /api/assets/records'
  | 'POST /api/assets/redeem'
  | 'GET /api/assets/grants'
> = {
  'GET /api/assets/list': {
    data: {
      items: [
        {
          coin: 'USDT',
          name: 'Tether USD',
          decimals: 18,
          balance: '250',
          staked: '0',
          price: '1',
          fixedPrice: true,
          priceAt: at('12:00'),
          valueUsdt: '250',
          contract: '0x55d398326f99059ff775485246999027b3197955',
          depositable: true,
          exchangeable: true,
          withdrawable: true,
          minWithdraw: '10',
          withdrawFee: '1',
          withdrawLeft: '9990',
        },
      ],
      treasury: OTHER,
      chainId: 56,
      rpcUrl: 'https://node.example',
      explorerUrl: 'https://bscscan.com',
      confirmations: 15,
      exchangeOpen: true,
      asOf: at('12:00'),
    },
  },
  'GET /api/assets/prices': {
    input: { coin: 'BTC', range: '24h' },
    data: {
      items: [
        {
          coin: 'BTC',
          change: '0.0125',
          points: [
            { at: at('11:00'), price: '90250' },
            { at: at('12:00'), price: '91125.5' },
          ],
        },
      ],
      asOf: at('12:00'),
    },
  },
  'GET /api/assets/worth': {
    input: { range: '24h' },
    data: { points: [{ at: at('11:00'), usdt: '248.5' }], asOf: at('12:00') },
  },
  'POST /api/assets/swap': {
    input: { from: 'USDT', to: 'ADIT', amount: '10', minReceived: '990' },
    data: {
      from: 'USDT',
      to: 'ADIT',
      amount: '10',
      received: '997',
      rate: '100',
      fee: '3',
      feeRate: '0.003',
      parts: [{ source: 'reserve', amount: '10', received: '997' }],
      produced: '0',
      priceAt: at('12:00'),
      balances: { USDT: '240', ADIT: '997' },
    },
  },
  'POST /api/assets/withdraw': {
    input: { coin: 'USDT', amount: '50' },
    data: { id: '77', state: 'requested', fee: '1', entry: '48230' },
  },
  'GET /api/assets/records': {
    input: { category: 'withdraw' },
    data: last({
      id: '48230',
      time: at('12:10'),
      category: 'withdraw' as const,
      coin: 'USDT',
      amount: '-50',
      balanceAfter: '190',
      state: 'confirmed' as const,
      txHash: hash('b2'),
      entry: '48230',
      address: ADDRESS,
      fee: '1',
      swapFee: null,
      detail: null,
    }),
  },
  'POST /api/assets/redeem': {
    input: { code: 'WELCOME-ADIT' },
    data: { coin: 'ADIT', amount: '5', hashrate: null },
  },
  'GET /api/assets/grants': {
    data: last(
      {
        id: '12',
        time: at('12:00'),
        kind: 'coupon' as const,
        code: 'WELCOME-ADIT',
        coin: 'ADIT',
        amount: '5',
        hashrate: null,
      },
      {
        id: '0',
        time: at('09:12', '2026-11-02'),
        kind: 'welcome' as const,
        code: null,
        coin: null,
        amount: null,
        hashrate: '1200',
      },
    ),
  },
};
