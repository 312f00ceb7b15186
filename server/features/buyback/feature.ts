/** The repurchase fund and what it bought, for everybody. */
import { fromUnits } from '#rules/amounts.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import { systemBalance } from '#server/ledger/read.ts';
import type { Feature } from '#server/lib/feature.ts';
import { noteRepurchase, repurchases, totals } from './buyback.repository.ts';
import { itemView } from './buyback.views.ts';

const pages = pagesOf('repurchase', oneId);

export const buybackFeature = () =>
  ({
    handlers: {
      'GET /api/mining/buyback/list': async (c) => {
        const { after, limit } = pages.asked(c.input);
        const rows = await repurchases(c.db, limit + 1, after).execute();
        const { shown, nextCursor } = pages.page(rows, limit, ({ id }) => id);
        const { bought, institution, stakers } = await totals(c.db);
        return {
          fund: {
            balance: fromUnits(await systemBalance(c.db, 'buyback', 'USDT')),
            bought: fromUnits(bought),
            institution: fromUnits(institution),
            stakers: fromUnits(stakers),
          },
          items: shown.map(itemView),
          nextCursor,
        };
      },
    },
    provides: { noteRepurchase },
  }) satisfies Feature;
