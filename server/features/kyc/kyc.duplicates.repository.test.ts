// Duplicates: every other account with the same UID, exchange address or document, whatever became of its submission.
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { fingerprint } from '#server/lib/fingerprint.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { kycCommands } from './kyc.commands.ts';
import { submissionsOf } from './kyc.repository.ts';
import { fingerprintOf } from './kyc.rules.ts';
import { type KycDeps, decide, prepare, submit } from './kyc.usecases.ts';

removeClusterAtEnd();

const NOW = new Date('2026-11-21T04:00:00Z');
const KEY = randomBytes(32);

interface Sent {
  uid?: string;
  exchange?: string;
  exchangeAddress?: string;
  id?: string;
  address?: string;
  key?: Buffer;
}

onPostgres((open) => {
  const deps: KycDeps = {
    documentKey: KEY,
    autoApproveSeconds: () => undefined,
    documentDays: () => 0,
    onApproved: () => Promise.resolve(),
    onRevoked: () => Promise.resolve(),
  };
  const clock = { now: () => NOW, wall: () => NOW, near: () => true };

  async function account(): Promise<{ user: bigint; address: string }> {
    const address = `0x${randomBytes(20).toString('hex')}`;
    const { id } = await open()
      .kysely.insertInto('users')
      .values({ address, invite_code: randomBytes(6).toString('hex'), created_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { user: id, address };
  }

  async function send(user: bigint, sent: Sent = {}): Promise<bigint> {
    const fields = {
      exchange: sent.exchange ?? 'okx',
      exchangeUid: sent.uid ?? randomUUID(),
      exchangeAddress: sent.exchangeAddress ?? randomUUID(),
    };
    const files = {
      idDocument: { bytes: pngOf(sent.id ?? randomUUID()) },
      addressDocument: { bytes: pngOf(sent.address ?? randomUUID()) },
    };
    return inTransaction(open().kysely, async (db) => {
      const prepared = await prepare(db, { documentKey: sent.key ?? KEY }, fields, files);
      await submit(db, deps, user, prepared, NOW);
      return (await submissionsOf(db, user, 1))[0]?.id ?? 0n;
    });
  }
  const judge = (id: bigint, approve: boolean) =>
    inTransaction(open().kysely, (db) => decide(db, deps, id, { approve, reason: 'no', by: 'olga' }, NOW));
  async function duplicates(id: bigint): Promise<string[]> {
    const show = kycCommands({ ...deps, database: open(), clock }).find(({ name }) => name === 'kyc show');
    const lines = (await show?.run([String(id)], 'olga'))?.text.split('\n') ?? [];
    return lines.filter((line) => /^(duplicate|note)/.test(line)).map((line) => line.replace(/^\w+ +/, ''));
  }

  test('an account that shares nothing has none', async () => {
    await send((await account()).user);
    expect(await duplicates(await send((await account()).user))).toEqual(['none']);
  });

  test('each kind is found in both directions, in any case, also after a rejection and without the documents', async () => {
    const [uid, exchangeAddress, passport] = [randomUUID(), `0x${'aB'.repeat(20)}`, randomUUID()];
    const [ann, ben, cid, dan] = [await account(), await account(), await account(), await account()];
    const first = await send(ann.user, { uid, exchangeAddress, id: passport });
    await judge(first, false);
    const second = await send(ben.user, { uid: uid.toUpperCase(), exchange: 'gate' });
    await judge(second, true);
    const third = await send(cid.user, { exchangeAddress: exchangeAddress.toLowerCase() });
    // The passport is sent as the other document type.
    const fourth = await send(dan.user, { address: passport, exchangeAddress });
    const kept = open()
      .kysely.selectFrom('kyc_documents')
      .select('sealed')
      .where('submission_id', '=', first);
    expect((await kept.execute()).map(({ sealed }) => sealed)).toEqual([null, null]);

    expect(await duplicates(first)).toEqual([
      `${ben.address}, submission ${second} (approved): same uid`,
      `${cid.address}, submission ${third} (submitted): same address`,
      `${dan.address}, submission ${fourth} (submitted): same address, document`,
    ]);
    expect(await duplicates(second)).toEqual([`${ann.address}, submission ${first} (failed): same uid`]);
    expect(await duplicates(fourth)).toEqual([
      `${ann.address}, submission ${first} (failed): same address, document`,
      `${cid.address}, submission ${third} (submitted): same address`,
    ]);
  });

  test('all submissions of the account are compared, and never with each other', async () => {
    const [ann, ben] = [await account(), await account()];
    const uid = randomUUID();
    const first = await send(ann.user, { uid });
    await judge(first, false);
    const again = await send(ann.user, { uid });
    expect(await duplicates(again)).toEqual(['none']);
    await judge(again, false);
    const other = await send(ben.user, { uid });
    const last = await send(ann.user);
    expect(await duplicates(last)).toEqual([`${ben.address}, submission ${other} (submitted): same uid`]);
  });

  test('documents fingerprinted with another key are not compared, and the operator is told so', async () => {
    const [ann, ben] = [await account(), await account()];
    const passport = randomUUID();
    const old = await send(ann.user, { id: passport, key: randomBytes(32) });
    await judge(old, false);
    const now = await send(ben.user, { id: passport });
    expect(await duplicates(now)).toEqual(['none']);
    expect(await duplicates(old)).toEqual([
      'none',
      `not compared: 2 documents without a fingerprint of key ${fingerprint(KEY)}`,
    ]);
  });
});

test('a fingerprint depends on every byte and on the key', async () => {
  const bytes = pngOf('Ann Example');
  const one = await fingerprintOf(KEY, bytes);
  expect(one).toHaveLength(32);
  expect(await fingerprintOf(KEY, Buffer.from(bytes))).toEqual(one);
  expect(await fingerprintOf(randomBytes(32), bytes)).not.toEqual(one);
  expect(await fingerprintOf(KEY, bytes.subarray(0, -1))).not.toEqual(one);
});
