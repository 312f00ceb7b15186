/**
 * The database writes no readable part of a document to disk: it only ever gets the encrypted bytes. The embedded one's folder holds
 * nothing else that would have to be searched.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction, openDatabase } from '#server/db/client.ts';
import { filesWith, spellings } from '#tests/support/command.ts';
import { preparedPlace, quiet } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { makeUser } from '#tests/support/ledger.ts';
import { submissionsOf } from './kyc.repository.ts';
import { type KycDeps, decide, prepare, submit } from './kyc.usecases.ts';

const NOW = new Date('2026-11-21T04:00:00Z');

test('no document is readable in the files of the database, neither before nor after its deletion', async () => {
  const place = await preparedPlace('pglite');
  const database = await openDatabase({ ...place, log: quiet });
  onTestFinished(async () => {
    await database.close();
    await place.remove();
  });
  const deps: KycDeps = {
    documentKey: randomBytes(32),
    autoApproveSeconds: () => undefined,
    documentDays: () => 0,
    onApproved: () => Promise.resolve(),
    onRevoked: () => Promise.resolve(),
  };
  const said = `marker ${randomUUID()}`;
  const address = `address-${randomUUID()}`;
  const user = await makeUser(database.kysely);
  const holding = async (needles: readonly (string | Uint8Array)[]) => {
    await sql`checkpoint`.execute(database.kysely);
    return filesWith(place.dataDir ?? '', needles);
  };
  const secrets = [...spellings(said), pngOf(said).subarray(0, 48)];

  const fields = { exchange: 'okx', exchangeUid: randomUUID(), exchangeAddress: address };
  const bytes = pngOf(said);
  const prepared = await prepare(database.kysely, deps, fields, {
    idDocument: { bytes },
    addressDocument: { bytes },
  });
  await inTransaction(database.kysely, (db) => submit(db, deps, user, prepared, NOW));
  expect(await holding([address]), 'the search finds what is there').not.toEqual([]);
  expect(await holding(secrets)).toEqual([]);

  const [row] = await submissionsOf(database.kysely, user, 1);
  await inTransaction(database.kysely, (db) =>
    decide(db, deps, row?.id ?? 0n, { approve: true, reason: null, by: 'olga' }, NOW),
  );
  expect(await holding(secrets)).toEqual([]);
});
