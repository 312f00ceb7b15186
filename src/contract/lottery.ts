/** The daily lottery: three digits in order, drawn from a chain hash. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Digits, Hash, Time, page, pageQuery } from './shapes.ts';

/** The date in Singapore of the round's 20:00 close. */
const Round = z.iso.date();

export const LotteryRound = z.object({
  round: Round,
  closesAt: Time,
  seedHash: z.nullable(Hash),
  drawBlock: z.nullable(z.int()),
  pool: Amount,
  miners: z.int(),
  guessPrice: Amount,
  freeGuesses: z.int(),
  maxGuesses: z.int(),
  myGuesses: z.array(Digits),
  participationAmount: Amount,
  eligible: z.boolean(),
  serverTime: Time,
});

export const lottery = {
  'POST /api/mining/bet': call({
    summary: 'Guesses three digits',
    session: 'required',
    body: z.strictObject({ numbers: Digits }),
    output: LotteryRound,
    errors: ['forbidden', 'official_miner_required', 'betting_closed', 'insufficient_balance', 'play_paused'],
  }),
  'GET /api/mining/bet/index': call({
    summary: 'The open lottery round',
    session: 'optional',
    output: LotteryRound,
    errors: [],
  }),
  'GET /api/mining/bet/list': call({
    summary: 'Previous lottery rounds',
    session: 'optional',
    query: z.strictObject(pageQuery),
    output: page(
      z.object({
        round: Round,
        state: z.enum(['settled', 'void']),
        hash: z.nullable(Hash),
        txHash: z.nullable(Hash),
        blockNumber: z.nullable(z.int()),
        seed: z.nullable(Hash),
        seedHash: z.nullable(Hash),
        drawn: z.nullable(Digits),
        pool: Amount,
        winners: z.int(),
        share: Amount,
        myGuesses: z.array(Digits),
        myReward: Amount,
      }),
    ),
    errors: [],
  }),
};
