/**
 * What guards the tables, compared with what this release expects: constraints, indexes and triggers as schema.sql lists them, enabled
 * and validated, and functions with the text of their files.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './client.ts';
import { RELEASE } from './functions.ts';
import { laterVersion } from './migrate.ts';
import { SCHEMA_FILE, schemaText } from './schema.ts';

const FOLDER = join(import.meta.dirname, 'schema');

/**
 * The lines of the tables, each prefixed with its table's name. PostgreSQL versions write the same expression with more
 * or fewer parentheses.
 */
function linesOf(text: string): Map<string, string> {
  const lines = new Map<string, string>();
  let table = '';
  for (const line of text.split('\n')) {
    table = /^create (?:unlogged )?table (\w+)/.exec(line)?.[1] ?? table;
    if (/^ {2}constraint|^CREATE/.test(line))
      lines.set(
        `${table}: ${line.replaceAll(/[()\s,;]|::\w+(\[\])?/g, '').toLowerCase()}`,
        line.trim().replace(/[,;]$/, ''),
      );
  }
  return lines;
}

/**
 * The text between the dollar quotes of each function that a script creates; later definitions replace earlier ones.
 */
const bodiesOf = (script: string): [string, string][] =>
  Array.from(
    script.matchAll(/^create (?:or replace )?function (?:\w+\.)?(\w+)\([^]*?\$\$([^]*?)\$\$/gm),
    ([, name = '', body = '']) => [name, body],
  );

const migrations = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'));

/** Tables that are missing or added, one line each. */
async function tableDifferences(db: Db): Promise<string[]> {
  const [expected, found] = [linesOf(readFileSync(SCHEMA_FILE, 'utf8')), linesOf(await schemaText(db))];
  return [
    ...[...expected].filter(([key]) => !found.has(key)).map(([, line]) => `the database lacks: ${line}`),
    ...[...found]
      .filter(([key]) => !expected.has(key))
      .map(([, line]) => `the database has, and should not: ${line}`),
  ];
}

/**
 * What is missing, added, disabled or rewritten, one line each. While the database has a later release's tables, they
 * and their triggers' functions are not compared; this release's own functions are, and whether anything is disabled.
 */
export async function guardDifferences(db: Db): Promise<string[]> {
  const later = (await laterVersion(db)) !== undefined;
  const off = await sql<{ line: string }>`
    select 'trigger ' || tgname || ' on ' || tgrelid::regclass || ' is switched off' as line from pg_trigger
    join pg_class c on c.oid = tgrelid where relnamespace = 'public'::regnamespace and tgenabled <> 'O'
    union all
    select 'constraint ' || conname || ' on ' || conrelid::regclass || ' is not validated' from pg_constraint
    where connamespace = 'public'::regnamespace and not convalidated
    union all
    select 'index ' || indexrelid::regclass || ' is not valid' from pg_index join pg_class c on c.oid = indrelid
    where relnamespace = 'public'::regnamespace and not indisvalid
    order by 1`.execute(db);
  const bodies = new Map([...(later ? [] : migrations()), RELEASE.text].flatMap(bodiesOf));
  const schemas = [...(later ? [] : ['public']), RELEASE.schema];
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc p
    where pronamespace in (select oid from pg_namespace where nspname = any(${schemas}::text[]))
      and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by 1`.execute(db);
  const there = new Map(rows.map(({ name, body }) => [name, body]));
  return [
    ...(later ? [] : await tableDifferences(db)),
    ...off.rows.map(({ line }) => line),
    ...[...bodies].flatMap(([name, body]) => {
      const found = there.get(name);
      if (found === body) return [];
      return [`function ${name} ${found === undefined ? 'is missing' : 'is not the one of this release'}`];
    }),
    ...[...there.keys()]
      .filter((name) => !bodies.has(name))
      .map((name) => `function ${name} is not one of this release`),
  ];
}
