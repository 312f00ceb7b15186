/** Staking: orders, and the payouts every 24 hours. */
import { fromUnits } from '#rules/amounts.ts';
import { lastDays } from '#rules/days.ts';
import { CHART_DAYS } from '#rules/figures.ts';
import { outputOf, readStake } from '#rules/staking.ts';
import { type TeamLevels, ratesOf } from '#rules/team.ts';
import type { Database } from '#server/db/client.ts';
import { batched } from '#server/http/batches.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { Feature } from '#server/lib/feature.ts';
import { stakingProofs } from './staking.check.ts';
import { stakingSections } from './staking.export.ts';
import {
  type Act,
  act,
  dayOutputs,
  findOrders,
  paymentsOf,
  sharePromises,
  stakeTotals,
  stakedAt,
  stakedNow,
} from './staking.repository.ts';
import { PAYOUT_JOB, payOut, startPayouts } from './staking.usecases.ts';
import { NO_TOTALS, indexView, orderView } from './staking.views.ts';

interface StakingFeatureDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** The settings currently in force. */
  readonly live: () => {
    /** False: no new orders are accepted. */
    readonly stakingOpen: boolean;
    /** What a new order pays every 24 h, in smallest units of 1; an order keeps the rate it was created with. */
    readonly stakingDailyRate: bigint;
    readonly teamLevels: TeamLevels;
  };
  readonly tellBalance: (userId: bigint) => void;
}

const pages = pagesOf('stake', oneId);
const paymentPages = pagesOf('payment', oneId);

/** Refused first if staking is switched off, then if the amount is below the minimum. */
export function stakeAct(
  call: Act['call'],
  text: string,
  { stakingOpen, stakingDailyRate }: { stakingOpen: boolean; stakingDailyRate: bigint },
): Act {
  const amount = readStake(text);
  const refused = stakingOpen ? (amount === null ? 'invalid_amount' : 'ok') : 'forbidden';
  return {
    call,
    amount: amount ?? 0n,
    output: outputOf(amount ?? 0n, stakingDailyRate),
    redeems: null,
    refused,
  };
}

export const redeemAct = (call: Act['call'], order: bigint): Act => ({
  ...{ call, amount: 0n, output: 0n, redeems: order, refused: 'ok' },
});

export function stakingFeature({ database, clock, live, tellBalance }: StakingFeatureDeps) {
  const queue = batched<Act>((acts, wait) => act(database.kysely, acts, wait));
  return {
    handlers: {
      'GET /api/stake/index': async (c) => {
        const [yesterday = ''] = lastDays(c.now, 2);
        const totals = c.user ? await stakeTotals(c.db, c.user.id, yesterday) : NO_TOTALS;
        return indexView(totals, { dailyRate: live().stakingDailyRate, open: live().stakingOpen });
      },
      'GET /api/stake/list': async (c) => {
        const { after, limit } = pages.asked(c.input);
        const id = c.input.id === undefined ? undefined : BigInt(c.input.id);
        const rows = await findOrders(c.db, c.user.id, { before: after, id, limit: limit + 1 });
        const { shown, nextCursor } = pages.page(rows, limit, (row) => row.id);
        return { items: shown.map(orderView), nextCursor };
      },
      'GET /api/stake/payments': async (c) => {
        const { after, limit } = paymentPages.asked(c.input);
        const [order = refuse('not_found')] = await findOrders(c.db, c.user.id, {
          id: BigInt(c.input.id),
          limit: 1,
        });
        const rows = await paymentsOf(c.db, order, { before: after, limit: limit + 1 });
        const { shown, nextCursor } = paymentPages.page(rows, limit, ({ period }) => BigInt(period));
        const items = shown.map(({ period, at, entry }) => ({
          period,
          time: at.toISOString(),
          amount: fromUnits(order.output),
          entry: String(entry),
        }));
        return { items, nextCursor };
      },
      'GET /api/stake/outputs': async (c) => {
        const rows = await dayOutputs(c.db, c.user.id, lastDays(c.now, CHART_DAYS));
        return {
          days: rows.map(({ day, output, team, shares }) => ({
            day,
            output: fromUnits(output),
            teamOutput: fromUnits(team),
            rewardShare: fromUnits(shares),
          })),
        };
      },
      'POST /api/stake/stake': {
        oneTrip: ({ call, input }) => queue(stakeAct(call, input.amount, live())),
      },
      'POST /api/stake/unstake': {
        oneTrip: ({ call, input }) => queue(redeemAct(call, BigInt(input.id))),
      },
    },
    jobs: {
      [PAYOUT_JOB]: payOut({
        ...{ database, clock, tellBalance },
        rates: () => ratesOf('staking', live().teamLevels),
      }),
    },
    proofs: stakingProofs,
    sections: stakingSections,
    provides: { sharePromises, stakedAt, stakedNow },
    start: () => startPayouts(database.kysely, clock.now()),
  } satisfies Feature;
}
