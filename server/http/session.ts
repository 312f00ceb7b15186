/**
 * Sessions: opaque tokens of 256 bits, kept as SHA-256 alone. Whether one holds is a pure decision; the database is read
 * once a request and written at most once a minute.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '#rules/days.ts';
import { SESSION_IDLE_HOURS } from '#rules/figures.ts';
import type { Db } from '#server/db/client.ts';
import type { Caller } from './handlers.ts';

/** A session not used for so long has ended (product, "Wallet and session"). */
export const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS;
/** Its last use is written down only when the one on record is older: one write a minute instead of one a request. */
export const TOUCH_MS = 60_000;
/** Both, as arguments of SQL functions. */
export const SESSION_TERMS = sql.raw(
  `interval '${IDLE_MS} milliseconds', interval '${TOUCH_MS} milliseconds'`,
);

const TOKEN_BYTES = 32;

/** A new token: 43 characters of base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What the database knows of a token. Tokens are random, so that an unsalted hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token of an Authorization header (RFC 6750, section 2.1). Undefined without a header, '' for one we cannot read. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return /^Bearer +([\w.~+/-]{1,200}=*) *$/i.exec(header)?.[1] ?? '';
}

interface SessionFacts {
  /** Which of its two tokens was shown. */
  readonly shown: 'session' | 'outbox';
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly outboxExpiresAt: Date;
}

/**
 * `touch`: it holds, and its last use is to be noted. The outbox token outlives an idle session, opens the calls
 * that the contract names for it alone (`forOutbox`), and does not keep the session alive.
 */
export function decideSession(s: SessionFacts, forOutbox: boolean, now: Date): 'ended' | 'holds' | 'touch' {
  const at = now.getTime();
  if (s.shown === 'outbox') {
    return forOutbox && at < s.outboxExpiresAt.getTime() ? 'holds' : 'ended';
  }
  const idle = at - s.lastSeenAt.getTime();
  if (at >= s.expiresAt.getTime() || idle >= IDLE_MS) return 'ended';
  return idle > TOUCH_MS ? 'touch' : 'holds';
}

/** Whose token this is, or null when it opens nothing (for this call, by now). */
export async function findCaller(
  db: Db,
  token: Buffer,
  forOutbox: boolean,
  now: Date,
): Promise<Caller | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.address',
      'sessions.token_hash',
      'sessions.last_seen_at',
      'sessions.expires_at',
      'sessions.outbox_expires_at',
    ])
    .where((e) => e.or([e('sessions.token_hash', '=', token), e('sessions.outbox_hash', '=', token)]))
    .executeTakeFirst();
  if (!row) return null;
  const decision = decideSession(
    {
      shown: token.equals(row.token_hash) ? 'session' : 'outbox',
      lastSeenAt: row.last_seen_at,
      expiresAt: row.expires_at,
      outboxExpiresAt: row.outbox_expires_at,
    },
    forOutbox,
    now,
  );
  if (decision === 'ended') return null;
  if (decision === 'touch') {
    await db
      .updateTable('sessions')
      .set({ last_seen_at: now })
      .where('token_hash', '=', token)
      .where('last_seen_at', '<', now)
      .execute();
  }
  return { id: row.id, address: row.address, tokenHash: Buffer.from(row.token_hash) };
}
