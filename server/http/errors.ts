/** Answers errors: a refusal with its code, anything unexpected with a request id and a line in the log. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Socket } from 'node:net';
import { FALLBACK_LANGUAGE } from '#contract/languages.ts';
import { isFault, loggable, refusalOf } from './faults.ts';
import { answer, envelope, JSON_TYPE } from './replies.ts';

/** Answers any error in an envelope. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.name === 'too_many_requests') {
    const { retryAfter } = (refusal.data ?? {}) as { retryAfter?: number };
    if (retryAfter) reply.header('retry-after', String(retryAfter));
  }
  if (!isFault(refusal.name)) return answer(reply, refusal.name, JSON.stringify(refusal.data ?? null));
  const line = { requestId: request.id, error: loggable(error) };
  if (refusal.name === 'internal') log.error(line, 'unexpected error');
  else log.warn(line, 'not available');
  return answer(reply, refusal.name, JSON.stringify({ requestId: request.id }));
}

/** Answers what is no HTTP at all, or has a head that is too large or too slow; there is no request to speak of. */
export function answerBrokenRequest(socket: Socket): void {
  if (!socket.writable) return;
  const body = envelope(
    'invalid_request',
    JSON.stringify({ issues: [{ path: '', reason: 'not a readable HTTP request' }] }),
    FALLBACK_LANGUAGE,
  );
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
