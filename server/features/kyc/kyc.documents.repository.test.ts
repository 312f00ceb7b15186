/**
 * How long documents are stored: for the set number of days after the verdict, or until their owner deletes them; a
 * record of them stays.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/client.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { makeUser } from '#tests/support/ledger.ts';
import { kycCommands } from './kyc.commands.ts';
import { documents } from './kyc.documents.repository.ts';
import { documentsOf, dropDocuments, eraseOwn } from './kyc.documents.ts';
import { submissionsOf } from './kyc.repository.ts';
import { type KycDeps, decide, prepare, submit } from './kyc.usecases.ts';

removeClusterAtEnd();

const NOW = new Date('2026-11-21T04:00:00Z');
const DAY_MS = 86_400_000;
const after = (days: number, ms = 0) => new Date(NOW.getTime() + days * DAY_MS + ms);

onPostgres((open) => {
  let days = 90;
  const deps: KycDeps = {
    documentKey: randomBytes(32),
    autoApproveSeconds: () => undefined,
    documentDays: () => days,
    onApproved: () => Promise.resolve(),
    onRevoked: () => Promise.resolve(),
  };
  const clock = { now: () => NOW, wall: () => NOW, near: () => true };
  const show = async (id: bigint) => {
    const command = kycCommands({ ...deps, database: open(), clock }).find(({ name }) => name === 'kyc show');
    return command?.run([String(id)], 'olga');
  };
  const send = (user: bigint) =>
    inTransaction(open().kysely, async (db) => {
      const fields = { exchange: 'okx', exchangeUid: randomUUID(), exchangeAddress: 'a'.repeat(20) };
      const bytes = pngOf('passport');
      const prepared = await prepare(db, deps, fields, { idDocument: { bytes }, addressDocument: { bytes } });
      await submit(db, deps, user, prepared, NOW);
      return (await submissionsOf(db, user, 1))[0]?.id ?? 0n;
    });
  const judge = (id: bigint, approve: boolean) =>
    inTransaction(open().kysely, (db) => decide(db, deps, id, { approve, reason: null, by: 'olga' }, NOW));
  const erase = (user: bigint, now = NOW) => inTransaction(open().kysely, (db) => eraseOwn(db, user, now));
  const shown = (user: bigint) => documentsOf(open().kysely, deps, user);
  const kept = async (id: bigint) =>
    (await documents(open().kysely, id)).map(({ sealed }) => sealed !== null);

  const newUser = () => makeUser(open().kysely);

  test('documents are deleted when their days are over, not a moment earlier, and never without a verdict', async () => {
    const [user, waiting] = [await newUser(), await newUser()];
    const [id, open1] = [await send(user), await send(waiting)];
    expect(await shown(user)).toEqual({ kept: true, deleteAt: null, deletedAt: null });
    await judge(id, true);
    expect(await shown(user)).toMatchObject({ kept: true, deleteAt: after(90).toISOString() });
    await dropDocuments(open().kysely, deps, after(90, -1));
    expect(await kept(id)).toEqual([true, true]);
    await dropDocuments(open().kysely, deps, after(90));
    expect([await kept(id), await kept(open1)]).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(await shown(user)).toEqual({ kept: false, deleteAt: null, deletedAt: after(90).toISOString() });
    await dropDocuments(open().kysely, deps, after(5000));
    expect(await kept(open1)).toEqual([true, true]);
  });

  test('the operator sees what they were, and when and why they were deleted, but gets no file', async () => {
    const id = await send(await newUser());
    await judge(id, false);
    expect((await show(id))?.files).toHaveLength(2);
    await dropDocuments(open().kysely, deps, after(91));
    const shown = await show(id);
    expect(shown?.files).toEqual([]);
    expect(shown?.text).toContain(
      `${id}-idDocument.png, ${pngOf('passport').length} bytes, deleted ${after(91).toISOString()} after its days`,
    );
    expect(shown?.text).toContain(`submitted   ${NOW.toISOString()}`);
  });

  test('all of them are deleted, even if there are more than one statement takes', async () => {
    const ids: bigint[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await send(await newUser()));
    for (const id of ids) await judge(id, false);
    await Promise.all([
      dropDocuments(open().kysely, deps, after(90)),
      dropDocuments(open().kysely, deps, after(90)),
    ]);
    await dropDocuments(open().kysely, deps, after(90));
    const left = await Promise.all(ids.map(kept));
    expect(left.flat()).not.toContain(true);
  });

  test('documents are deleted with the verdict if the setting is 0 days', async () => {
    const user = await newUser();
    const id = await send(user);
    days = 0;
    await judge(id, true);
    days = 90;
    expect(await shown(user)).toEqual({ kept: false, deleteAt: null, deletedAt: NOW.toISOString() });
  });

  test('their owner deletes those of every verdict at once, and the verdict stays', async () => {
    const user = await newUser();
    const first = await send(user);
    await judge(first, false);
    const second = await send(user);
    await expect(erase(user)).rejects.toMatchObject({ name: 'kyc_pending' });
    await judge(second, true);
    expect(await erase(user, after(1))).toEqual(after(1));
    expect(await erase(user, after(2))).toEqual(after(1));
    expect([...(await kept(first)), ...(await kept(second))]).not.toContain(true);
    const [latest] = await submissionsOf(open().kysely, user, 1);
    expect(latest?.status).toBe('approved');
    expect((await show(second))?.text).toContain('by its owner');
    await expect(erase(await newUser())).rejects.toMatchObject({ name: 'not_found' });
  });

  test('a deletion that meets a verdict runs after it or is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const user = await newUser();
      const id = await send(user);
      const [erased, judged] = await Promise.allSettled([erase(user, after(1)), judge(id, round % 2 === 0)]);
      expect(judged).toMatchObject({ status: 'fulfilled', value: true });
      if (erased.status === 'rejected') expect(erased.reason).toMatchObject({ name: 'kyc_pending' });
      expect(await kept(id)).toEqual(Array(2).fill(erased.status === 'rejected'));
    }
  });
});
