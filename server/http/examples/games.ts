/** Examples for the race and the lottery. */
import type { Examples } from './example.ts';
import { at, hash, last } from './values.ts';

const COINS = ['BTC', 'ETH', 'BNB', 'SQL', 'XRP', 'AOA'];
const lanes = COINS.map((coin, index) => ({ lane: index + 1, coin }));
const RANKING = [3, 1, 6, 2, 5, 4];
const BET = { lane: 3, amount: '20' };
const STAKES = lanes.map((one) => ({ ...one, stake: one.lane === 3 ? '20' : '0' }));

const LOTTERY_ROUND = {
  round: '2026-11-21',
  closesAt: at('12:00'),
  guessesUntil: at('11:59'),
  seedHash: hash('5e'),
  drawBlock: null,
  pool: '446',
  rolledOver: '420',
  maxPaidPool: '1800',
  miners: 12,
  guessPrice: '2',
  freeGuesses: 1,
  maxGuesses: 10,
  myGuesses: [[4, 0, 7]] as [number, number, number][],
  participationAmount: '0',
  eligible: true,
  rule: 'validator',
  previous: null,
  serverTime: at('08:30'),
} as const;

export const GAMES: Examples<
  | 'GET /api/game/config'
  | 'GET /api/game/opening'
  | 'GET /api/game/speed'
  | 'POST /api/game/coining'
  | 'GET /api/game/record'
  | 'GET /api/game/ranking'
  | 'POST /api/mining/bet'
  | 'GET /api/mining/bet/index'
  | 'GET /api/mining/bet/list'
> = {
  'GET /api/game/config': {
    data: {
      lanes,
      roundSeconds: 300,
      bettingSeconds: 270,
      payout: '5',
      minBet: '1',
      maxBet: '10000',
      returnToPlayer: '0.8333',
      referral: ['0.01', '0.005', '0.003'],
      rule: 'validator',
    },
  },
  'GET /api/game/opening': {
    data: {
      round: 5_982_432,
      state: 'open',
      opensAt: at('12:00'),
      bettingEndsAt: '2026-11-21T12:04:30.000Z',
      drawsAt: at('12:05'),
      seedHash: hash('5e'),
      drawBlock: null,
      totalStake: '20',
      lanes: STAKES,
      myBets: [BET],
      previous: {
        round: 5_982_431,
        state: 'settled',
        champion: 3,
        ranking: RANKING,
        stake: '20',
        payout: '100',
      },
      serverTime: at('12:01'),
    },
  },
  'GET /api/game/speed': {
    input: { round: '5982431' },
    data: {
      round: 5_982_431,
      durationMs: 12_000,
      lanes: RANKING.map((lane, place) => ({ lane, distances: [0, 0.5 - place / 50, 1 - place / 25] })),
    },
  },
  'POST /api/game/coining': {
    input: { round: 5_982_432, bets: [BET] },
    data: { round: 5_982_432, bets: [BET], balance: '980' },
  },
  'GET /api/game/record': {
    data: last({
      round: 5_982_431,
      bets: [BET],
      stake: '20',
      champion: 3,
      ranking: RANKING,
      payout: '100',
      profit: '80',
      state: 'settled' as const,
    }),
  },
  'GET /api/game/ranking': {
    input: { round: '5982431' },
    data: {
      round: 5_982_431,
      drawsAt: at('12:00'),
      rule: 'validator',
      hash: hash('31'),
      txHash: hash('7a'),
      blockNumber: 68_204_117,
      blockHash: hash('c4'),
      seed: hash('9d'),
      seedHash: hash('5e'),
      ranking: RANKING,
      champion: 3,
      totalStake: '20',
      winnersStake: '20',
      profitAndLoss: '80',
      lanes: STAKES,
      leaders: [{ address: '0x8f3a…2b3c', stake: '20', payout: '100' }],
    },
  },
  'POST /api/mining/bet': { input: { numbers: [4, 0, 7] }, data: LOTTERY_ROUND },
  'GET /api/mining/bet/index': { data: LOTTERY_ROUND },
  'GET /api/mining/bet/list': {
    data: last({
      round: '2026-11-20',
      state: 'settled' as const,
      hash: hash('31'),
      txHash: hash('7a'),
      blockNumber: 68_108_902,
      seed: hash('9d'),
      seedHash: hash('5e'),
      drawn: [3, 1, 3] as [number, number, number],
      closesAt: at('12:00', '2026-11-20'),
      rule: 'validator' as const,
      blockHash: hash('c4'),
      pool: '420',
      carried: '396',
      issued: '24',
      paid: '0',
      rolledOver: '420',
      guesses: 12,
      winners: 0,
      share: '0',
      myGuesses: [[4, 0, 7]] as [number, number, number][],
      myReward: '0',
    }),
  },
};
