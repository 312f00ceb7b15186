// Submissions and verdicts in the database: one account per UID, one verdict per submission, nothing readable at rest.
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { startRunner } from '#server/jobs/runner.ts';
import { onPostgres, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { makeUser } from '#tests/support/ledger.ts';
import { kycCommands } from './kyc.commands.ts';
import { documents } from './kyc.documents.repository.ts';
import { eraseSubmissions, submissionsOf } from './kyc.repository.ts';
import { labelOf, unseal } from './kyc.rules.ts';
import {
  APPROVE_JOB,
  type KycDeps,
  type Verdict,
  approveDue,
  decide,
  prepare,
  submit,
} from './kyc.usecases.ts';

removeClusterAtEnd();

const NOW = new Date('2026-11-21T04:00:00Z');
const YES: Verdict = { approve: true, reason: null, by: 'olga' };
const NO: Verdict = { approve: false, reason: 'blurred', by: 'olga' };

onPostgres((open) => {
  const approved = vi.fn<KycDeps['onApproved']>().mockResolvedValue(undefined);
  const deps: KycDeps = {
    documentKey: randomBytes(32),
    autoApproveSeconds: () => undefined,
    documentDays: () => 90,
    onApproved: approved,
    onRevoked: () => Promise.resolve(),
  };

  beforeEach(() => approved.mockClear());

  const newUser = () => makeUser(open().kysely);
  const newUid = () => randomUUID().slice(0, 18);
  const send = (user: bigint, exchangeUid = newUid(), over: Partial<KycDeps> = {}, exchange = 'binance') =>
    inTransaction(open().kysely, async (db) => {
      const fields = { exchange, exchangeUid, exchangeAddress: `0x${'ab'.repeat(20)}` };
      const files = { idDocument: { bytes: pngOf('passport') }, addressDocument: { bytes: pngOf('bill') } };
      return submit(db, { ...deps, ...over }, user, await prepare(db, deps, fields, files), NOW);
    });
  const judge = (id: bigint, verdict: Verdict) =>
    inTransaction(open().kysely, (db) => decide(db, deps, id, verdict, NOW));
  const stateOf = async (user: bigint) => {
    const query = open().kysely.selectFrom('users').select('kyc').where('id', '=', user);
    const [row, [one]] = [await query.executeTakeFirstOrThrow(), await submissionsOf(open().kysely, user, 1)];
    return { kyc: row.kyc, status: one?.status, id: one?.id ?? 0n };
  };
  const taken = { name: 'kyc_invalid', data: { issues: [{ path: 'exchangeUid' }] } };

  test('stored documents can be decrypted with the key and their label, and reveal nothing without them', async () => {
    const user = await newUser();
    await send(user);
    const { id, kyc } = await stateOf(user);
    expect(kyc).toBe('submitted');
    const rows = await documents(open().kysely, id);
    expect(rows.map(({ name, mime, size }) => [name, mime, size])).toEqual([
      ['addressDocument', 'image/png', pngOf('bill').length],
      ['idDocument', 'image/png', pngOf('passport').length],
    ]);
    for (const { name, sealed } of rows) {
      const text = name === 'idDocument' ? 'passport' : 'bill';
      const bytes = Buffer.from(sealed ?? '');
      expect(bytes.includes(text)).toBe(false);
      expect(unseal(deps.documentKey, labelOf(id, name), bytes)).toEqual(pngOf(text));
    }
  });

  test('of many accounts that submit one UID at the same time, one is accepted, whether in upper or lower case', async () => {
    const uid = `Ab${newUid()}`;
    const users = await Promise.all(Array.from({ length: 6 }, newUser));
    const tries = await Promise.allSettled(
      users.map((user, i) => send(user, i % 2 ? uid.toUpperCase() : uid.toLowerCase())),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject(taken);
    await expect(send(await newUser(), uid)).rejects.toMatchObject(taken);
    await expect(send(await newUser(), uid, {}, 'okx')).rejects.toMatchObject(taken);
  });

  test('an account has one open submission, however often it sends one', async () => {
    const user = await newUser();
    const tries = await Promise.allSettled([send(user), send(user), send(user)]);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of tries)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ name: 'kyc_pending' });
    await judge((await stateOf(user)).id, YES);
    await expect(send(user)).rejects.toMatchObject({ name: 'kyc_pending' });
  });

  test('whatever UID others have chosen, an account can be deleted; afterwards it cannot submit', async () => {
    const [leaving, other] = [await newUser(), await newUser()];
    await send(leaving);
    const { id } = await stateOf(leaving);
    await judge(id, YES);
    for (const uid of [`deleted-${id}`, `deleted${id}`, `deleted_${id}`]) {
      await send(other, uid);
      await judge((await stateOf(other)).id, NO);
    }
    await send(other, `deleted-${id}`);
    await eraseSubmissions(open().kysely, leaving, NOW);

    const back = await newUser();
    const mark = randomBytes(32);
    const gone = { user_id: back, address_mark: mark, uid_mark: null, deleted_at: NOW };
    await open().kysely.insertInto('deleted_accounts').values(gone).execute();
    await expect(send(back)).rejects.toMatchObject({ name: 'session_expired' });
  });

  test('a rejected account may submit again, and its UID is free for others until it does', async () => {
    const [first, second] = [await newUser(), await newUser()];
    const uid = newUid();
    await send(first, uid);
    expect(await judge((await stateOf(first)).id, NO)).toBe(true);
    expect(await stateOf(first)).toMatchObject({ kyc: 'failed', status: 'failed' });
    expect(approved).not.toHaveBeenCalled();
    await send(second, uid);
    await expect(send(first, uid)).rejects.toMatchObject(taken);
    await send(first);
    expect(await stateOf(first)).toMatchObject({ kyc: 'submitted', status: 'submitted' });
  });

  test('only the first verdict of a submission counts', async () => {
    const user = await newUser();
    await send(user);
    const { id } = await stateOf(user);
    const done = await Promise.all([judge(id, YES), judge(id, NO), judge(id, YES)]);
    expect(done.filter(Boolean)).toHaveLength(1);
    const { kyc, status } = await stateOf(user);
    expect(kyc).toBe(status);
    expect(approved).toHaveBeenCalledTimes(kyc === 'approved' ? 1 : 0);
    expect(await judge(id + 1_000_000n, YES)).toBe(false);
  });

  test('demo mode approves when the time has come and never overrules a verdict', async () => {
    let now = NOW;
    const [waits, rejected] = [await newUser(), await newUser()];
    for (const user of [waits, rejected]) await send(user, newUid(), { autoApproveSeconds: () => 3 });
    await judge((await stateOf(rejected)).id, NO);
    const runner = startRunner({
      database: open(),
      clock: { now: () => now, wall: () => new Date(), near: () => true },
      log: quiet,
      jobs: { [APPROVE_JOB]: approveDue(deps) },
      chores: [],
    });
    now = new Date(NOW.getTime() + 2999);
    await runner.settle();
    expect(await stateOf(waits)).toMatchObject({ kyc: 'submitted' });
    now = new Date(NOW.getTime() + 3000);
    await runner.settle();
    await runner.stop();
    expect(await stateOf(waits)).toMatchObject({ kyc: 'approved', status: 'approved' });
    expect(await stateOf(rejected)).toMatchObject({ kyc: 'failed', status: 'failed' });
    expect(approved.mock.calls.map(([, user]) => user)).toEqual([waits]);
  });

  test('the list says if it does not show everything', async () => {
    const clock = { now: () => NOW, wall: () => NOW, near: () => true };
    const list = kycCommands({ ...deps, database: open(), clock }).find(({ name }) => name === 'kyc list');
    for (let i = 0; i < 101; i += 1) {
      const user = await newUser();
      const row = {
        exchange: 'okx',
        exchange_uid: newUid(),
        exchange_address: 'x',
        status: 'submitted' as const,
      };
      await open()
        .kysely.insertInto('kyc_submissions')
        .values({ user_id: user, ...row, submitted_at: NOW })
        .execute();
    }
    const lines = (await list?.run([], 'olga'))?.text.split('\n') ?? [];
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('and more; only the first 100 are shown');
  });
});
