/** Health, live events, the OpenAPI document, and the two calls of demo mode. */
import * as z from 'zod/mini';
import { DAY_MS } from '#rules/days.ts';
import { call } from './call.ts';
import { Address, Hash, Time } from './shapes.ts';

/** The largest skip of the time machine: 400 days. */
export const MAX_SKIP_SECONDS = (400 * DAY_MS) / 1000;

export const system = {
  'GET /api/events': call({
    summary: 'Server-sent events that tell what has changed; amounts are fetched',
    session: 'optional',
    form: 'events',
    output: z.object({}),
    errors: [],
  }),
  'GET /api/health': call({
    summary: 'Whether the server and what it stands on work',
    session: 'none',
    output: z.object({
      ok: z.boolean(),
      database: z.object({ ok: z.boolean(), kind: z.enum(['pglite', 'postgres']) }),
      chain: z.object({
        ok: z.boolean(),
        head: z.nullable(z.int()),
        finalized: z.nullable(z.int()),
        lag: z.nullable(z.int()),
        /** Things that an operator has to look at (`operator chain alerts`). */
        alerts: z.int(),
      }),
      payouts: z.object({
        /** False while they are halted. */
        ok: z.boolean(),
        /** Withdrawals that are not confirmed or failed yet. */
        open: z.int(),
      }),
      jobs: z.object({ ok: z.boolean(), due: z.int() }),
      version: z.string(),
    }),
    errors: [],
  }),
  'GET /api/openapi.json': call({
    summary: 'This document',
    session: 'none',
    form: 'document',
    output: z.object({}),
    errors: [],
  }),
  'POST /api/demo/skip': call({
    summary: "Demo mode: moves the server's and the devnet's clock ahead and settles what fell due",
    session: 'none',
    demoOnly: true,
    body: z.strictObject({ seconds: z.int().check(z.minimum(1), z.maximum(MAX_SKIP_SECONDS)) }),
    output: z.object({ now: Time }),
    changes: 'all',
    errors: [],
  }),
  'POST /api/demo/faucet': call({
    summary: 'Demo mode: 0.5 BNB of gas and 1,000 test USDT to a devnet wallet',
    session: 'none',
    demoOnly: true,
    body: z.strictObject({ address: Address }),
    output: z.object({ txs: z.array(Hash) }),
    /** The coins stand on the chain, where the page's wallet is asked for them. */
    changes: [],
    errors: ['address_invalid'],
  }),
};
