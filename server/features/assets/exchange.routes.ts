/** POST /api/assets/swap: an exchange, or a quote for one. */
import { fromUnits } from '#rules/amounts.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { type ExchangeDeps, exchange } from './exchange.usecases.ts';

/** `tellBalance` publishes that an account's balances have changed, once they have. */
export function exchangeRoutes(deps: ExchangeDeps, tellBalance: (userId: bigint) => void): Handlers {
  return {
    'POST /api/assets/swap': async (c) => {
      const { from, to, amount, quoteOnly } = c.input;
      const done = await exchange(c.db, deps, c.user.id, c.input, c.now);
      if (!quoteOnly) c.after(() => tellBalance(c.user.id));
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
  };
}
