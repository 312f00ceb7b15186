/** POST /api/assets/withdraw. */
import { fromUnits } from '#rules/amounts.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { type WithdrawDeps, withdraw } from './withdraw.usecases.ts';

export interface WithdrawRoutesDeps extends WithdrawDeps {
  /** Once it is debited: tells the account's open pages, and the worker that there is something to pay. */
  readonly debited: (userId: bigint) => void;
}

export function withdrawRoutes(deps: WithdrawRoutesDeps): Handlers {
  return {
    'POST /api/assets/withdraw': async (c) => {
      const { id, fee, entry } = await withdraw(c.db, deps, c.user, c.input, c.now);
      c.after(() => deps.debited(c.user.id));
      return { id: String(id), state: 'requested' as const, fee: fromUnits(fee), entry: String(entry) };
    },
  };
}
