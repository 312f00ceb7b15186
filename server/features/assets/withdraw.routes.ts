/** POST /api/assets/withdraw. */
import { fromUnits } from '#rules/amounts.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { type WithdrawDeps, withdraw } from './withdraw.usecases.ts';

interface WithdrawRoutesDeps extends WithdrawDeps {
  /** Tells the worker that there is something to pay. */
  readonly debited: () => void;
}

export function withdrawRoutes(deps: WithdrawRoutesDeps) {
  return {
    'POST /api/assets/withdraw': async (c) => {
      const { id, fee, entry } = await withdraw(c.db, deps, c.user, c.input, c.now);
      c.after(deps.debited);
      return { id: String(id), state: 'requested' as const, fee: fromUnits(fee), entry: String(entry) };
    },
  } satisfies Partial<Handlers>;
}
