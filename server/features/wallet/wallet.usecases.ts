/** Signing in and out. */
import { DAY_MS, HOUR_MS } from '#rules/days.ts';
import { MOST_SESSIONS, OUTBOX_TOKEN_HOURS, SESSION_DAYS } from '#rules/figures.ts';
import type { Db } from '#server/db/client.ts';
import { hashToken, lockSessions, newToken } from '#server/http/session.ts';
import { refuse } from '#server/lib/refusal.ts';
import { newInviteCode, readInviteCode } from './wallet.rules.ts';
import {
  createSession,
  createUser,
  findInviter,
  leastUsedSessions,
  noteSignIn,
  useNonce,
} from './wallet.repository.ts';

/** The accounts that a wallet has deleted: the last one and the first one. */
interface Former {
  readonly last: bigint;
  readonly first: bigint;
}

/** Sets up what a new account starts with, in the same transaction. */
export type OpenAccount = (db: Db, userId: bigint, former: Former | undefined, now: Date) => Promise<void>;

/** Ends a session with everything that belongs to it. */
export type EndSession = (db: Db, tokenHash: Uint8Array) => Promise<void>;

export interface SignInDeps {
  /** The accounts that an address has had. */
  readonly formerOf: (db: Db, address: string) => Promise<Former | undefined>;
  readonly openAccount: OpenAccount;
  readonly endSession: EndSession;
}

/** A returning wallet does not join a team: its former account is counted there. */
async function openUser(
  db: Db,
  address: string,
  inviteCode: string | undefined,
  former: Former | undefined,
  now: Date,
) {
  if (former) return createUser(db, { address, inviteCode: newInviteCode(), formerly: former.first, now });
  const code = readInviteCode(inviteCode ?? '');
  const inviter = code ? await findInviter(db, code) : undefined;
  if (code && !inviter)
    refuse('invalid_request', { issues: [{ path: 'inviteCode', reason: 'unknown invite code' }] });
  return createUser(db, { address, inviteCode: newInviteCode(), inviter, now });
}

/** Invite codes are random: with a million accounts, a code has a one-in-a-million chance of being taken. */
const TRIES = 5;

/**
 * The account of an address, created if there is none. Of two first sign-ins at the same time, the later one waits for
 * the other's row and finds it on its next try.
 */
async function findOrOpen(
  db: Db,
  address: string,
  inviteCode: string | undefined,
  now: Date,
  { formerOf, openAccount }: SignInDeps,
): Promise<{ userId: bigint; isFirst: boolean }> {
  for (let left = TRIES; left > 0; left -= 1) {
    const known = await noteSignIn(db, address);
    if (known !== undefined) return { userId: known, isFirst: false };
    const former = await formerOf(db, address);
    const made = await openUser(db, address, inviteCode, former, now);
    if (made === undefined) continue;
    await openAccount(db, made, former, now);
    return { userId: made, isFirst: true };
  }
  return refuse('unavailable');
}

/**
 * Signs in with a verified message and signature. An invite code binds when the account is created and is ignored
 * later: nobody can invite themselves or form a cycle, because an inviter is always the older account.
 */
export async function signIn(
  db: Db,
  deps: SignInDeps,
  {
    address,
    nonce,
    inviteCode,
  }: {
    readonly address: string;
    /** Undefined if it has already been used up. */
    readonly nonce: string | undefined;
    readonly inviteCode: string | undefined;
  },
  now: Date,
) {
  if (nonce !== undefined && !(await useNonce(db, nonce, now))) refuse('bad_nonce');
  const { userId, isFirst } = await findOrOpen(db, address, inviteCode, now, deps);
  return { isFirst, ...(await openSession(db, deps, { userId, deviceId: null, now })) };
}

/**
 * A new session of an account, on a device that stays signed in or without one. Beyond twenty sessions, it ends the
 * least recently used, those of its own device first.
 */
export async function openSession(
  db: Db,
  { endSession }: Pick<SignInDeps, 'endSession'>,
  { userId, deviceId, now }: { userId: bigint; deviceId: string | null; now: Date },
) {
  await lockSessions(db, userId);
  const ended = await leastUsedSessions(db, userId, deviceId, MOST_SESSIONS - 1);
  for (const session of ended) await endSession(db, session);
  const token = newToken();
  const outboxToken = newToken();
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * DAY_MS);
  await createSession(db, {
    ...{ userId, deviceId },
    tokenHash: hashToken(token),
    outboxHash: hashToken(outboxToken),
    now,
    expiresAt,
    outboxExpiresAt: new Date(now.getTime() + OUTBOX_TOKEN_HOURS * HOUR_MS),
  });
  return { userId, token, outboxToken, expiresAt, ended: ended.length };
}
