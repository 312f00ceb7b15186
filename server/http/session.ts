/** Sessions: opaque tokens of 256 bits, stored only as SHA-256. For every call, calls.sql decides whether a token is valid. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CallName } from '#contract';
import { HOUR_MS } from '#rules/days.ts';
import { SESSION_IDLE_HOURS } from '#rules/figures.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import { refuse } from '#server/lib/refusal.ts';

/** Calls that open a session. Their replies contain its token and are stored encrypted. */
export const SIGN_INS: ReadonlySet<CallName> = new Set(['POST /api/auth/login', 'POST /api/auth/resume']);

/** The signed-in account of a request. */
export interface Caller {
  readonly id: bigint;
  readonly address: string;
  /** SHA-256 of the session's own token, by which sign-out finds the session. */
  readonly tokenHash: Buffer;
}

/** A session expires after this long without use. */
export const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS;
/**
 * The last use is stored only if the stored one is older than this: one write per minute instead of one per request.
 */
const TOUCH_MS = 60_000;
const IDLE = sql.raw(`interval '${IDLE_MS} milliseconds'`);
const TOUCH = sql.raw(`interval '${TOUCH_MS} milliseconds'`);
/** Both, as arguments of SQL functions. */
export const SESSION_TERMS = sql`${IDLE}, ${TOUCH}`;

const TOKEN_BYTES = 32;

/** A new token: 43 characters of base64url. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The hash under which the database stores a token. Tokens are random, so an unsalted hash is enough. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The token from an Authorization header (RFC 6750, section 2.1). Undefined without a header, '' for an unreadable one.
 */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return /^Bearer +([\w.~+/-]{1,200}=*) *$/i.exec(header)?.[1] ?? '';
}

/** Locks an account, so that only one caller at a time counts, opens or ends its sessions and devices. */
export async function lockSessions(db: Db, userId: bigint): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(db);
}

/**
 * Keeps a session from ending until the caller's transaction does.
 * @throws Refusal session_expired if it has ended
 */
export async function holdSession(db: Db, tokenHash: Uint8Array): Promise<void> {
  const { rows } = await sql`select 1 from sessions where token_hash = ${tokenHash} for key share`.execute(
    db,
  );
  if (rows.length === 0) refuse('session_expired');
}

/** Whether the session is on a device that may only look and claim. */
export async function isClaimOnly(db: Db, tokenHash: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sessions s join devices d on d.id = s.device_id and d.user_id = s.user_id
    where s.token_hash = ${tokenHash} and d.scope <> 'full'`.execute(db);
  return rows.length > 0;
}

/** A caller whose session ends at `endsAt`, or earlier if it is not used. */
export interface LastingCaller extends Caller {
  readonly endsAt: Date;
}

/** Whose token this is, or null if it is not valid for this call now. Records that the session was used. */
export async function findCaller(
  db: Db,
  token: Buffer,
  forOutbox: boolean,
  now: Date,
): Promise<LastingCaller | null> {
  const { rows } = await sql<{ id: bigint; address: string; token_hash: Uint8Array; ends_at: Date }>`
    select u.id, u.address, s.token_hash, s.expires_at ends_at,
      ${fn('session_touch')}(s, ${token}::bytea, ${now}::timestamptz, ${TOUCH})
    from ${fn('session_of')}(${token}::bytea, ${forOutbox}, ${now}::timestamptz, ${IDLE}) s
    join users u on u.id = s.user_id`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { id, address, token_hash, ends_at } = row;
  return { id, address, tokenHash: Buffer.from(token_hash), endsAt: ends_at };
}

/** Whether a session is still open, as `session_of` in calls.sql decides. */
export const isOpen = (
  session: { readonly expires_at: Date; readonly last_seen_at: Date },
  now: Date,
): boolean => session.expires_at > now && session.last_seen_at.getTime() + IDLE_MS > now.getTime();

/** Which of these sessions are still open, all as hashes in hex. This does not count as use. */
export async function openSessions(db: Db, sessions: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ session: string }>`
    select session from unnest(${sessions}::text[]) session,
      ${fn('session_of')}(decode(session, 'hex'), false, ${now}::timestamptz, ${IDLE}) s`.execute(db);
  return new Set(rows.map(({ session }) => session));
}
