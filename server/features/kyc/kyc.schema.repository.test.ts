// The update that made a UID count across all exchanges: it succeeds for accounts that already share one, and lets
// nobody new join.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runScript } from '#server/db/script.ts';
import { bareDatabase, removeClusterAtEnd } from '#tests/support/databases.ts';
import { ROOT } from '#tests/support/steps.ts';

removeClusterAtEnd();

const FOLDER = join(ROOT, 'server/db/schema');
const UPDATE = '0004_identity.sql';
const NOW = new Date('2026-11-21T04:00:00Z');

let bare: Awaited<ReturnType<typeof bareDatabase>>;
beforeAll(async () => {
  bare = await bareDatabase('postgres');
});
afterAll(() => bare?.end());

const run = (file: string) => runScript(bare.db, readFileSync(join(FOLDER, file), 'utf8'));

let made = 0;
async function submission(exchange: string, uid: string, status: 'submitted' | 'approved' | 'failed') {
  made += 1;
  const { rows } = await sql<{ id: bigint }>`
    with u as (
      insert into users (address, invite_code, created_at) values (${`0x${made}`}, ${`c${made}`}, ${NOW}) returning id
    )
    insert into kyc_submissions (user_id, exchange, exchange_uid, exchange_address, status, submitted_at)
    select u.id, ${exchange}, ${uid}, 'an-address', ${status}, ${NOW} from u returning id`.execute(bare.db);
  return rows[0]?.id ?? 0n;
}

test('accounts that share a UID stay verified, and nobody else can take it', async () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
  for (const file of files.filter((one) => one < UPDATE).toSorted()) await run(file);
  const failed = await submission('gate', 'uid-1', 'failed');
  const first = await submission('binance', 'uid-1', 'approved');
  const others = [
    await submission('okx', 'UID-1', 'approved'),
    await submission('mexc', 'uid-1', 'submitted'),
  ];
  const alone = await submission('okx', 'uid-2', 'approved');

  await run(UPDATE);
  const { rows } = await sql<{ id: bigint; status: string }>`
    select id, status from kyc_submissions where shared_uid order by id`.execute(bare.db);
  expect(rows).toEqual([
    { id: others[0], status: 'approved' },
    { id: others[1], status: 'submitted' },
  ]);
  expect([failed, first, alone].map((id) => rows.some((row) => row.id === id))).toEqual([
    false,
    false,
    false,
  ]);
  for (const [exchange, uid] of [
    ['bybit', 'Uid-1'],
    ['bybit', 'UID-2'],
  ] as const)
    await expect(submission(exchange, uid, 'submitted')).rejects.toThrow(/kyc_uid_once/);
  await submission('bybit', 'uid-3', 'submitted');
});
