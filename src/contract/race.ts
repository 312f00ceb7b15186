/** The race: six lanes of coins, one round every 300 s, drawn from a blockchain hash. */
import * as z from 'zod/mini';
import { RACE_LANES } from '#rules/figures.ts';
import { call } from './call.ts';
import { Amount, Coin, DrawRule, Hash, RaceRound, SignedAmount, Time, page, pageQuery } from './shapes.ts';

const Lane = z.int().check(z.minimum(1), z.maximum(RACE_LANES));
const Bet = z.strictObject({ lane: Lane, amount: Amount });
const Bets = z.array(Bet).check(
  z.minLength(1),
  z.maxLength(RACE_LANES),
  z.refine((bets) => new Set(bets.map(({ lane }) => lane)).size === bets.length, 'a lane twice'),
);
const LaneStake = z.object({ lane: Lane, coin: Coin, stake: Amount });
const Ranking = z.array(Lane).check(z.length(RACE_LANES));
const State = z.enum(['open', 'closed', 'drawing', 'settled', 'void']);
const roundQuery = z.strictObject({
  round: z.optional(z.string().check(z.regex(/^\d{1,12}$/, 'not a round'))),
});

export const race = {
  'GET /api/game/config': call({
    summary: 'The rules of the race as figures',
    session: 'none',
    output: z.object({
      lanes: z.array(z.object({ lane: Lane, coin: Coin })),
      roundSeconds: z.int(),
      bettingSeconds: z.int(),
      payout: Amount,
      minBet: Amount,
      maxBet: Amount,
      returnToPlayer: Amount,
      referral: z.tuple([Amount, Amount, Amount]),
      rule: DrawRule,
    }),
    errors: [],
  }),
  'GET /api/game/opening': call({
    summary: 'The current round, and the outcome of the previous one',
    session: 'optional',
    output: z.object({
      round: RaceRound,
      state: State,
      opensAt: Time,
      bettingEndsAt: Time,
      drawsAt: Time,
      seedHash: z.nullable(Hash),
      drawBlock: z.nullable(z.int()),
      totalStake: Amount,
      lanes: z.array(LaneStake),
      myBets: z.array(z.object({ lane: Lane, amount: Amount })),
      /** The latest earlier round with a bet; stake and payout are the caller's, "0" for a guest. */
      previous: z.nullable(
        z.object({
          round: RaceRound,
          state: z.enum(['drawing', 'settled', 'void']),
          champion: z.nullable(Lane),
          ranking: z.nullable(Ranking),
          stake: Amount,
          payout: Amount,
        }),
      ),
      serverTime: Time,
    }),
    errors: [],
  }),
  'GET /api/game/speed': call({
    summary: "A race as distances over time, ending in the draw's ranking",
    session: 'none',
    query: roundQuery,
    output: z.object({
      round: RaceRound,
      durationMs: z.int(),
      lanes: z.array(z.object({ lane: Lane, distances: z.array(z.number()) })),
    }),
    errors: ['not_found'],
  }),
  'POST /api/game/coining': call({
    summary: 'Bets on one or several lanes',
    session: 'required',
    body: z.strictObject({ round: RaceRound, bets: Bets }),
    output: z.object({
      round: RaceRound,
      /** The bets placed by this call. */
      bets: z.array(z.object({ lane: Lane, amount: Amount })),
      balance: Amount,
    }),
    whileFrozen: 'refused',
    changes: [
      'GET /api/game/opening',
      'GET /api/game/record',
      'GET /api/user/limits',
      'GET /api/assets/list',
      'GET /api/assets/records',
    ],
    errors: [
      'forbidden',
      'betting_closed',
      'invalid_amount',
      'insufficient_balance',
      'exposure_limit',
      'play_paused',
    ],
  }),
  'GET /api/game/record': call({
    summary: "The account's races",
    session: 'required',
    query: z.strictObject(pageQuery),
    output: page(
      z.object({
        round: RaceRound,
        bets: z.array(z.object({ lane: Lane, amount: Amount })),
        stake: Amount,
        champion: z.nullable(Lane),
        ranking: z.nullable(Ranking),
        payout: Amount,
        profit: SignedAmount,
        state: State,
      }),
    ),
    errors: [],
  }),
  'GET /api/game/ranking': call({
    summary: 'The result of a settled round with all that proves it',
    session: 'optional',
    query: roundQuery,
    output: z.object({
      round: RaceRound,
      drawsAt: Time,
      rule: DrawRule,
      hash: Hash,
      txHash: Hash,
      blockNumber: z.int(),
      blockHash: Hash,
      seed: Hash,
      seedHash: Hash,
      ranking: Ranking,
      champion: Lane,
      totalStake: Amount,
      /** Total staked on the champion. */
      winnersStake: Amount,
      /** The caller's payout minus stake; null for callers who did not bet. */
      profitAndLoss: z.nullable(SignedAmount),
      lanes: z.array(LaneStake),
      /** The ten largest payouts; addresses are masked, and `deleted` for a deleted account. */
      leaders: z.array(z.object({ address: z.string(), stake: Amount, payout: Amount })),
    }),
    errors: ['not_found'],
  }),
};
