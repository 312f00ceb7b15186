/** One line per request. Never contains tokens, signatures, addresses, IPs, queries or bodies; the account is a keyed hash. */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

/** Logs each answered request. `secret` keys the hash: lines of one account have the same hash, and it names nobody. */
export function logRequests(app: FastifyInstance, log: Logger, secret: Uint8Array): void {
  const accountOf = (id: bigint) =>
    createHmac('sha256', secret).update(`log ${id}`).digest('hex').slice(0, 12);
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        code: request.answered,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.callerId !== undefined && { account: accountOf(request.callerId) }),
      },
      'request',
    );
  });
}
