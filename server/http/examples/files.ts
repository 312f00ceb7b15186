/** Example replies of calls that do not reply with data of their own in an envelope: files, streams and batches. */
import type { CallName } from '#contract';
import { ADDRESS, at, hash } from './values.ts';

const CSV = [
  'time,category,coin,amount,balance_after,state,fee,address,tx_hash,entry,detail',
  `${at('12:10')},withdraw,USDT,-50,190,confirmed,1,${ADDRESS},${hash('b2')},48230,`,
  '',
].join('\r\n');

const FILES: Partial<Record<CallName, unknown>> = {
  'GET /api/batch': {
    ...{ code: 0, message: '' },
    data: {
      replies: [
        { code: 0, message: '', data: { terms: '', privacy: '' } },
        { code: 404, message: 'We couldn’t find this. Check the link or go back.', data: null },
      ],
    },
  },
  'GET /api/events': 'event: balance\ndata: {}\n\n',
  'GET /api/assets/export': CSV,
  'GET /api/user/export': {
    address: ADDRESS,
    madeAt: at('12:30'),
    sections: {
      stakes: {
        about: 'Stake orders, the oldest first.',
        rows: [{ id: '318', amount: '1000', stakedAt: at('09:00', '2026-11-20'), redeemedAt: null }],
      },
    },
  },
};

export const fileExample = (name: CallName): unknown => FILES[name];
