/** The daily lottery: three digits in order, drawn from a blockchain hash. */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { Amount, Digits, DrawRule, Hash, Time, hasYear, page, pageQuery } from './shapes.ts';

/** The Singapore date on which the round closes, at 20:00. */
const Round = z.iso.date().check(hasYear);

const LotteryRound = z.object({
  round: Round,
  closesAt: Time,
  /** Guesses are accepted until then, some seconds before the close. */
  guessesUntil: Time,
  seedHash: z.nullable(Hash),
  drawBlock: z.nullable(z.int()),
  /** The pool if the round were drawn now: what rolled over, paid guesses, and 2 ADIT per permanent miner. */
  pool: Amount,
  rolledOver: Amount,
  /** A paid guess is accepted if it leaves the pool at no more than this: buying all numbers never pays. */
  maxPaidPool: Amount,
  miners: z.int(),
  guessPrice: Amount,
  freeGuesses: z.int(),
  maxGuesses: z.int(),
  myGuesses: z.array(Digits),
  /** What the caller has paid for guesses in this round. */
  participationAmount: Amount,
  eligible: z.boolean(),
  rule: DrawRule,
  /** The latest earlier round with a guess. */
  previous: z.nullable(
    z.object({
      round: Round,
      state: z.enum(['drawing', 'settled', 'void']),
      drawn: z.nullable(Digits),
      winners: z.int(),
      share: Amount,
      myGuesses: z.array(Digits),
      myReward: Amount,
    }),
  ),
  serverTime: Time,
});

export const lottery = {
  'POST /api/mining/bet': call({
    summary: 'Guesses three digits',
    session: 'required',
    body: z.strictObject({ numbers: Digits }),
    output: LotteryRound,
    whileFrozen: 'refused',
    changes: [
      'GET /api/mining/bet/index',
      'GET /api/user/limits',
      'GET /api/assets/list',
      'GET /api/assets/records',
    ],
    /**
     * play_paused comes with `reason`: the account's own pause (`paused`) or limit (`limit`), or `guesses` if it has
     * used all of the round's.
     */
    errors: [
      'forbidden',
      'official_miner_required',
      'betting_closed',
      'insufficient_balance',
      'play_paused',
      'pool_full',
    ],
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
    query: z.strictObject({ ...pageQuery, round: z.optional(Round) }),
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
        closesAt: Time,
        rule: DrawRule,
        blockHash: z.nullable(Hash),
        pool: Amount,
        /** Where the pool came from, and what the next round got from it. */
        carried: Amount,
        issued: Amount,
        paid: Amount,
        rolledOver: Amount,
        guesses: z.int(),
        winners: z.int(),
        share: Amount,
        myGuesses: z.array(Digits),
        myReward: Amount,
      }),
    ),
    errors: [],
  }),
};
