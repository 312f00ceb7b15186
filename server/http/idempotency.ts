/**
 * Exactly once per Idempotency-Key: the reply is stored in the transaction of its effect, between `call_begin` and `call_end`
 * (calls.sql). Replies are JSON text, so that a replay is the same to the byte; `message` is not stored, it is told in the
 * caller's language each time.
 */
import { sql } from 'kysely';
import type { CallName } from '#contract';
import { CODES } from '#contract/codes.ts';
import type { CodeName } from '#contract/codes.ts';
import { DAY_MS } from '#rules/days.ts';
import { SENDABLE_DAYS } from '#rules/figures.ts';
import { inTransaction } from '#server/db/client.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { seal, unseal } from './sealing.ts';
import { type Caller, SESSION_TERMS } from './session.ts';
import { requestDigest } from './signature.ts';

/** Their replies hold a secret and are stored sealed. */
const SECRET_CALLS: ReadonlySet<CallName> = new Set(['POST /api/auth/login']);

/** A refusal that says nothing about the request itself and may turn out otherwise on the next try. */
const PASSING: ReadonlySet<CodeName> = new Set(['session_expired', 'too_many_requests', 'conflict']);

/** One POST, as `adit.call` of calls.sql has it. */
export interface Once {
  readonly name: CallName;
  /** SHA-256 of the bearer token; null for a guest. */
  readonly token: Uint8Array | null;
  /** Whether the token of an outbox opens it. */
  readonly outbox: boolean;
  /** The Idempotency-Key, a lower-case UUID. */
  readonly key: string;
  /** What is asked for (`requestText`). */
  readonly text: string;
  /** The clock's time at the start of the request. */
  readonly now: Date;
}

/** What a POST was answered with: now, or the first time for a replay. */
export interface Answer {
  readonly code: CodeName;
  /** Of 'ok' what the call has written (for all but hot calls the output), of a refusal its data; as JSON text. */
  readonly reply: string;
  readonly replay: boolean;
  /** Whose call it was; null for a guest. */
  readonly account: bigint | null;
}

/** The call as an argument of a SQL function. */
export const asCall = ({ name, token, outbox, key, text, now }: Once) => sql`
  row(${name}::text, ${token}::bytea, ${outbox}::boolean, ${key}::uuid, ${requestDigest(text)}::bytea, ${now}::timestamptz,
    ${SESSION_TERMS})::${fn('call')}`;

interface Begun {
  readonly caller: Caller | null;
  /** What stands under the key. */
  readonly standing: Answer | null;
}

/** Whose call it is, and what it was answered with before. @throws Refusal session_expired, or conflict: the key answers another request */
export async function begin(db: Db, once: Once): Promise<Begun> {
  const { rows } = await sql<Answer & { code: CodeName | null; session: Uint8Array; address: string }>`
    select b.account, b.session, b.code, b.reply, b.replay, u.address
    from ${fn('call_begin')}(${asCall(once)}) b left join users u on u.id = b.account`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('call_begin answered nothing');
  const { account, session, address, code, replay } = row;
  const caller = account === null ? null : { id: account, address, tokenHash: Buffer.from(session) };
  if (code === null) return { caller, standing: null };
  if (!replay) refuse(code);
  const reply = SECRET_CALLS.has(once.name) ? unseal(row.reply, once.key, once.text) : row.reply;
  return { caller, standing: { code, reply, replay, account } };
}

/** Stores the reply. It is new: whoever else has the key waits in `begin` until the transaction ends. */
async function end(tx: Db, once: Once, caller: Caller | null, code: CodeName, data: string): Promise<Answer> {
  const reply = SECRET_CALLS.has(once.name) ? seal(data, once.key, once.text) : data;
  const account = caller?.id ?? null;
  await sql`select ${fn('call_end')}(${asCall(once)}, ${account}::bigint, ${code}, ${reply})`.execute(tx);
  return { code, reply: data, replay: false, account };
}

/**
 * Runs `work` in one transaction with its stored reply, or answers what stands under the key. A refusal rolls the
 * transaction back and is stored by itself, unless it may pass or the server is at fault.
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

/** Stores what a handler refused with. What already stands under the key wins. Rethrows all that is not stored. */
export async function storeRefusal(db: Db, once: Once, error: unknown): Promise<Answer> {
  if (!(error instanceof Refusal) || CODES[error.name].http >= 500 || PASSING.has(error.name)) throw error;
  const data = JSON.stringify(error.data ?? null);
  return inTransaction(db, async (tx) => {
    const { caller, standing } = await begin(tx, once);
    return standing ?? end(tx, once, caller, error.name, data);
  });
}

/** Keys are promised for as long as a queued action may be sent; the day more is for clocks and late outboxes. */
const KEEP_MS = (SENDABLE_DAYS + 1) * DAY_MS;

/** Deletes replies that are no longer promised, `batch` rows a statement so that nobody waits long. Returns how many went. */
export async function deleteOldReplies(db: Db, now: Date, batch = 5000): Promise<number> {
  const before = new Date(now.getTime() - KEEP_MS);
  let total = 0;
  for (let gone = batch; gone === batch; total += gone) {
    const result = await sql`
      delete from idempotency where (scope, key) in (
        select scope, key from idempotency where created_at < ${before} order by created_at limit ${batch}
      )`.execute(db);
    gone = Number(result.numAffectedRows ?? 0n);
  }
  return total;
}
