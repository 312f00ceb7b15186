/**
 * One log line per request, and its duration for /metrics. Never contains tokens, signatures, addresses, IPs, queries
 * or bodies; the account is a keyed hash.
 */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { callNames } from '#contract';
import { codeName } from '#contract/codes.ts';
import { nameOf } from '#server/lib/marks.ts';
import { calls } from '#server/lib/metrics.ts';
import { spanOf } from './trace.ts';

const CALLS: ReadonlySet<string> = new Set(callNames);
/** Lasts for as long as its reader stays. */
const STREAM = 'GET /api/events';

/**
 * Logs each answered request. `secret` keys the hash: lines of one account have the same hash, which identifies nobody.
 */
export function logRequests(app: FastifyInstance, log: Logger, secret: Uint8Array): void {
  const accountOf = (id: bigint) => nameOf(secret, 'log', String(id), 12);
  app.addHook('onResponse', async (request, reply) => {
    const { method, answered } = request;
    const call = `${method === 'HEAD' ? 'GET' : method} ${request.routeOptions.url}`;
    const code = (answered !== undefined && codeName(answered)) || 'ok';
    if (call !== STREAM)
      calls.observe({ call: CALLS.has(call) ? call : 'page', code }, reply.elapsedTime / 1000);
    log.info(
      {
        trace: request.id,
        span: spanOf(request.raw),
        method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        code: answered,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.callerId !== undefined && { account: accountOf(request.callerId) }),
      },
      'request',
    );
  });
}
