/**
 * What a feature codes against: the handler of a call gets checked input and answers with the call's output, or throws
 * a `Refusal`. Envelope, session, signature, idempotency and validation are done before it runs.
 */
import type { CallName, Calls, Files, Input, Output } from '#contract';
import type { FileForm } from '#contract/call.ts';
import type { Language } from '#contract/languages.ts';
import type { Db } from '#server/db/client.ts';
import type { Answer, Once } from './idempotency.ts';
import type { Caller } from './session.ts';

/** A document of a multipart call, in memory. Name and type are the sender's claim and prove nothing. */
export interface Upload {
  readonly bytes: Buffer;
  readonly filename: string;
  readonly claimedType: string;
}

type CallerOf<K extends CallName> = Calls[K]['session'] extends 'required'
  ? Caller
  : Calls[K]['session'] extends 'optional'
    ? Caller | null
    : null;

export interface Context<K extends CallName> {
  readonly input: Input<K>;
  readonly user: CallerOf<K>;
  /** For a POST the transaction that also stores the idempotent reply; a thrown error rolls both back. */
  readonly db: Db;
  /** The injected clock's time at the start of the request. */
  readonly now: Date;
  readonly lang: Language;
  /** The part of the sender's address that one subscriber holds (rate-limit.ts), for limits of a feature's own. */
  readonly network: string;
  /** Only what was sent: a missing document is the feature's business. Empty for calls without files. */
  readonly files: Readonly<Partial<Record<Files<K>, Upload>>>;
  readonly requestId: string;
  /** Runs `tell` once the effect has committed; not for a refusal or a replay. For a GET it runs after the answer was made. */
  readonly after: (tell: () => void) => void;
}

export type Handler<K extends CallName> = (c: Context<K>) => Promise<Output<K>>;

/**
 * For a POST that waits for something slow or foreign (the chain): `prepare` runs before the transaction, with `db` the
 * plain database, and only when the key has no reply yet. What it returns then runs inside of the transaction.
 */
export interface TwoStep<K extends CallName> {
  readonly prepare: (c: Context<K>) => Promise<Handler<K>>;
}

/** All that a hot call is given. Whose it is, and whether it was answered before, its one trip finds out. */
export interface HotCall<K extends CallName = CallName> {
  readonly call: Once;
  readonly db: Db;
  readonly input: Input<K>;
}

/**
 * A call that does session, idempotency and effect in one SQL function, between `call_begin` and `call_end`. The layer asks the
 * database nothing on its way. `view` makes the output of what the function has written as the reply of 'ok'.
 */
export interface OneTrip<K extends CallName> {
  readonly oneTrip: (c: HotCall<K>) => Promise<Answer>;
  readonly view: (reply: string) => Output<K>;
}

/** A file whose text is made while it is sent. */
export interface Download {
  readonly filename: string;
  readonly text: AsyncIterable<string>;
}

/**
 * A GET that answers with a file. What has to be refused is thrown before the file is returned; once its text has begun, a failure
 * or a client that leaves ends it there.
 */
export interface FileCall<K extends CallName> {
  readonly file: (c: Context<K>) => Promise<Download>;
}

/** How a call may be served: a file as one; a POST also in two steps, and in one trip when it needs a session. */
export type Served<K extends CallName> = Calls[K] extends { form: FileForm }
  ? FileCall<K>
  : K extends `POST ${string}`
    ? Handler<K> | TwoStep<K> | (Calls[K]['session'] extends 'required' ? OneTrip<K> : never)
    : Handler<K>;

/** The stream of events and the description of the contract belong to this layer. */
type OwnForm = { form: 'events' | 'document' };

/** What serves every other call. A feature `satisfies Partial<Handlers>`; together they have to be all of them. */
export type Handlers = { readonly [K in CallName as Calls[K] extends OwnForm ? never : K]: Served<K> };
