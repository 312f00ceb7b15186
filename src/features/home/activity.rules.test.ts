// What counts as having happened to an account, in which order, and which part is unread.
import { expect, test } from 'vitest';
import { type Answers, activityItems, isPrize, withAllRead } from './activity.rules.ts';

const NONE: Answers = { records: [], friends: [], races: [], guesses: [] };

type FundRecord = Answers['records'][number];
const record = (id: string, part: Partial<FundRecord>): FundRecord => ({
  id,
  time: `2026-11-${id.padStart(2, '0')}T10:00:00Z`,
  category: 'mining',
  coin: 'ADIT',
  amount: '12',
  balanceAfter: '12',
  state: 'confirmed',
  txHash: null,
  entry: id,
  address: null,
  fee: null,
  swapFee: null,
  detail: null,
  ...part,
});
const detail = (what: NonNullable<FundRecord['detail']>['what']) => ({
  what,
  hashrate: null,
  round: null,
  code: null,
});

test('what came in and what was paid out is listed, the newest first; what the account did itself is not', () => {
  const records = [
    record('1', {}),
    record('2', { category: 'deposit', coin: 'USDT' }),
    record('3', { category: 'exchange', amount: '-5' }),
    record('4', { category: 'staking', amount: '-50', detail: detail('stake') }),
    record('5', { category: 'staking', detail: detail('staking_reward') }),
    record('6', { category: 'withdraw', amount: '-5', state: 'broadcast' }),
    record('7', { category: 'withdraw', amount: '-5' }),
    record('8', { category: 'refund', amount: '5' }),
    record('9', { category: 'staking', detail: detail('staking_share') }),
    record('10', { category: 'race', amount: '-1', detail: detail('race_bet') }),
  ];
  expect(activityItems({ ...NONE, records }, 'ADIT').map(({ kind }) => kind)).toEqual([
    'share',
    'returned',
    'paid',
    'staking',
    'deposit',
    'claim',
  ]);
});

test('a friend is listed once verified, and a friend of a friend never', () => {
  const friend = {
    hashrate: '1200',
    totalStaking: '0',
    purchasedHashrate: '0',
    joinedAt: '2026-11-01T10:00:00Z',
  };
  const friends = [
    { ...friend, address: '0x1111…1111', level: 1, valid: true },
    { ...friend, address: '0x2222…2222', level: 1, valid: false },
    { ...friend, address: '0x3333…3333', level: 2, valid: true },
  ];
  expect(activityItems({ ...NONE, friends }, 'ADIT').map(({ about }) => about)).toEqual(['0x1111…1111']);
});

test('a race is listed once it is drawn, and only a payout makes it a prize', () => {
  const race = { bets: [], stake: '1', champion: 1, ranking: null, profit: '0' };
  const races = [
    { ...race, round: 10, payout: '0', state: 'open' as const },
    { ...race, round: 9, payout: '5', state: 'settled' as const },
    { ...race, round: 8, payout: '0', state: 'settled' as const },
    { ...race, round: 7, payout: '1', state: 'void' as const },
  ];
  const list = activityItems({ ...NONE, races }, 'ADIT');
  expect(list.map((each) => [each.kind, isPrize(each), each.amount, each.stake])).toEqual([
    ['race', true, '5', '1'],
    ['race', false, '0', '1'],
    ['raceVoid', true, '1', '1'],
  ]);
});

test('what was shown is read afterwards, and earlier marks are kept', () => {
  const shown = activityItems({ ...NONE, records: [record('1', {})] }, 'ADIT');
  expect(withAllRead(['race 3'], shown)).toEqual(['fund 1', 'race 3']);
  expect(withAllRead(['race 3', 'fund 1'], shown)).toEqual(['fund 1', 'race 3']);
});
