/** Brings the database up to this version at every start: tables by numbered `.sql` files, then the release's functions. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { Refusal } from '#server/lib/refusal.ts';
import { RELEASE, type Release, createFunctions, hasFunctions } from './functions.ts';
import { grantServing } from './roles.ts';
import { runScript } from './script.ts';
import type { Tables } from './tables.ts';

const FOLDER = join(import.meta.dirname, 'schema');

/**
 * One file. After a failure the transaction stays usable, because Kysely releases its own lock in it before reporting
 * the error.
 */
const version = (file: string): Migration => ({
  async up(tx) {
    await sql`savepoint version`.execute(tx);
    try {
      await runScript(tx, readFileSync(join(FOLDER, file), 'utf8'));
    } catch (error) {
      await sql`rollback to savepoint version`.execute(tx).catch(() => undefined);
      throw error;
    }
  },
});

function versions(): Record<string, Migration> {
  const files = readdirSync(FOLDER).filter((file) => /^\d{4}_\w+\.sql$/.test(file));
  return Object.fromEntries(files.map((file) => [file.replace('.sql', ''), version(file)]));
}

/** The versions that the database has; none if it is empty. */
async function applied(db: Kysely<Tables>): Promise<string[]> {
  const exists = await sql<{
    there: boolean;
  }>`select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!exists.rows[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** A version of the database that this release does not know: a later release is being rolled out. */
export async function laterVersion(db: Kysely<Tables>): Promise<string | undefined> {
  const known = versions();
  return (await applied(db)).find((name) => !Object.hasOwn(known, name));
}

/** A lost connection or a full disk is `unavailable` everywhere else; here its cause tells the operator what to do. */
function failure(error: unknown, where = ''): Error {
  const why = error instanceof Refusal && error.cause instanceof Error ? error.cause : error;
  const text = why instanceof Error ? why.message : String(why);
  return new Error(`the database could not be brought up to date${where}: ${text}`, { cause: error });
}

/**
 * The versions that the database lacks. It may also have later ones, of a release being rolled out; this release may
 * run alongside that one, and so may restart, as long as its functions are still there.
 * @throws Error if it has later ones, and no functions of this release
 */
async function lacking(tx: Kysely<Tables>, release: Release): Promise<string[]> {
  const unknown = await laterVersion(tx);
  if (unknown && !(await hasFunctions(tx, release)))
    throw new Error(
      `the database is newer than this version of the server: it has ${unknown}; start the newer version, or restore a backup`,
    );
  const there = await applied(tx);
  return Object.keys(versions()).filter((name) => !there.includes(name));
}

async function migrateTables(tx: Kysely<Tables>, release: Release): Promise<void> {
  if ((await lacking(tx, release)).length === 0) return;
  const migrations = versions();
  const migrator = new Migrator({ db: tx, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw failure(error, failed && ` (${failed})`);
}

/** Whether the role of this connection may change the schema, and whether it may call the functions of a release. */
async function powers(tx: Kysely<Tables>, { schema }: Release) {
  const { rows } = await sql<{ role: string; changes: boolean; calls: boolean }>`
    select current_user as role, has_database_privilege(current_database(), 'create') as changes,
      coalesce(has_schema_privilege(to_regnamespace(${schema}::text), 'usage'), false) as calls`.execute(tx);
  return rows[0] ?? { role: '', changes: false, calls: false };
}

/**
 * Updates tables and functions to this version, both or neither, one process at a time. Keeps the functions of the
 * `keep` most recently started releases, and lets the role `servedBy` serve. A role that may only serve changes
 * nothing.
 * @throws Error in one line if something failed, the database belongs to a later release, or it needs a change by its owner.
 */
export async function migrate(
  db: Kysely<Tables>,
  { keep = 2, release = RELEASE, servedBy }: { keep?: number; release?: Release; servedBy?: string } = {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Kysely's own lock belongs to a connection, which PgBouncer may change between transactions, and is taken only
    // after Kysely has created its tables.
    await sql`select pg_advisory_xact_lock(hashtextextended('schema', 1))`.execute(tx);
    const { role, changes, calls } = await powers(tx, release);
    if (!changes && (!calls || (await lacking(tx, release)).length > 0))
      throw new Error(
        `the database is not prepared for this release, and its role ${role} may not change it: DATABASE_OWNER_URL names the one that may`,
      );
    if (!changes) return;
    await migrateTables(tx, release);
    try {
      await createFunctions(tx, release, keep);
      if (servedBy !== undefined) await grantServing(tx, servedBy);
    } catch (error) {
      throw failure(error);
    }
  });
}
