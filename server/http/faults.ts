/**
 * What an error means to the caller. Refusals are answers; the framework's complaints about a request are translated;
 * everything else is a server bug: it is logged, and the caller sees only a request id.
 */
import type { CodeName } from '#contract/codes.ts';
import { isRace, readFault } from '#server/db/faults.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { Issue } from './validation.ts';

const invalid = (reason: string): Refusal =>
  new Refusal('invalid_request', { issues: [{ path: '', reason }] });

/** Refuses with 400 and its issues. */
export function refuseIssues(issues: readonly Issue[]): never {
  throw new Refusal('invalid_request', { issues });
}

/** Error codes of Fastify and its plugins for requests that cannot be read. */
const READING: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('too_large', null),
  FST_REQ_FILE_TOO_LARGE: () => new Refusal('too_large', null),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => invalid('content type not supported'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalid('body and Content-Length differ'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => invalid('not JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalid('empty body'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => invalid('not multipart/form-data'),
  FST_FILES_LIMIT: () => invalid('too many files'),
  FST_FIELDS_LIMIT: () => invalid('too many fields'),
  FST_PARTS_LIMIT: () => invalid('too many parts'),
  FST_PROTO_VIOLATION: () => invalid('field name not allowed'),
  FST_ERR_BAD_URL: () => invalid('path not readable'),
};

const codeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';

/** The refusal that an error translates to; `internal` if it is a bug. */
export function refusalOf(thrown: unknown): Refusal {
  const error = readFault(thrown);
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return new Refusal('internal', null);
  const reading = READING[codeOf(error)];
  if (reading) return reading();
  // It kept losing against other transactions: nothing was done, and a later attempt may succeed.
  if (isRace(error)) return new Refusal('unavailable', null);
  if ('statusCode' in error && error.statusCode === 413) return new Refusal('too_large', null);
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
    return invalid('request not readable');
  }
  return new Refusal('internal', null);
}

/** Codes that mean a failure of the server: the reply names the request, and the error is logged. */
export const isFault = (name: CodeName): boolean => name === 'internal' || name === 'unavailable';

/** Removes what looks like a token, signature, key or address, because log lines must not contain any. */
export const redact = (text: string): string => text.replace(/0x[0-9a-fA-F]{16,}|[\w+-]{40,}={0,2}/g, '…');

/** How many causes are logged with an error: its cause, that cause's cause, and so on. */
const MAX_CAUSES = 3;

/**
 * An unexpected error in a form that is safe to log: without the database's `detail`, which repeats the row's values.
 */
export function loggable(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: redact(String(error)) };
  return {
    name: error.name,
    message: redact(error.message),
    code: codeOf(error),
    stack: redact(error.stack ?? ''),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: loggable(error.cause, depth + 1) }),
  };
}
