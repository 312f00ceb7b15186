/** Examples for mining, hashrate, repurchase and staking. */
import type { Examples } from './example.ts';
import { at, last } from './values.ts';

const RUNNING = {
  state: 'running',
  kind: 'permanent',
  hashrate: '1350',
  hashrateBonus: '150',
  outputPerHour: '0.5625',
  validHours: 24,
  progress: 0.25,
  producing: true,
  startedAt: at('06:00'),
  nextMiningTime: at('06:00', '2026-11-22'),
  claimable: '0',
  yesterdayOutput: '13.5',
  totalOutput: '227.25',
  serverTime: at('12:00'),
} as const;

const POWER = {
  power: '1350',
  gifted: '1200',
  purchased: '0',
  bonus: { direct: '150', indirect: '0', third: '0' },
  price: '0.01',
  resalePrice: '0.008',
};

const ORDER = {
  id: '318',
  amount: '1000',
  stakedAt: at('09:00', '2026-11-20'),
  unlocksAt: at('09:00'),
  nextOutputAt: at('09:00', '2026-11-22'),
  output: '1',
  periodOutput: '1',
  redeemedAt: null,
  state: 'active',
} as const;

export const MINER: Examples<
  | 'GET /api/mining/index'
  | 'GET /api/mining/config'
  | 'POST /api/mining/buy'
  | 'POST /api/mining/claim1'
  | 'POST /api/mining/claim'
  | 'GET /api/mining/power'
  | 'POST /api/mining/power/buy'
  | 'POST /api/mining/power/buyback'
  | 'GET /api/mining/buyback/list'
  | 'GET /api/stake/index'
  | 'GET /api/stake/list'
  | 'GET /api/stake/outputs'
  | 'GET /api/stake/payments'
  | 'POST /api/stake/stake'
  | 'POST /api/stake/unstake'
> = {
  'GET /api/mining/index': { data: RUNNING },
  'GET /api/mining/config': {
    data: {
      cycleSeconds: 86_400,
      trialHashrate: '1200',
      trialHours: 24,
      permanentPrice: '10',
      outputPerHashrate: '0.01',
      tokenValue: '0.01',
      hashratePrice: '0.01',
      resaleRate: '0.8',
      hashrateStep: '100',
      referralBonus: ['0.1', '0.05', '0.01'],
      rate: '0.01',
      powerRate: '0.01',
    },
  },
  'POST /api/mining/buy': {
    input: { method: 'usdt' },
    data: {
      ...RUNNING,
      state: 'pending_start',
      outputPerHour: '0.5625',
      progress: 0,
      producing: false,
      startedAt: null,
      nextMiningTime: null,
    },
  },
  'POST /api/mining/claim1': { data: { ...RUNNING, progress: 0 } },
  'POST /api/mining/claim': { data: { ...RUNNING, progress: 0, claimed: '13.5' } },
  'GET /api/mining/power': { data: POWER },
  'POST /api/mining/power/buy': {
    input: { hashrate: '300' },
    data: { ...POWER, power: '1650', purchased: '300' },
  },
  'POST /api/mining/power/buyback': { input: { hashrate: '300' }, data: { ...POWER, received: '2.4' } },
  'GET /api/mining/buyback/list': {
    data: {
      fund: {
        ...{ balance: '982.4', bought: '1760', institution: '880', stakers: '880', runwayDays: 390 },
        ...{ budget: '100', budgetLeft: '82.4', share: '20', mine: { left: '17.5', produced: '44' } },
        ...{ renewsAt: at('16:00'), resaleCovered: true },
      },
      ...last({ id: '51', time: at('11:20'), kind: 'token' as const, amount: '100', paid: '1' }),
    },
  },
  'GET /api/stake/index': {
    data: {
      totalStaked: '1000',
      dailyRate: '0.001',
      nextOutputAt: at('09:00', '2026-11-22'),
      yesterdayOutput: '0',
      cumulativeOutput: '1',
      teamOutput: '0.15',
      rewardShare: '0.044',
      minAmount: '10',
      holdHours: 24,
      open: true,
    },
  },
  'GET /api/stake/list': { data: last(ORDER) },
  'GET /api/stake/outputs': {
    data: { days: [{ day: '2026-11-21', output: '1', teamOutput: '0.15', rewardShare: '0.044' }] },
  },
  'GET /api/stake/payments': {
    input: { id: '318' },
    data: last({ period: 1, time: at('09:00'), amount: '1', entry: '20417' }),
  },
  'POST /api/stake/stake': {
    input: { amount: '1000' },
    data: {
      id: '318',
      amount: '1000',
      unlocksAt: at('12:00', '2026-11-22'),
      nextOutputAt: at('12:00', '2026-11-22'),
    },
  },
  'POST /api/stake/unstake': { input: { id: '318' }, data: { id: '318', amount: '1000' } },
};
