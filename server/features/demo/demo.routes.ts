/** Demo mode's own calls: the time machine and the faucet. Outside demo mode the router answers 404 before they run. */
import { getAddress, isAddress } from 'ethers';
import type { Handlers } from '#server/http/handlers.ts';
import { refuse } from '#server/lib/refusal.ts';

export interface DemoDeps {
  /** Moves every clock ahead by whole seconds, then settles what fell due; answers with the new time. */
  advance: (seconds: number) => Promise<Date>;
  /** Hashes of the transactions that brought gas and test USDT. */
  faucet: (address: string) => Promise<string[]>;
}

export function demoRoutes(deps: DemoDeps) {
  return {
    'POST /api/demo/skip': {
      // Clocks move outside of the transaction: jobs that fall due need the database themselves. The same key is
      // answered from its stored reply, so a retry does not skip twice.
      prepare: async (c) => {
        const now = await deps.advance(c.input.seconds);
        return async () => ({ now: now.toISOString() });
      },
    },
    'POST /api/demo/faucet': {
      prepare: async (c) => {
        const { address } = c.input;
        if (!isAddress(address)) refuse('address_invalid');
        const txs = await deps.faucet(getAddress(address));
        return async () => ({ txs });
      },
    },
  } satisfies Partial<Handlers>;
}
