/** Turns results, refusals and errors into replies. Every API reply is sent here, except the event stream and the OpenAPI document. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileForm } from '#contract/call.ts';
import type { Language } from '#contract/languages.ts';
import { CODES } from '#contract/codes.ts';
import type { CodeName } from '#contract/codes.ts';
import type { Download } from './handlers.ts';
import { chooseLanguage, messageText } from './language.ts';
import type { MessageName } from './messages/messages.ts';
import type { Logger } from 'pino';
import type { Socket } from 'node:net';
import { FALLBACK_LANGUAGE } from '#contract/languages.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { isFault, loggable, refusalOf } from './faults.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Stored for the request's log line. */
declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the reply. */
    answered?: number;
    /** The caller's id, once it is known. */
    callerId?: bigint;
  }
}

/** The envelope as text; `data` is already JSON text. */
function envelope(code: CodeName, data: string, language: Language, message: MessageName = code): string {
  const text = messageText(message, language, data === 'null' || code === 'ok' ? null : JSON.parse(data));
  return `{"code":${CODES[code].code},"message":${JSON.stringify(text)},"data":${data}}`;
}

/** Some codes have other messages in special cases, besides those that depend on the reason in their data. */
function messageOf(code: CodeName, request: FastifyRequest): MessageName {
  if (code === 'session_expired' && request.headers.authorization === undefined) return 'please_log_in';
  if (code === 'kyc_required' && request.routeOptions.url === '/api/assets/withdraw')
    return 'kyc_required_withdraw';
  if (code === 'consent_required' && request.routeOptions.url === '/api/user/delete')
    return 'consent_required_delete';
  return code;
}

/** The envelope in the caller's language. */
export function envelopeFor(request: FastifyRequest, code: CodeName, data: string): string {
  const language = chooseLanguage(request.headers['accept-language']);
  return envelope(code, data, language, messageOf(code, request));
}

/** Sends an envelope. Only a success can be cached. */
export function answer(
  reply: FastifyReply,
  code: CodeName,
  data: string,
  cacheSeconds?: number,
): FastifyReply {
  const { request } = reply;
  request.answered = CODES[code].code;
  return reply
    .code(CODES[code].http)
    .header('content-type', JSON_TYPE)
    .header('cache-control', cacheSeconds && code === 'ok' ? `public, max-age=${cacheSeconds}` : 'no-store')
    .send(envelopeFor(request, code, data));
}

const TYPES: Readonly<Record<FileForm, string>> = { csv: 'text/csv; charset=utf-8', json: JSON_TYPE };

/**
 * Sends a file in pieces, each produced when there is room for it. A failure cuts the connection, so nobody mistakes a
 * part for the whole.
 */
export function sendFile(reply: FastifyReply, form: FileForm, { filename, text }: Download): FastifyReply {
  reply.request.answered = CODES.ok.code;
  return reply
    .header('content-type', TYPES[form])
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(text));
}

/**
 * What an error tells the caller: for a refusal, its code and data; for anything unexpected, only a request id, and the
 * error is logged.
 */
export function refusalFor(error: unknown, request: FastifyRequest, log: Logger): Refusal {
  const refusal = refusalOf(error);
  if (!isFault(refusal.name)) return refusal;
  const line = { trace: request.id, error: loggable(error) };
  if (refusal.name === 'internal') log.error(line, 'unexpected error');
  else log.warn(line, 'not available');
  return new Refusal(refusal.name, { ...(refusal.data as object | null), requestId: request.id });
}

/** Answers any error with an envelope. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const { name, data } = refusalFor(error, request, log);
  const { retryAfter } = (data ?? {}) as { retryAfter?: number };
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  return answer(reply, name, JSON.stringify(data ?? null));
}

/** How long a connection has to receive the refusal of its request; then it is cut, whatever the other end does. */
const LAST_WORDS_MS = 1000;

/**
 * Answers a connection that sends no valid HTTP, or a head or body that is too large or too slow, and closes it. There
 * is no request object. A client that keeps sending, or never reads the answer, does not keep the connection. One that
 * has sent nothing gets no answer: a browser opens connections in advance, and would take it for the answer to the
 * request that it is just sending; if the connection only closes, it repeats that on another one.
 */
export function answerBrokenRequest(socket: Socket): void {
  if (!socket.writable || socket.bytesRead === 0) return void socket.destroy();
  const body = envelope(
    'invalid_request',
    JSON.stringify({ issues: [{ path: '', reason: 'not a readable HTTP request' }] }),
    FALLBACK_LANGUAGE,
  );
  setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref();
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: ${JSON_TYPE}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
