/** The staking calls. */
import { dayBegin, lastDays } from '#rules/days.ts';
import { CHART_DAYS } from '#rules/figures.ts';
import { fromUnits } from '#rules/amounts.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import { dayOutputs, findOrders, stakeTotals } from './staking.repository.ts';
import { NO_TOTALS, indexView, orderView } from './staking.views.ts';
import { type StakingDeps, stake, stakedView, unstake } from './staking.usecases.ts';

const pages = pagesOf('stake', oneId);

export function stakingRoutes(deps: StakingDeps) {
  return {
    'GET /api/stake/index': async (c) => {
      const [yesterday, today] = lastDays(c.now, 2).map(dayBegin) as [Date, Date];
      const totals = c.user ? await stakeTotals(c.db, c.user.id, { from: yesterday, to: today }) : NO_TOTALS;
      return indexView(totals, { dailyRate: deps.dailyRate(), open: deps.open() });
    },
    'GET /api/stake/list': async (c) => {
      const { after, limit } = pages.asked(c.input);
      const id = c.input.id === undefined ? undefined : BigInt(c.input.id);
      const rows = await findOrders(c.db, c.user.id, { before: after, id, limit: limit + 1 });
      const { shown, nextCursor } = pages.page(rows, limit, (row) => row.id);
      return { items: shown.map(orderView), nextCursor };
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
  } satisfies Partial<Handlers>;
}
