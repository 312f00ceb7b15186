/**
 * Exactly once per Idempotency-Key: the reply is stored in the transaction of its effect, between `call_begin` and
 * `call_end` (calls.sql). Replies are JSON text, so a replay is identical to the byte. `message` is not stored: it is
 * written in the caller's language each time.
 */
import { sql } from 'kysely';
import { type CallName, callOf } from '#contract';
import { CODES } from '#contract/codes.ts';
import type { CodeName } from '#contract/codes.ts';
import { DAY_MS } from '#rules/days.ts';
import { SENDABLE_DAYS } from '#rules/figures.ts';
import { inBatches, inTransaction } from '#server/db/client.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { seal, unseal } from './sealing.ts';
import { type Caller, SESSION_TERMS, SIGN_INS } from './session.ts';
import { requestDigest } from './signature.ts';

/** A refusal that says nothing about the request itself, so the next try may succeed. */
const PASSING: ReadonlySet<CodeName> = new Set([
  'session_expired',
  'account_frozen',
  'consent_required',
  'too_many_requests',
  'conflict',
]);

/** Whether a reply with this code is stored under its key. */
export const isStored = (code: CodeName): boolean => CODES[code].http < 500 && !PASSING.has(code);

/** One POST, in the form of `adit.call` in calls.sql. */
export interface Once {
  readonly name: CallName;
  /** SHA-256 of the bearer token; null for a guest. */
  readonly token: Uint8Array | null;
  /** Whether an outbox token may make this call. */
  readonly outbox: boolean;
  /** The Idempotency-Key, a lower-case UUID. */
  readonly key: string;
  /** What the request asks for (`requestText`). */
  readonly text: string;
  /** The clock's time at the start of the request. */
  readonly now: Date;
  /** The request's trace id (trace.ts). */
  readonly trace?: string;
}

/** The reply to a POST: made now, or stored by the first try. */
export interface Answer {
  readonly code: CodeName;
  /** As JSON text: for 'ok', what the call wrote (its output, except for hot calls); for a refusal, its data. */
  readonly reply: string;
  readonly replay: boolean;
  /** Whose call it was; null for a guest. */
  readonly account: bigint | null;
}

/** The call as an argument of a SQL function. */
export const asCall = ({ name, token, outbox, key, text, now, trace }: Once) => sql`
  row(${name}::text, ${token}::bytea, ${outbox}::boolean, ${key}::uuid, ${requestDigest(text)}::bytea, ${now}::timestamptz,
    ${SESSION_TERMS}, ${callOf(name).whileFrozen === 'refused'}::boolean, ${callOf(name).byClaimer !== true}::boolean, ${trace ?? null}::uuid)::${fn('call')}`;

/** Calls as one argument, in order, all with the time `now`. */
export const asCalls = (calls: readonly Once[], now: Date) => sql`
  (select array_agg(row(name, token, outbox, key, request, ${now}::timestamptz, ${SESSION_TERMS}, frozen, claim_only, trace)::${fn('call')} order by n)
    from unnest(${calls.map(({ name }) => name)}::text[], ${calls.map(({ token }) => token)}::bytea[],
      ${calls.map(({ outbox }) => outbox)}::boolean[], ${calls.map(({ key }) => key)}::uuid[],
      ${calls.map(({ text }) => requestDigest(text))}::bytea[],
      ${calls.map(({ name }) => callOf(name).whileFrozen === 'refused')}::boolean[],
      ${calls.map(({ name }) => callOf(name).byClaimer !== true)}::boolean[],
      ${calls.map(({ trace }) => trace ?? null)}::uuid[])
      with ordinality as one (name, token, outbox, key, request, frozen, claim_only, trace, n))`;

interface Begun {
  readonly caller: Caller | null;
  /** The reply stored under the key. */
  readonly standing: Answer | null;
}

/**
 * Whose call it is, and the stored reply if there is one.
 * @throws Refusal session_expired, account_frozen, forbidden (a device that may only claim), or conflict: the key belongs to another request
 */
export async function begin(db: Db, once: Once): Promise<Begun> {
  const { rows } = await sql<Answer & { code: CodeName | null; session: Uint8Array; address: string }>`
    select b.account, b.session, b.code, b.reply, b.replay, u.address
    from ${fn('call_begin')}(${asCall(once)}) b left join users u on u.id = b.account`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('call_begin answered nothing');
  const { account, session, address, code, replay } = row;
  const caller = account === null ? null : { id: account, address, tokenHash: Buffer.from(session) };
  if (code === null) return { caller, standing: null };
  if (!replay) refuse(code, (JSON.parse(row.reply) as object | null) ?? undefined);
  const reply = SIGN_INS.has(once.name) ? unseal(row.reply, once.key, once.text) : row.reply;
  return { caller, standing: { code, reply, replay, account } };
}

/** Whether a reply is stored under the key. Says nothing about which request it answered. */
export async function hasReply(db: Db, account: bigint, key: string): Promise<boolean> {
  const found = db
    .selectFrom('idempotency')
    .select('code')
    .where('scope', '=', account)
    .where('key', '=', key);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Stores the reply. There cannot be one yet: other tries with this key wait in `begin` until the transaction ends. */
async function end(tx: Db, once: Once, caller: Caller | null, code: CodeName, data: string): Promise<Answer> {
  const reply = SIGN_INS.has(once.name) ? seal(data, once.key, once.text) : data;
  const account = caller?.id ?? null;
  await sql`select ${fn('call_end')}(${asCall(once)}, ${account}::bigint, ${code}, ${reply})`.execute(tx);
  return { code, reply: data, replay: false, account };
}

/** Stores the replies of many calls, each as `end` does. */
export async function storeReplies(
  tx: Db,
  done: readonly { readonly call: Once; readonly outcome: Answer }[],
  now: Date,
): Promise<void> {
  const calls = done.map(({ call }) => call);
  const outcomes = done.map(({ outcome }) => outcome);
  await sql`
    select ${fn('calls_end')}(${asCalls(calls, now)}, ${done.map((_, n) => n + 1)}::int[],
      ${outcomes.map(({ account }) => account)}::bigint[], ${outcomes.map(({ code }) => code)}::text[],
      ${outcomes.map(({ reply }) => reply)}::text[])`.execute(tx);
}

/**
 * Runs `work` in one transaction with its stored reply, or returns the reply stored under the key. A refusal rolls the
 * transaction back and is stored separately, unless it may be temporary or the server is at fault.
 */
export async function answerOnce(
  db: Db,
  once: Once,
  work: (tx: Db, caller: Caller | null) => Promise<string>,
): Promise<Answer> {
  try {
    return await inTransaction(db, async (tx) => {
      const { caller, standing } = await begin(tx, once);
      return standing ?? (await end(tx, once, caller, 'ok', await work(tx, caller)));
    });
  } catch (error) {
    return storeRefusal(db, once, error);
  }
}

/** Stores a handler's refusal. A reply already stored under the key wins. Rethrows everything that is not stored. */
export async function storeRefusal(db: Db, once: Once, error: unknown): Promise<Answer> {
  if (!(error instanceof Refusal) || !isStored(error.name)) throw error;
  const data = JSON.stringify(error.data ?? null);
  return inTransaction(db, async (tx) => {
    const { caller, standing } = await begin(tx, once);
    return standing ?? end(tx, once, caller, error.name, data);
  });
}

/**
 * Replies are stored for as long as a queued action may be sent, plus a day to allow for wrong clocks and late
 * outboxes.
 */
const KEEP_MS = (SENDABLE_DAYS + 1) * DAY_MS;

/** Deletes expired replies, `batch` rows per statement so nobody waits long. Returns how many were deleted. */
export function deleteOldReplies(db: Db, now: Date, batch = 5000): Promise<number> {
  const before = new Date(now.getTime() - KEEP_MS);
  const statement = sql`
    delete from idempotency where (scope, key) in (
      select scope, key from idempotency where created_at < ${before} order by created_at limit ${batch}
    )`;
  return inBatches(batch, () => statement.execute(db));
}
