/** Schema versions in the order of their file names. They run at every start, under a lock that processes share. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Tables } from './tables.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

/** Names of all versions, oldest first. */
export const migrationNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => /^\d{4}_\w+\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''))
    .sort();

async function load(names: readonly string[]): Promise<Record<string, Migration>> {
  const migrations = names.map(
    async (name) => [name, (await import(join(FOLDER, `${name}.ts`))) as Migration] as const,
  );
  return Object.fromEntries(await Promise.all(migrations));
}

/** Versions that the database has; none when it is empty. */
async function applied(db: Kysely<Tables>): Promise<string[]> {
  const exists = await sql<{
    there: boolean;
  }>`select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!exists.rows[0]?.there) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Brings the schema up to `target`, the latest unless told.
 * @throws Error in one line when a version failed or the database was made by a later release.
 */
export async function migrate(db: Kysely<Tables>, target?: string): Promise<void> {
  const names = migrationNames();
  const unknown = (await applied(db)).find((name) => !names.includes(name));
  if (unknown) throw new Error(`the database is newer than this version of the server: it has ${unknown}`);
  const migrations = await load(names);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = target ? await migrator.migrateTo(target) : await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const why = error instanceof Error ? error.message : String(error);
  throw new Error(`the database could not be brought up to date${failed ? ` (${failed})` : ''}: ${why}`, {
    cause: error,
  });
}
