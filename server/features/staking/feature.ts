/** Staking: orders, and the payouts of every 24 hours. */
import { fromUnits } from '#rules/amounts.ts';
import { dayBegin, lastDays } from '#rules/days.ts';
import { CHART_DAYS } from '#rules/figures.ts';
import { type TeamLevels, ratesOf } from '#rules/team.ts';
import type { Database } from '#server/db/client.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import type { Feature } from '#server/lib/feature.ts';
import { stakingProofs } from './staking.check.ts';
import { stakingSections } from './staking.export.ts';
import {
  dayOutputs,
  findOrders,
  paymentsOf,
  sharePromises,
  stakeTotals,
  stakedAt,
  stakedOf,
} from './staking.repository.ts';
import {
  PAYOUT_JOB,
  type StakingDeps,
  payOut,
  stake,
  stakedView,
  startPayouts,
  unstake,
} from './staking.usecases.ts';
import { NO_TOTALS, indexView, orderView } from './staking.views.ts';

interface StakingFeatureDeps extends Pick<StakingDeps, 'noteTeam'> {
  readonly database: Database;
  readonly clock: Clock;
  /** The settings currently in force. */
  readonly live: () => {
    readonly stakingOpen: boolean;
    readonly stakingDailyRate: bigint;
    readonly teamLevels: TeamLevels;
  };
  readonly tellBalance: (userId: bigint) => void;
}

const pages = pagesOf('stake', oneId);
const paymentPages = pagesOf('payment', oneId);

export function stakingFeature({ database, clock, live, noteTeam, tellBalance }: StakingFeatureDeps) {
  const deps: StakingDeps = {
    open: () => live().stakingOpen,
    dailyRate: () => live().stakingDailyRate,
    noteTeam,
  };
  return {
    handlers: {
      'GET /api/stake/index': async (c) => {
        const [yesterday, today] = lastDays(c.now, 2).map(dayBegin) as [Date, Date];
        const span = { from: yesterday, to: today };
        const totals = c.user ? await stakeTotals(c.db, c.user.id, span) : NO_TOTALS;
        return indexView(totals, { dailyRate: deps.dailyRate(), open: deps.open() });
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
        const days = lastDays(c.now, CHART_DAYS);
        const rows = await dayOutputs(c.db, c.user.id, days, days.map(dayBegin));
        return {
          days: rows.map(({ day, output, team, shares }) => ({
            day,
            output: fromUnits(output),
            teamOutput: fromUnits(team),
            rewardShare: fromUnits(shares),
          })),
        };
      },
      'POST /api/stake/stake': async (c) => {
        const done = await stake(c.db, deps, c.user.id, c.input.amount, c.now);
        return stakedView(done);
      },
      'POST /api/stake/unstake': async (c) => {
        const amount = await unstake(c.db, deps, c.user.id, BigInt(c.input.id), c.now);
        return { id: c.input.id, amount: fromUnits(amount) };
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
    provides: { sharePromises, stakedAt, stakedOf },
    start: () => startPayouts(database.kysely, clock.now()),
  } satisfies Feature;
}
