/** The miner: its state and cycle, activation, and hashrate. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Empty, Share, Time } from './shapes.ts';

const MinerState = z.enum(['not_activated', 'pending_start', 'running', 'pending_claim', 'expired']);

const Miner = z.object({
  state: MinerState,
  kind: z.enum(['trial', 'permanent']),
  /** The hashrate of the current cycle, or of a cycle started now. */
  hashrate: Amount,
  /** The share of it that comes from the team. */
  hashrateBonus: Amount,
  outputPerHour: Amount,
  validHours: z.int(),
  progress: Share,
  producing: z.boolean(),
  startedAt: z.nullable(Time),
  nextMiningTime: z.nullable(Time),
  claimable: Amount,
  yesterdayOutput: Amount,
  totalOutput: Amount,
  serverTime: Time,
});

const Hashrate = z.object({
  /** The total: gifted, purchased and bonus. */
  power: Amount,
  gifted: Amount,
  purchased: Amount,
  /** Bonus by team level: 10 %, 5 % and 1 % of the valid members' own hashrate. */
  bonus: z.object({ direct: Amount, indirect: Amount, third: Amount }),
  /** USDT per unit, and the price at which a unit is bought back. */
  price: Amount,
  resalePrice: Amount,
});

export const mining = {
  'GET /api/mining/index': call({
    summary: 'The miner and its cycle',
    session: 'required',
    askedByWorker: true,
    output: Miner,
    errors: [],
  }),
  'GET /api/mining/config': call({
    summary: 'The rules of the miner as figures',
    session: 'none',
    output: z.object({
      cycleSeconds: z.int(),
      trialHashrate: Amount,
      trialHours: z.int(),
      permanentPrice: Amount,
      outputPerHashrate: Amount,
      tokenValue: Amount,
      hashratePrice: Amount,
      resaleRate: Amount,
      hashrateStep: Amount,
      referralBonus: z.tuple([Amount, Amount, Amount]),
      rate: Amount,
      powerRate: Amount,
    }),
    errors: [],
  }),
  'POST /api/mining/buy': call({
    summary: 'Activates a permanent miner, for USDT or by a valid invited user',
    session: 'required',
    body: z.strictObject({ method: z.enum(['usdt', 'invite']) }),
    output: Miner,
    whileFrozen: 'refused',
    changes: [
      'GET /api/mining/index',
      'GET /api/user/info',
      'GET /api/assets/list',
      'GET /api/assets/records',
      'GET /api/mining/buyback/list',
      'GET /api/mining/bet/index',
    ],
    /**
     * activation_unavailable comes with `reason`: `permanent`, `trial` (not yet claimed) or `friend` (no valid friend).
     */
    errors: ['activation_unavailable', 'insufficient_balance'],
  }),
  'POST /api/mining/claim1': call({
    summary: 'Starts a cycle',
    session: 'required',
    queueable: true,
    body: Empty,
    output: Miner,
    byClaimer: true,
    whileFrozen: 'refused',
    changes: ['GET /api/mining/index'],
    errors: ['kyc_required', 'miner_not_activated', 'miner_running', 'mining_incomplete'],
  }),
  'POST /api/mining/claim': call({
    summary: 'Credits the finished cycle; a permanent miner runs on, a trial expires',
    session: 'required',
    queueable: true,
    body: Empty,
    output: z.extend(Miner, { claimed: Amount }),
    byClaimer: true,
    whileFrozen: 'works',
    changes: ['GET /api/mining/index', 'GET /api/assets/list', 'GET /api/assets/records'],
    errors: ['miner_not_activated', 'mining_incomplete'],
  }),
  'POST /api/mining/power/buy': call({
    summary: 'Buys hashrate',
    session: 'required',
    body: z.strictObject({ hashrate: Amount }),
    output: Hashrate,
    whileFrozen: 'refused',
    changes: [
      'GET /api/mining/power',
      'GET /api/mining/index',
      'GET /api/mining/buyback/list',
      'GET /api/assets/list',
      'GET /api/assets/records',
    ],
    errors: ['invalid_amount', 'insufficient_balance'],
  }),
  'POST /api/mining/power/buyback': call({
    summary: 'Sells purchased hashrate back',
    session: 'required',
    body: z.strictObject({ hashrate: Amount }),
    output: z.extend(Hashrate, { received: Amount }),
    whileFrozen: 'refused',
    changes: [
      'GET /api/mining/power',
      'GET /api/mining/index',
      'GET /api/mining/buyback/list',
      'GET /api/assets/list',
      'GET /api/assets/records',
    ],
    errors: ['invalid_amount', 'insufficient_balance'],
  }),
  'GET /api/mining/power': call({
    summary: 'Hashrate by source, with prices',
    session: 'required',
    output: Hashrate,
    errors: [],
  }),
};
