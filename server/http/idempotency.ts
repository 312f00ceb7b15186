/**
 * Exactly once per Idempotency-Key: the reply is stored in the transaction of its effect. Concurrent tries of one key
 * wait on the unique index and then find the reply. Replies are JSON text, so that a replay is the same to the byte;
 * `message` is not stored, it is told in the caller's language each time.
 */
import { sql } from 'kysely';
import type { CallName } from '#contract';
import { CODES, codeName } from '#contract/codes.ts';
import type { CodeName } from '#contract/codes.ts';
import { DAY_MS } from '#rules/days.ts';
import { SENDABLE_DAYS } from '#rules/figures.ts';
import { inTransaction } from '#server/db/client.ts';
import type { Db } from '#server/db/client.ts';
import { Refusal, refuse } from '#server/lib/refusal.ts';
import { seal, unseal } from './sealing.ts';
import { requestDigest } from './signature.ts';

/** Their replies hold a secret and are stored sealed. */
const SECRET_CALLS: ReadonlySet<CallName> = new Set(['POST /api/auth/login']);

/** A refusal that says nothing about the request itself and may turn out otherwise on the next try. */
const PASSING: ReadonlySet<CodeName> = new Set(['session_expired', 'too_many_requests', 'conflict']);

/** One POST as idempotency sees it. */
export interface Once {
  /** The account's id; 0 for a guest. */
  readonly scope: bigint;
  readonly key: string;
  readonly call: CallName;
  /** What is asked for (`requestText`). */
  readonly text: string;
}

export interface Reply {
  readonly code: CodeName;
  /** JSON text of `data`. */
  readonly data: string;
  readonly replay: boolean;
}

const toStored = (once: Once, data: string) =>
  SECRET_CALLS.has(once.call) ? seal(data, once.key, once.text) : data;

/** The reply that stands under a key. Refuses with `conflict` when it answers another request. */
export async function findReply(db: Db, once: Once): Promise<Reply | undefined> {
  const row = await db
    .selectFrom('idempotency')
    .select(['request', 'code', 'reply'])
    .where('scope', '=', once.scope)
    .where('key', '=', once.key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (!requestDigest(once.text).equals(row.request)) refuse('conflict');
  const data = SECRET_CALLS.has(once.call) ? unseal(row.reply, once.key, once.text) : row.reply;
  return { code: codeName(row.code) ?? 'internal', data, replay: true };
}

/** Takes the key; false when it is taken already. Waits for a transaction that is about to take it. */
async function take(db: Db, once: Once, now: Date, code: CodeName, data: string): Promise<boolean> {
  const row = await db
    .insertInto('idempotency')
    .values({
      scope: once.scope,
      key: once.key,
      call: once.call,
      request: requestDigest(once.text),
      code: CODES[code].code,
      reply: toStored(once, data),
      created_at: now,
    })
    .onConflict((c) => c.columns(['scope', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Runs `work` in one transaction with its stored reply, or answers what stands under the key. A refusal rolls the
 * transaction back and is stored by itself, unless it may pass or the server is at fault.
 */
export async function answerOnce(
  db: Db,
  once: Once,
  now: Date,
  work: (tx: Db) => Promise<string>,
): Promise<Reply> {
  let data: string | undefined;
  try {
    data = await inTransaction(db, async (tx) => {
      if (!(await take(tx, once, now, 'ok', 'null'))) return undefined;
      const reply = await work(tx);
      await tx
        .updateTable('idempotency')
        .set({ reply: toStored(once, reply) })
        .where('scope', '=', once.scope)
        .where('key', '=', once.key)
        .execute();
      return reply;
    });
  } catch (error) {
    return storeRefusal(db, once, now, error);
  }
  if (data !== undefined) return { code: 'ok', data, replay: false };
  return (await findReply(db, once)) ?? refuse('unavailable');
}

/** Stores what a handler refused with. What already stands under the key wins. Rethrows all that is not stored. */
export async function storeRefusal(db: Db, once: Once, now: Date, error: unknown): Promise<Reply> {
  if (!(error instanceof Refusal) || CODES[error.name].http >= 500 || PASSING.has(error.name)) throw error;
  const data = JSON.stringify(error.data ?? null);
  if (await take(db, once, now, error.name, data)) return { code: error.name, data, replay: false };
  const standing = await findReply(db, once);
  if (!standing) throw error;
  return standing;
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
