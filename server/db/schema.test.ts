// The schema text that people read matches the schema of a new database.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/databases.ts';
import { SCHEMA_FILE, schemaText } from './schema.ts';

test('schema.sql shows all tables and functions as they are (`npm run schema` writes it anew)', async () => {
  const database = await freshDatabase('pglite');
  const text = await schemaText(database.kysely);
  await database.close();
  expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(text);
});
