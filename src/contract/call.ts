/** What one call of the contract is made of, and the types that everybody derives from it. */
import type * as z from 'zod/mini';
import type { CodeName } from './codes.ts';

/**
 * `none`: an Authorization header is not looked at. `optional`: works for a guest, and shows more with a session;
 * a token that is sent must be good. `required`: 401 without a session.
 */
export type SessionNeed = 'none' | 'optional' | 'required';

/** A document of a multipart call. */
export interface FileRule {
  readonly maxBytes: number;
  readonly mimeTypes: readonly string[];
}

/** A file to keep: what answers with it is streamed, and begins at once or is refused in an envelope. */
export type FileForm = 'csv' | 'json';

/** Whether a call answers with a file. */
export const isFileForm = (form: Call['form']): form is FileForm => form === 'csv' || form === 'json';

export interface Call {
  readonly summary: string;
  readonly session: SessionNeed;
  /** May be made offline and sent later, also with the scoped outbox token. */
  readonly queueable?: true;
  /** A read that the outbox token opens as well: the worker asks whether what it is about to say of a closed app is still true. */
  readonly askedByWorker?: true;
  /** Answers 404 outside demo mode. */
  readonly demoOnly?: true;
  /** Four of them have a form of their own: a stream of events, a bare OpenAPI document, files. Everything else is an envelope. */
  readonly form?: 'events' | 'document' | FileForm;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly files?: Readonly<Record<string, FileRule>>;
  readonly output: z.ZodMiniType;
  /**
   * Of a POST: the reads whose answers it makes stale for who makes it; `all` where somebody else is here afterwards, or another
   * time. Sums over everybody are not counted among them, unless they follow at once.
   */
  readonly changes?: 'all' | readonly `GET ${string}`[];
  /** A field of the body that asks what would happen: while it is true nothing changes. */
  readonly dryRun?: string;
  /** Refusals of this call beyond those that any call may answer. */
  readonly errors: readonly CodeName[];
}

/** Whether the scoped outbox token opens a call; it opens nothing else. */
export const opensWithOutbox = ({
  queueable,
  askedByWorker,
}: Pick<Call, 'queueable' | 'askedByWorker'>): boolean => queueable === true || askedByWorker === true;

/** The parts of a call are checked against `Call`, their own types are kept. */
export const call = <const C extends Call>(parts: C): C => parts;

/** Refusals that any call may answer, besides its own. */
export const COMMON_ERRORS = [
  'invalid_request',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly CodeName[];

/** Refusals that any POST may answer, besides its own. */
export const POST_ERRORS = [
  'bad_sign',
  'stale_timestamp',
  'conflict',
  'too_large',
] as const satisfies readonly CodeName[];

/** The envelope around every reply. */
export interface Envelope<T> {
  code: number;
  message: string;
  data: T;
}
