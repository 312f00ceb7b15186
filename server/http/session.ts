/** Sessions: opaque tokens of 256 bits, stored as SHA-256 alone. Whether one holds is decided in calls.sql, for every call. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '#rules/days.ts';
import { SESSION_IDLE_HOURS } from '#rules/figures.ts';
import type { Db } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';

/** The signed-in account of a request. */
export interface Caller {
  readonly id: bigint;
  readonly address: string;
  /** SHA-256 of the session's own token, by which sign-out finds it. */
  readonly tokenHash: Buffer;
}

/** A session not used for so long has ended (product, "Wallet and session"). */
export const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS;
/** Its last use is written down only when the one on record is older: one write a minute instead of one a request. */
const TOUCH_MS = 60_000;
const IDLE = sql.raw(`interval '${IDLE_MS} milliseconds'`);
const TOUCH = sql.raw(`interval '${TOUCH_MS} milliseconds'`);
/** Both, as arguments of SQL functions. */
export const SESSION_TERMS = sql`${IDLE}, ${TOUCH}`;

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

/** Whose token this is, or null when it opens nothing (for this call, by now). Notes the session's use. */
export async function findCaller(
  db: Db,
  token: Buffer,
  forOutbox: boolean,
  now: Date,
): Promise<Caller | null> {
  const { rows } = await sql<{ id: bigint; address: string; token_hash: Uint8Array }>`
    select u.id, u.address, s.token_hash, ${fn('session_touch')}(s, ${token}::bytea, ${now}::timestamptz, ${TOUCH})
    from ${fn('session_of')}(${token}::bytea, ${forOutbox}, ${now}::timestamptz, ${IDLE}) s
    join users u on u.id = s.user_id`.execute(db);
  const [row] = rows;
  return row ? { id: row.id, address: row.address, tokenHash: Buffer.from(row.token_hash) } : null;
}
