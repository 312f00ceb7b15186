// Signing in as the database sees it: nonces are used once, accounts are created once, tokens are stored as hashes,
// and sessions survive a skip.
import { randomBytes } from 'node:crypto';
import { Wallet } from 'ethers';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { findCaller, hashToken, newToken } from '#server/http/session.ts';
import { MOST_SESSIONS } from '#rules/figures.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import {
  carrySessions,
  cleanNonces,
  cleanSessions,
  createUser,
  deleteSession,
  saveNonce,
} from './wallet.repository.ts';
import { newNonce } from './wallet.rules.ts';
import { type OpenAccount, openSession, signIn } from './wallet.usecases.ts';

removeClusterAtEnd();

const NOW = new Date('2026-11-21T04:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const later = (ms: number) => new Date(NOW.getTime() + ms);
const newAddress = () => Wallet.createRandom().address;

onPostgres((open) => {
  const opened = () => vi.fn<OpenAccount>().mockResolvedValue(undefined);
  const formerOf = () => Promise.resolve(undefined);

  async function enter(address = newAddress(), inviteCode?: string, at = NOW, openAccount = opened()) {
    const nonce = newNonce();
    await saveNonce(open().kysely, nonce, new Date(at.getTime() + 1));
    const deps = { formerOf, openAccount, endSession: deleteSession };
    return inTransaction(open().kysely, (db) => signIn(db, deps, { address, nonce, inviteCode }, at));
  }
  const holds = async (token: string, at: Date, queueable = false) =>
    (await findCaller(open().kysely, hashToken(token), queueable, at)) !== null;
  const user = (id: bigint) =>
    open().kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('a nonce works once, until it expires, and not after a refused sign-in with it', async () => {
    const nonce = newNonce();
    const use = (at = NOW, one = nonce) =>
      inTransaction(open().kysely, (db) =>
        signIn(
          db,
          { formerOf, openAccount: opened(), endSession: deleteSession },
          { address: newAddress(), nonce: one, inviteCode: undefined },
          at,
        ),
      );
    await saveNonce(open().kysely, nonce, later(1000));
    await expect(use(later(1000))).rejects.toMatchObject({ name: 'bad_nonce' });
    const tries = await Promise.allSettled([use(), use(), use()]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(use()).rejects.toMatchObject({ name: 'bad_nonce' });
    await expect(use(NOW, newNonce())).rejects.toMatchObject({ name: 'bad_nonce' });
  });

  test('parallel first sign-ins of one wallet create one account, which is set up once', async () => {
    const address = newAddress();
    const openAccount = opened();
    const all = await Promise.all(
      Array.from({ length: 6 }, () => enter(address, undefined, NOW, openAccount)),
    );
    expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
    expect(all.filter(({ isFirst }) => isFirst)).toHaveLength(1);
    expect(openAccount).toHaveBeenCalledTimes(1);
    expect((await user(all[0]?.userId ?? 0n)).sign_ins).toBe(6);
  });

  test('a taken invite code creates no account', async () => {
    const taken = (await user((await enter()).userId)).invite_code;
    const made = await createUser(open().kysely, { address: newAddress(), inviteCode: taken, now: NOW });
    expect(made).toBeUndefined();
  });

  test('an invite code binds three levels at the first sign-in and is ignored later', async () => {
    const chain: bigint[] = [];
    let code: string | undefined;
    for (let i = 0; i < 4; i += 1) {
      const { userId } = await enter(newAddress(), code?.toLowerCase());
      chain.unshift(userId);
      code = (await user(userId)).invite_code;
    }
    const [last, first, second, third] = chain;
    expect(await user(last ?? 0n)).toMatchObject({
      invited_by: first,
      ancestor1: first,
      ancestor2: second,
      ancestor3: third,
    });
    const { address } = await user(third ?? 0n);
    expect((await enter(address, code)).isFirst).toBe(false);
    expect((await enter(address, 'unknown')).isFirst).toBe(false);
    expect((await user(third ?? 0n)).invited_by).toBeNull();
  });

  test('an unknown invite code is refused and leaves neither an account nor a used nonce', async () => {
    const address = newAddress();
    await expect(enter(address, 'ZZZZZZZZ')).rejects.toMatchObject({
      name: 'invalid_request',
      data: { issues: [{ path: 'inviteCode' }] },
    });
    expect((await enter(address)).isFirst).toBe(true);
  });

  test('neither token is stored in the database, and each opens only what it should', async () => {
    const { token, outboxToken, userId } = await enter();
    const rows = await open()
      .kysely.selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    const text = Buffer.concat(rows.flatMap((row) => [row.token_hash, row.outbox_hash])).toString('latin1');
    for (const secret of [token, outboxToken]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('latin1'));
    }
    expect(await holds(token, NOW)).toBe(true);
    expect([await holds(outboxToken, NOW), await holds(outboxToken, NOW, true)]).toEqual([false, true]);
  });

  test('a session ends after a day without use and after seven days, an outbox token after three days', async () => {
    const { token, outboxToken, userId } = await enter();
    const seen = (at: Date) =>
      open().kysely.updateTable('sessions').set({ last_seen_at: at }).where('user_id', '=', userId).execute();
    const lastSeen = async () =>
      (
        await open()
          .kysely.selectFrom('sessions')
          .select('last_seen_at')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    expect(await holds(token, later(DAY_MS))).toBe(false);
    expect([await holds(outboxToken, later(DAY_MS), true), await lastSeen()]).toEqual([true, NOW]);
    expect([await holds(token, later(60_000)), await lastSeen()]).toEqual([true, NOW]);
    expect([await holds(token, later(60_001)), await lastSeen()]).toEqual([true, later(60_001)]);
    expect([await holds(token, later(-5000)), await lastSeen()]).toEqual([true, later(60_001)]);
    expect(await holds(token, later(DAY_MS + 60_000))).toBe(true);
    await seen(later(7 * DAY_MS - 1));
    expect([await holds(token, later(7 * DAY_MS - 1)), await holds(token, later(7 * DAY_MS))]).toEqual([
      true,
      false,
    ]);
    expect(await holds(outboxToken, later(3 * DAY_MS - 1), true)).toBe(true);
    expect(await holds(outboxToken, later(3 * DAY_MS), true)).toBe(false);
  });

  test('signing out ends both tokens of that session and no other', async () => {
    const address = newAddress();
    const [here, there] = [await enter(address), await enter(address)];
    await deleteSession(open().kysely, hashToken(here.token));
    expect([await holds(here.token, NOW), await holds(here.outboxToken, NOW, true)]).toEqual([false, false]);
    expect(await holds(there.token, NOW)).toBe(true);
  });

  test('a skip extends live sessions, even two skips at once, and revives no ended one', async () => {
    const ended = await enter();
    const alive = await enter(newAddress(), undefined, later(2 * DAY_MS));
    const before = later(2 * DAY_MS + HOUR_MS);
    const step = (hours: number) =>
      carrySessions(open().kysely, before, new Date(before.getTime() + hours * HOUR_MS));
    await Promise.all([step(24), step(24)]);
    const after = new Date(before.getTime() + 2 * DAY_MS);
    expect([await holds(alive.token, after), await holds(alive.outboxToken, after, true)]).toEqual([
      true,
      true,
    ]);
    expect(await holds(ended.token, after)).toBe(false);
    await step(7 * 24);
    expect(await holds(alive.token, new Date(after.getTime() + 7 * DAY_MS))).toBe(false);
  });

  test('cleaning removes what has expired and nothing else', async () => {
    const { token } = await enter(newAddress(), undefined, later(9 * DAY_MS));
    const old = await enter();
    const nonce = randomBytes(8).toString('hex');
    await saveNonce(open().kysely, nonce, later(9 * DAY_MS + 1));
    for (let n = 0; n < 5; n += 1) await saveNonce(open().kysely, newNonce(), later(9 * DAY_MS - n));
    expect(await cleanSessions(open().kysely, later(9 * DAY_MS), 1)).toBeGreaterThan(0);
    expect(await cleanNonces(open().kysely, later(9 * DAY_MS), 2)).toBeGreaterThanOrEqual(5);
    const left = await open().kysely.selectFrom('sessions').select('user_id').execute();
    expect(left.map((row) => row.user_id)).not.toContain(old.userId);
    expect(await holds(token, later(9 * DAY_MS))).toBe(true);
    const nonces = await open().kysely.selectFrom('nonces').select('nonce').execute();
    expect(nonces.map((row) => row.nonce)).toContain(nonce);
    expect(await cleanNonces(open().kysely, later(9 * DAY_MS))).toBe(0);
  });

  describe('the twenty-first session of an account', () => {
    const sessionsOf = async (userId: bigint) =>
      (
        await open()
          .kysely.selectFrom('sessions')
          .select('token_hash')
          .where('user_id', '=', userId)
          .execute()
      ).length;

    test('ends the one that was not used for longest, with its outbox token, and no other account’s', async () => {
      const address = newAddress();
      const other = await enter();
      const all: Awaited<ReturnType<typeof enter>>[] = [];
      for (let n = 0; n < MOST_SESSIONS; n += 1) all.push(await enter(address, undefined, later(n * 1000)));
      // The oldest one is used, so the second oldest goes.
      expect(await holds(all[0]?.token ?? '', later(120_000))).toBe(true);
      const last = await enter(address, undefined, later(130_000));
      expect(last.ended).toBe(1);
      const [first, second] = all;
      expect(await holds(second?.token ?? '', later(130_000))).toBe(false);
      expect(await holds(second?.outboxToken ?? '', later(130_000), true)).toBe(false);
      for (const { token } of [first, ...all.slice(2), last, other].filter((one) => one !== undefined))
        expect(await holds(token, later(130_000))).toBe(true);
    });

    test('never exists, not even when a device opens sixty at once; they end each other', async () => {
      const address = newAddress();
      const { userId, token: elsewhere } = await enter(address, undefined, later(-HOUR_MS));
      const device = newToken().slice(0, 22);
      await sql`
        insert into devices (id, user_id, public_key, name, scope, created_at, last_used_at)
        values (${device}, ${userId}, ${randomBytes(64)}, 'x', 'full', ${NOW}, ${NOW})`.execute(
        open().kysely,
      );
      const opening = Array.from({ length: 60 }, () =>
        inTransaction(open().kysely, (db) =>
          openSession(db, { endSession: deleteSession }, { userId, deviceId: device, now: NOW }),
        ),
      );
      const sessions = await Promise.all(opening);
      expect(await sessionsOf(userId)).toBe(MOST_SESSIONS);
      const open20 = await Promise.all(sessions.map(({ token }) => holds(token, NOW)));
      expect(open20.filter(Boolean)).toHaveLength(MOST_SESSIONS - 1);
      expect(await holds(elsewhere, NOW)).toBe(true);
    });
  });
});
