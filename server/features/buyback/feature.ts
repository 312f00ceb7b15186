/** The repurchase fund and what it bought, for everybody. */
import { fromUnits } from '#rules/amounts.ts';
import { runwayOf } from '#rules/buyback.ts';
import type { Database } from '#server/db/client.ts';
import { oneId, pagesOf } from '#server/http/pages.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { promisedBy, systemBalance } from '#server/ledger/read.ts';
import type { Feature } from '#server/lib/feature.ts';
import { buybackProof } from './buyback.check.ts';
import { noteRepurchases, paidLately, repurchases, totals } from './buyback.repository.ts';
import { DAY_JOB, beginDay, readOffers, repurchasing, startDays } from './buyback.usecases.ts';
import { itemView, offerView } from './buyback.views.ts';

/** The gauges read sums over everything that was repurchased. */
const GAUGE_MS = 30_000;

const pages = pagesOf('repurchase', oneId);

interface BuybackDeps {
  readonly database: Database;
  readonly clock: Clock;
}

export const buybackFeature = ({ database, clock }: BuybackDeps) =>
  ({
    handlers: {
      'GET /api/mining/buyback/list': async (c) => {
        const { after, limit } = pages.asked(c.input);
        const rows = await repurchases(c.db, limit + 1, after).execute();
        const { shown, nextCursor } = pages.page(rows, limit, ({ id }) => id);
        const { bought, institution, stakers } = await totals(c.db);
        const balance = await systemBalance(c.db, 'buyback', 'USDT');
        const resale = await systemBalance(c.db, 'resale', 'USDT');
        const { paid, days } = await paidLately(c.db, c.now);
        return {
          fund: {
            balance: fromUnits(balance),
            bought: fromUnits(bought),
            institution: fromUnits(institution),
            stakers: fromUnits(stakers),
            runwayDays: runwayOf(balance, paid, days),
            ...offerView(
              (await readOffers(c.db, c.user ? [c.user.id] : [], c.now))(c.user?.id),
              Boolean(c.user),
            ),
            resaleCovered: resale >= (await promisedBy(c.db, 'resale', 'USDT')),
          },
          items: shown.map(itemView),
          nextCursor,
        };
      },
    },
    jobs: { [DAY_JOB]: beginDay },
    gauges: [
      {
        name: 'adit_buyback_runway_days',
        help: 'Days that the repurchase fund lasts at the average of the last days; none while it pays nothing',
        everyMs: GAUGE_MS,
        async read() {
          const { paid, days } = await paidLately(database.kysely, clock.now());
          const runway = runwayOf(await systemBalance(database.kysely, 'buyback', 'USDT'), paid, days);
          return runway === null ? [] : [[runway]];
        },
      },
      {
        name: 'adit_buyback_budget_left',
        help: "What is left of the day's budget of the repurchase fund, in USDT",
        everyMs: GAUGE_MS,
        read: async () => [[Number(fromUnits((await readOffers(database.kysely, [], clock.now()))().left))]],
      },
    ],
    proofs: [buybackProof],
    provides: { noteRepurchases, repurchasing },
    start: () => startDays(database.kysely, clock.now()),
  }) satisfies Feature;
