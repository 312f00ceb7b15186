/** The parts of one call of the contract, and the types derived from them. */
import type * as z from 'zod/mini';
import type { CodeName } from './codes.ts';

/**
 * `none`: the Authorization header is ignored. `optional`: works for guests and shows more with a session; if a token
 * is sent, it must be valid. `required`: 401 without a session.
 */
type SessionNeed = 'none' | 'optional' | 'required';

/** A file uploaded in a multipart call. */
interface FileRule {
  readonly maxBytes: number;
  readonly mimeTypes: readonly string[];
}

/** A file to download. The response is streamed: it either starts immediately or is an error envelope. */
export type FileForm = 'csv' | 'json';

/** Whether a call responds with a file. */
export const isFileForm = (form: Call['form']): form is FileForm => form === 'csv' || form === 'json';

export interface Call {
  readonly summary: string;
  readonly session: SessionNeed;
  /** May be made offline and sent later, also with the scoped outbox token. */
  readonly queueable?: true;
  /** A read that the outbox token may also make, so the worker can check that its next notification is still true. */
  readonly askedByWorker?: true;
  /** Responds with 404 outside demo mode. */
  readonly demoOnly?: true;
  /**
   * Responses with a special form: an event stream, a bare OpenAPI document, the envelopes of other calls, or a file. All other
   * responses are envelopes.
   */
  readonly form?: 'events' | 'document' | 'batch' | FileForm;
  /** For a GET without a session: how long browsers and proxies may cache the response. */
  readonly cacheSeconds?: number;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly files?: Readonly<Record<string, FileRule>>;
  readonly output: z.ZodMiniType;
  /**
   * For a POST: the reads that it makes stale for the caller; `all` if the user or the time is a different one
   * afterwards. Totals over all users are listed only if they change immediately.
   */
  readonly changes?: 'all' | readonly `GET ${string}`[];
  /**
   * For a POST: whether a frozen account may make it. `refused` applies to everything by which money leaves an account,
   * or by which an account plays or starts earning.
   */
  readonly whileFrozen?: 'works' | 'refused';
  /** For a POST: a device that may only look and claim can also make it. */
  readonly byClaimer?: true;
  /** A field of the body that asks for a preview: while it is true, nothing changes. */
  readonly dryRun?: string;
  /** Errors of this call beyond those that any call may return. */
  readonly errors: readonly CodeName[];
}

/** Whether a call accepts the scoped outbox token; the token works for no other calls. */
export const opensWithOutbox = ({
  queueable,
  askedByWorker,
}: Pick<Call, 'queueable' | 'askedByWorker'>): boolean => queueable === true || askedByWorker === true;

/** Checks the parts of a call against `Call` and keeps their literal types. */
export const call = <const C extends Call>(parts: C): C => parts;

/** Errors that any call may return, besides its own. */
const COMMON_ERRORS = [
  'invalid_request',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly CodeName[];

/** Errors that any POST may return, besides its own. */
const POST_ERRORS = [
  'bad_sign',
  'stale_timestamp',
  'conflict',
  'too_large',
] as const satisfies readonly CodeName[];

/** Every error that a call may return: its own, those of any call, and those that follow from who may make it. */
export function errorsOf(call: Call): ReadonlySet<CodeName> {
  const isPost = call.whileFrozen !== undefined;
  return new Set<CodeName>([
    ...COMMON_ERRORS,
    ...(isPost ? POST_ERRORS : []),
    ...(call.session === 'none' ? [] : (['session_expired'] as const)),
    ...(call.whileFrozen === 'refused' ? (['account_frozen'] as const) : []),
    // For a device that may only look and claim.
    ...(isPost && call.session === 'required' && !call.byClaimer ? (['forbidden'] as const) : []),
    ...(call.demoOnly ? (['not_found'] as const) : []),
    ...call.errors,
  ]);
}

/** The envelope of every reply. */
export interface Envelope<T> {
  code: number;
  message: string;
  data: T;
}
