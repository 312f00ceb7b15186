/** POST /api/assets/swap: an exchange, or a quote for one. */
import { fromUnits } from '#rules/amounts.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { type ExchangeDeps, exchange } from './exchange.usecases.ts';

export function exchangeRoutes(deps: ExchangeDeps) {
  return {
    'POST /api/assets/swap': async (c) => {
      const { from, to, amount } = c.input;
      const done = await exchange(c.db, deps, c.user.id, c.input, c.now);
      return {
        from,
        to,
        amount,
        received: fromUnits(done.received),
        rate: fromUnits(done.rate),
        fee: fromUnits(done.fee),
        priceAt: done.priceAt.toISOString(),
        balances: { [from]: fromUnits(done.held.from), [to]: fromUnits(done.held.to) },
      };
    },
  } satisfies Partial<Handlers>;
}
