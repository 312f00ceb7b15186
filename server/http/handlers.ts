/**
 * What features implement: the handler of a call gets checked input and returns the call's output, or throws a
 * `Refusal`. Envelope, session, signature, idempotency and validation have been handled before it runs.
 */
import type { CallName, Calls, Files, Input, Output } from '#contract';
import type { FileForm } from '#contract/call.ts';
import type { Language } from '#contract/languages.ts';
import type { Db } from '#server/db/client.ts';
import type { Answer, Once } from './idempotency.ts';
import type { Caller } from './session.ts';

/** A document of a multipart call, in memory. The name and type that the sender claims prove nothing and are dropped. */
export interface Upload {
  readonly bytes: Buffer;
  /** SHA-256 in hex. */
  readonly digest: string;
}

type CallerOf<K extends CallName> = Calls[K]['session'] extends 'required'
  ? Caller
  : Calls[K]['session'] extends 'optional'
    ? Caller | null
    : null;

export interface Context<K extends CallName> {
  readonly input: Input<K>;
  readonly user: CallerOf<K>;
  /** For a POST, the transaction that also stores the idempotent reply; a thrown error rolls both back. */
  readonly db: Db;
  /** The injected clock's time at the start of the request. */
  readonly now: Date;
  readonly lang: Language;
  /** The part of the sender's address that identifies one subscriber (rate-limit.ts), for a feature's own limits. */
  readonly network: string;
  /**
   * Only the documents that were sent: the feature decides how to handle missing ones. Empty for calls without files.
   */
  readonly files: Readonly<Partial<Record<Files<K>, Upload>>>;
  /** Calls `tell` once the effect is committed, but not for a refusal or a replay. For a GET, it runs after the reply is made. */
  readonly after: (tell: () => void) => void;
}

export type Handler<K extends CallName> = (c: Context<K>) => Promise<Output<K>>;

/** What is known of a call with documents before its body is read. */
export interface Announced {
  readonly user: Caller;
  readonly db: Db;
  readonly now: Date;
  readonly network: string;
  /** The most bytes that its body can have. */
  readonly bytes: number;
  /** A reply is already stored under its key: the call gets that one, or a conflict, and changes nothing. */
  readonly answered: boolean;
}

/**
 * For a POST that waits for something slow or external (the chain): `prepare` runs before the transaction, with `db` the
 * plain database, and only if the key has no reply yet. The function it returns then runs inside the transaction.
 */
export interface TwoStep<K extends CallName> {
  readonly prepare: (c: Context<K>) => Promise<Handler<K>>;
  /**
   * For a call with documents: may refuse it before its body is read. The function it returns runs if nothing comes of
   * the upload.
   */
  readonly admit?: (upload: Announced) => Promise<() => Promise<void>>;
}

/** The input of a hot call. Its SQL function finds out whose call it is and whether it has been answered before. */
export interface HotCall<K extends CallName = CallName> {
  readonly call: Once;
  readonly input: Input<K>;
}

/**
 * A call that handles session, idempotency and effect in one SQL function, between `calls_begin` and `calls_end`. The
 * HTTP layer itself does not query the database. `view` turns what the function wrote as the reply for 'ok' into the
 * call's output; without it, the reply is the output as JSON.
 */
export interface OneTrip<K extends CallName> {
  readonly oneTrip: (c: HotCall<K>) => Promise<Answer>;
  readonly view?: (reply: string) => Output<K>;
}

/** A file whose text is produced while it is being sent. */
export interface Download {
  readonly filename: string;
  readonly text: AsyncIterable<string>;
}

/**
 * A GET that answers with a file. Refusals are thrown before the file is returned. Once its text has started, a failure
 * or a disconnecting client ends it there.
 */
export interface FileCall<K extends CallName> {
  readonly file: (c: Context<K>) => Promise<Download>;
}

/**
 * How a call may be served: a file call as a file; a POST also in two steps, or in one round trip if it requires a
 * session.
 */
type Served<K extends CallName> = Calls[K] extends { form: FileForm }
  ? FileCall<K>
  : K extends `POST ${string}`
    ? Handler<K> | TwoStep<K> | (Calls[K]['session'] extends 'required' ? OneTrip<K> : never)
    : Handler<K>;

/** The HTTP layer itself serves the event stream, the OpenAPI document and batches. */
type OwnForm = { form: 'events' | 'document' | 'batch' };

/** Handlers of all other calls. A feature `satisfies Partial<Handlers>`; together, features must provide all of them. */
export type Handlers = { readonly [K in CallName as Calls[K] extends OwnForm ? never : K]: Served<K> };
