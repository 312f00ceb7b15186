/**
 * SQL functions. They are in `.sql` files beside their features, named `adit.NAME` there and `fn('NAME')` in
 * TypeScript, and are created from these files at start. Each release has its own database schema for all of them,
 * named by their hash, so the previous release keeps working alongside it during an upgrade. Every call names the
 * schema, because a `search_path` does not survive PgBouncer's transaction mode.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { runScript } from './script.ts';
import type { Tables } from './tables.ts';

const SERVER = join(import.meta.dirname, '..');
/**
 * In this order, because a plain SQL function needs those that it calls to exist. Calls follow the direction of
 * imports.
 */
const PLACES = ['{chain,http,ledger}/**/*.sql', 'features/*/*.sql'];

const TEXT = PLACES.flatMap((place) => globSync(place, { cwd: SERVER }).sort())
  .map((file) => readFileSync(join(SERVER, file), 'utf8'))
  .join('\n');
const NAMES = new Set(
  Array.from(TEXT.matchAll(/^create (?:function|type) adit\.(\w+)/gm), ([, name]) => name),
);

/** The functions of one version of the server. */
export interface Release {
  readonly schema: string;
  /** The statements that create its functions. */
  readonly text: string;
}

/** The release whose functions have this text. */
export function releaseOf(text: string): Release {
  const schema = `adit_${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  return { schema, text: text.replaceAll(/\badit\./g, `${schema}.`) };
}

export const RELEASE = releaseOf(TEXT);

/** A function or type of this release with its schema, for use in statements. @throws Error if no file creates it */
export function fn(name: string): RawBuilder<unknown> {
  if (!NAMES.has(name)) throw new Error(`no .sql file creates ${name}`);
  return sql.raw(`${RELEASE.schema}.${name}`);
}

/**
 * Whether the database still has the functions of a release. It keeps those of the two newest: servers of such a
 * release are running, or were before an upgrade.
 */
export async function hasFunctions(tx: Kysely<Tables>, { schema }: Release): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regnamespace(${schema}::text) is not null as there`.execute(tx);
  return rows[0]?.there === true;
}

/**
 * Creates the functions of a release if they are missing, and drops those of all but the `keep` most recently started
 * releases. Runs in the transaction that holds the schema lock.
 */
export async function createFunctions(tx: Kysely<Tables>, release: Release, keep: number): Promise<void> {
  const { schema, text } = release;
  if (!(await hasFunctions(tx, release))) {
    await sql`create schema ${sql.id(schema)}`.execute(tx);
    await runScript(tx, text);
  }
  await sql`
    insert into function_schemas (name, started_at) values (${schema}, clock_timestamp())
    on conflict (name) do update set started_at = excluded.started_at`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    delete from function_schemas where name not in (
      select name from function_schemas order by started_at desc limit ${keep}) returning name`.execute(tx);
  for (const { name } of rows) await sql`drop schema if exists ${sql.id(name)} cascade`.execute(tx);
}
