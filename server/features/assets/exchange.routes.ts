/** POST /api/assets/swap: an exchange, or a quote for one. */
import type { Output } from '#contract';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { HEAD_SECONDS } from '#rules/figures.ts';
import type { TradePrices } from '#server/chain/prices/prices.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { refuse } from '#server/lib/refusal.ts';
import { type ExchangeDeps, type Exchanged, exchange } from './exchange.usecases.ts';

/** Waiting for locks must not make an old price of a fresh one: it is used for as long as a head counts as live. */
const PRICE_USE_MS = HEAD_SECONDS * 1000;

/** Who takes how much; the fund's part of what is received is rounded down, so that the parts add up. */
function partsView(
  amount: bigint,
  { received, gross, repurchased, paid }: Exchanged,
): Output<'POST /api/assets/swap'>['parts'] {
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

interface ExchangeRoutesDeps extends Omit<ExchangeDeps, 'prices'> {
  readonly readPrices: (coins: readonly string[]) => Promise<TradePrices>;
}

export function exchangeRoutes(deps: ExchangeRoutesDeps) {
  return {
    'POST /api/assets/swap': {
      // The chain is read before the transaction, so that a node that hangs keeps nothing locked.
      prepare: async ({ input }) => {
        const { from, to, amount } = input;
        const prices = await deps.readPrices([from, to]);
        const readAt = performance.now();
        return async (c) => {
          const done = await exchange(c.db, { ...deps, prices }, c.user.id, input, c.now);
          if (performance.now() - readAt > PRICE_USE_MS)
            refuse('price_unavailable', { coin: from, reason: 'feed' });
          return {
            from,
            to,
            amount,
            received: fromUnits(done.received),
            rate: fromUnits(done.rate),
            fee: fromUnits(done.fee),
            feeRate: fromUnits(done.feeRate),
            parts: partsView(toUnits(amount), done),
            produced: fromUnits(done.produced),
            priceAt: done.priceAt.toISOString(),
            balances: { [from]: fromUnits(done.held.from), [to]: fromUnits(done.held.to) },
          };
        };
      },
    },
  } satisfies Partial<Handlers>;
}
