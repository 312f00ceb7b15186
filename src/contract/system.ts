/** Health, live events, the OpenAPI document, and the two demo-mode calls. */
import * as z from 'zod/mini';
import { DAY_MS } from '#rules/days.ts';
import { call } from './call.ts';
import { Address, Hash, Time } from './shapes.ts';

/** The time machine skips at most 400 days. */
const MAX_SKIP_SECONDS = (400 * DAY_MS) / 1000;

/** The most reads in one batch. */
export const MAX_BATCH = 40;

export const system = {
  'GET /api/batch': call({
    summary: `Up to ${MAX_BATCH} reads in one request; each is answered, and counts for the request limits, as by itself`,
    session: 'optional',
    form: 'batch',
    query: z.strictObject({
      /** Paths with their queries, separated by spaces: "/api/links /api/article/list?limit=20". */
      calls: z.string().check(z.regex(/^\/api\/\S+( \/api\/\S+)*$/, 'not paths separated by spaces')),
    }),
    output: z.object({
      /** In the same order as the paths. */
      replies: z.array(z.object({ code: z.int(), message: z.string(), data: z.unknown() })),
    }),
    errors: [],
  }),
  'GET /api/events': call({
    summary: 'Server-sent events that tell what has changed; amounts are fetched',
    session: 'optional',
    form: 'events',
    output: z.object({}),
    errors: [],
  }),
  'GET /api/health': call({
    summary: 'Whether the server and everything it depends on work',
    session: 'none',
    output: z.object({
      ok: z.boolean(),
      database: z.object({ ok: z.boolean(), kind: z.enum(['pglite', 'postgres']) }),
      chain: z.object({
        ok: z.boolean(),
        head: z.nullable(z.int()),
        finalized: z.nullable(z.int()),
        lag: z.nullable(z.int()),
        /** Alerts that need the operator's attention (`operator chain alerts`). */
        alerts: z.int(),
      }),
      payouts: z.object({
        /** False while payouts are halted. */
        ok: z.boolean(),
        /** Withdrawals that are neither confirmed nor failed yet. */
        open: z.int(),
      }),
      jobs: z.object({ ok: z.boolean(), due: z.int() }),
      version: z.string(),
    }),
    errors: [],
  }),
  'GET /api/health/live': call({
    summary: 'Whether the process answers, whatever the state of what it depends on',
    session: 'none',
    output: z.object({ ok: z.literal(true) }),
    errors: [],
  }),
  'GET /api/health/ready': call({
    summary:
      'Whether the server should be sent calls: 503 without its database or schema, and while it stops',
    session: 'none',
    output: z.object({ ok: z.literal(true) }),
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
    whileFrozen: 'works',
    changes: 'all',
    errors: [],
  }),
  'POST /api/demo/faucet': call({
    summary: 'Demo mode: 0.5 BNB of gas and 1,000 test USDT to a devnet wallet',
    session: 'none',
    demoOnly: true,
    body: z.strictObject({ address: Address }),
    output: z.object({ txs: z.array(Hash) }),
    /** The coins are on the chain; the page reads them through the wallet. */
    whileFrozen: 'works',
    changes: [],
    errors: ['address_invalid'],
  }),
};
