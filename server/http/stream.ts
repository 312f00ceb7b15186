/** GET /api/events: hands an accepted request to the event hub. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { refuse } from '#server/lib/refusal.ts';
import { MAX_STREAMS } from './events.ts';
import type { EventHub } from './events.ts';
import { bearerToken, findCaller, hashToken } from './session.ts';

/** A stream for a guest, or with the account's own events for a good token; a bad one is refused with 401. */
export function streamEvents(hub: EventHub, database: Database, clock: Clock) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = bearerToken(request.headers.authorization);
    const user = token ? await findCaller(database.kysely, hashToken(token), false, clock.now()) : null;
    if (token !== undefined && !user) refuse('session_expired');
    if (hub.size >= MAX_STREAMS) refuse('unavailable');
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that buffer would hold events back.
      'x-accel-buffering': 'no',
    });
    hub.open(reply.raw, user?.id ?? null);
    return reply;
  };
}
