/** Schema versions in the order of their file names. They run at every start, under a lock that processes share. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './client.ts';

const FOLDER = join(import.meta.dirname, 'migrations');

export async function loadMigrations(): Promise<Record<string, Migration>> {
  const names = readdirSync(FOLDER).filter((file) => /^\d{4}_\w+\.ts$/.test(file));
  const entries = names.sort().map(async (file) => {
    const migration = (await import(join(FOLDER, file))) as Migration;
    return [file.replace('.ts', ''), migration] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Brings the schema up to `target`, the latest unless told.
 * @throws Error in one line when a version failed or the database was made by a later release.
 */
export async function migrate(db: Db, target?: string): Promise<void> {
  const migrations = await loadMigrations();
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const known = new Set(Object.keys(migrations));
  const applied = (await migrator.getMigrations().catch(() => [])).filter(({ executedAt }) => executedAt);
  const unknown = applied.find(({ name }) => !known.has(name));
  if (unknown) throw new Error(`the database is newer than this version: it has ${unknown.name}`);
  const { error, results } = target ? await migrator.migrateTo(target) : await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  const why = error instanceof Error ? error.message : String(error);
  if (/corrupted migrations: previously executed/.test(why)) throw new Error('the database is newer than this version', { cause: error });
  throw new Error(`the database could not be brought up to date${failed ? ` (${failed})` : ''}: ${why}`, { cause: error });
}
