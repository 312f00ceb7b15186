/** Neither database writes any readable part of a document to disk. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction, openDatabase } from '#server/db/client.ts';
import { filesWith, spellings } from '#tests/support/command.ts';
import { KINDS, preparedPlace, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { makeUser } from '#tests/support/ledger.ts';
import { submissionsOf } from './kyc.repository.ts';
import { type KycDeps, decide, prepare, submit } from './kyc.usecases.ts';

removeClusterAtEnd();

const NOW = new Date('2026-11-21T04:00:00Z');

test.each(KINDS)(
  'no document is readable in the files of %s, neither before nor after its deletion',
  async (kind) => {
    const place = await preparedPlace(kind);
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
    const { rows } = await sql<{ folder: string; name: string }>`
    select current_setting('data_directory') as folder, oid::text as name
    from pg_database where datname = current_database()`.execute(database.kysely);
    const [{ folder, name } = { folder: '', name: '' }] = rows;
    const holding = async (needles: readonly (string | Uint8Array)[]) => {
      await sql`checkpoint`.execute(database.kysely);
      // The embedded database returns a path on its own machine: all of its folder is searched.
      const parts = place.dataDir ? [place.dataDir] : [join(folder, 'base', name), join(folder, 'pg_wal')];
      return (await Promise.all(parts.map((part) => filesWith(part, needles)))).flat();
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
  },
);
