/** POST /api/assets/swap: an exchange, or a quote for one. */
import type { Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import { HEAD_SECONDS } from '#rules/figures.ts';
import type { TradePrices } from '#server/chain/prices/prices.ts';
import type { Db } from '#server/db/client.ts';
import { type Item, batched, decidedTogether } from '#server/http/batches.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { type ExchangeDeps, type Exchanged, type Swap, exchangeTogether } from './exchange.usecases.ts';

/** A price may be used for as long as a head counts as live. */
const PRICE_USE_MS = HEAD_SECONDS * 1000;

type SwapView = Output<'POST /api/assets/swap'>;

/** Who takes how much; the fund's part of the amount received is rounded down, so the parts add up. */
function partsView({ amount, received, gross, repurchased, paid }: Exchanged): SwapView['parts'] {
  const ofFund = (received * paid) / gross;
  return [
    { source: 'fund' as const, amount: repurchased, received: ofFund },
    { source: 'reserve' as const, amount: amount - repurchased, received: received - ofFund },
  ].flatMap((part) =>
    part.amount === 0n
      ? []
      : [{ ...part, amount: fromUnits(part.amount), received: fromUnits(part.received) }],
  );
}

const swapView = (done: Exchanged): SwapView => ({
  from: done.from,
  to: done.to,
  amount: fromUnits(done.amount),
  received: fromUnits(done.received),
  rate: fromUnits(done.rate),
  fee: fromUnits(done.fee),
  feeRate: fromUnits(done.feeRate),
  parts: partsView(done),
  produced: fromUnits(done.produced),
  priceAt: done.priceAt.toISOString(),
  balances: { [done.from]: fromUnits(done.held.from), [done.to]: fromUnits(done.held.to) },
});

/** A call that exchanges. */
export type SwapCall = Item & Pick<Swap, 'intent' | 'prices' | 'inTime'>;

/** Carries out such calls together. */
export const swapTogether = (db: Db, deps: ExchangeDeps) =>
  decidedTogether<SwapCall>(db, async (tx, fresh, now, wait) => {
    const swaps = fresh.map((one) => ({ ...one, trace: one.call.trace }));
    const outcomes = await exchangeTogether(tx, deps, swaps, now, wait);
    return outcomes.map((one) => {
      if (one === 'busy') return null;
      return one instanceof Refusal ? one : JSON.stringify(swapView(one));
    });
  });

interface ExchangeRoutesDeps extends ExchangeDeps {
  readonly db: Db;
  readonly readPrices: (coins: readonly string[]) => Promise<TradePrices>;
}

export function exchangeRoutes({ db, readPrices, ...deps }: ExchangeRoutesDeps) {
  const queue = batched(swapTogether(db, deps));
  return {
    'POST /api/assets/swap': {
      // The chain is read before the transaction, so a node that hangs does not keep anything locked.
      oneTrip: async ({ call, input }) => {
        const prices = await readPrices([input.from, input.to]);
        const readAt = performance.now();
        const inTime = () => performance.now() - readAt <= PRICE_USE_MS;
        return queue({ call, intent: input, prices, inTime });
      },
    },
  } satisfies Partial<Handlers>;
}
