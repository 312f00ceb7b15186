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

function expectedBodies(): Map<string, string> {
  const tables = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(join(FOLDER, file), 'utf8'));
  return new Map([...tables, RELEASE.text].flatMap(bodiesOf));
}

/**
 * What is missing, added, disabled or rewritten, one line each. Nothing is compared while a later release is being
 * rolled out, since the tables are that one's.
 */
export async function guardDifferences(db: Db): Promise<string[]> {
  if (await laterVersion(db)) return [];
  const [expected, found] = [linesOf(readFileSync(SCHEMA_FILE, 'utf8')), linesOf(await schemaText(db))];
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
  const bodies = expectedBodies();
  const { rows } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc p
    where pronamespace in ('public'::regnamespace, to_regnamespace(${RELEASE.schema}::text))
      and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by 1`.execute(db);
  const there = new Map(rows.map(({ name, body }) => [name, body]));
  return [
    ...[...expected].filter(([key]) => !found.has(key)).map(([, line]) => `the database lacks: ${line}`),
    ...[...found]
      .filter(([key]) => !expected.has(key))
      .map(([, line]) => `the database has, and should not: ${line}`),
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
