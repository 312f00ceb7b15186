/** The invited team: counters and members, the account's level, earnings and the breakdown of each. */
import { readSearch } from '#rules/search.ts';
import { fromUnits } from '#rules/amounts.ts';
import { CHART_DAYS } from '#rules/figures.ts';
import { type Level, type Rates, type TeamLevels, levelsUpTo } from '#rules/team.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { twoNumbers, oneId, pagesOf } from '#server/http/pages.ts';
import { refuse } from '#server/lib/refusal.ts';
import { earning, earnings, earningsByDay, earningsByLevel, sourceOf } from './earnings.repository.ts';
import { members } from './members.repository.ts';
import { raceBatchOf, raceReceiptRows } from './race-receipt.repository.ts';
import { type ReceiptRow, receiptRows, settlementOf } from './receipt.repository.ts';
import { teamCounts, validUsers } from './team.repository.ts';
import { levelsView, memberView, receiptView, summaryView } from './team.views.ts';

const memberPages = pagesOf('members', oneId);
const earningPages = pagesOf('earnings', oneId);
const receiptPages = pagesOf('receipt', twoNumbers);

/** @param teamLevels how many levels are switched on; the others are not shown */
export function teamRoutes(teamLevels: () => TeamLevels) {
  /** The requested level, or all that are switched on. @throws Refusal 403 for one that is switched off */
  function levelsOf(level: string | undefined): Level[] {
    const on = levelsUpTo(teamLevels());
    if (level === undefined) return on;
    const asked = on.filter((one) => String(one) === level);
    return asked.length > 0 ? asked : refuse('forbidden');
  }

  return {
    'GET /api/user/invites': async (c) => {
      const user = c.user.id;
      const levels = levelsOf(c.input.level);
      const { after, limit } = memberPages.asked(c.input);
      const search = readSearch(c.input.search);
      const rows =
        search === null ? [] : await members(c.db, user, { levels, search, after, limit: limit + 1 });
      const { shown, nextCursor } = memberPages.page(rows, limit, ({ id }) => id);
      const [counts, earned] = [await teamCounts(c.db, user), await earningsByLevel(c.db, user)];
      return { summary: summaryView(counts, teamLevels(), earned), items: shown.map(memberView), nextCursor };
    },

    'GET /api/user/levels': async (c) => levelsView(await validUsers(c.db, c.user.id)),

    'GET /api/user/earnings': async (c) => {
      const { after, limit } = earningPages.asked(c.input);
      const rows = await earnings(c.db, c.user.id, limit + 1, after);
      const { shown, nextCursor } = earningPages.page(rows, limit, ({ entry }) => entry);
      const items = shown.map((row) => ({
        entry: String(row.entry),
        time: row.at.toISOString(),
        source: sourceOf(row.kind),
        coin: row.coin,
        amount: fromUnits(row.amount),
      }));
      return { items, nextCursor };
    },

    'GET /api/user/earnings/days': async (c) => {
      const rows = await earningsByDay(c.db, c.user.id, c.now, CHART_DAYS);
      return {
        days: rows.map(({ day, staking, race }) => ({
          day,
          staking: fromUnits(staking),
          race: fromUnits(race),
        })),
      };
    },

    'GET /api/user/earnings/receipt': async (c) => {
      const user = c.user.id;
      const { after: [phase, order] = [], limit } = receiptPages.asked(c.input);
      const { entry, kind, ref } = (await earning(c.db, user, BigInt(c.input.entry))) ?? refuse('not_found');
      const page = (rows: readonly ReceiptRow[], rates: Rates) => {
        const { shown, nextCursor } = receiptPages.page(rows, limit, (row) => [row.phase, row.orderId]);
        return { items: shown.map((row) => receiptView(row, rates)), nextCursor };
      };
      if (sourceOf(kind) === 'race') {
        const batch = (await raceBatchOf(c.db, ref)) ?? refuse('not_found');
        return page(await raceReceiptRows(c.db, user, batch, limit + 1, order), batch.rates);
      }
      const settlement = (await settlementOf(c.db, entry)) ?? refuse('not_found');
      const after = phase !== undefined && order !== undefined ? { phase, order } : undefined;
      return page(await receiptRows(c.db, user, settlement, limit + 1, after), settlement.rates);
    },
  } satisfies Partial<Handlers>;
}
