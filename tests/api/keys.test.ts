/** DOCUMENT_KEY is replaced while a server runs, and the server is killed in the middle of it. */
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeed, seedKey } from '#server/chain/draws/draw-seeds.ts';
import { fingerprint } from '#server/lib/fingerprint.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { emptyPlace, twoRoles } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import { UNLIMITED, documents, newcomer, submit } from '#tests/support/person.ts';
import { reviewOn } from '#tests/support/review.ts';

const [OLD, NEW] = ['7'.repeat(64), '8'.repeat(64)];
const printOf = (hex: string): string => fingerprint(Buffer.from(hex, 'hex'));
/** Submissions with documents that are kept, besides one whose documents are deleted. */
const KEPT = 3;

let folder = '';
let place: Awaited<ReturnType<typeof emptyPlace>>;
let owner: pg.Client;
let app: App;

async function start(keys: { DOCUMENT_KEY: string; DOCUMENT_KEY_OTHER?: string }): Promise<void> {
  await app?.stop();
  const env = {
    ...UNLIMITED,
    ...twoRoles(place),
    KYC_AUTO_APPROVE_SECONDS: 'off',
    DOCUMENT_DAYS: '0',
    ...keys,
  };
  app = await startApp({ withoutPage: true, dataDir: join(folder, 'data'), env });
}
const keys = (...words: string[]) => operate(app.dataDir, 'keys', ...words);
async function send(id: string): Promise<string> {
  const person = await newcomer(app.url);
  expect((await submit(person.api, {}, documents(id, `address of ${id}`))).code).toBe(0);
  return reviewOn(app.dataDir).numberOf(person.wallet.address);
}
/** How many waiting seeds this key opens, and how many it does not. */
async function seeds(key: string): Promise<{ open: number; shut: number }> {
  const { rows } = await owner.query<{ id: string; seed_hash: string; sealed_seed: Buffer }>(
    `select id, seed_hash, sealed_seed from draws where state = 'waiting'`,
  );
  const fitting = rows.filter(
    (row) =>
      openSeed(seedKey(Buffer.from(key, 'hex')), row.id, {
        seedHash: row.seed_hash,
        sealed: row.sealed_seed,
      }) !== null,
  );
  return { open: fitting.length, shut: rows.length - fitting.length };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-app-'));
  place = await emptyPlace('postgres');
  owner = new pg.Client(place.databaseUrl);
  await owner.connect();
  await start({ DOCUMENT_KEY: OLD });
});
afterAll(async () => {
  await owner?.end();
  await app?.stop();
  await place?.remove();
  await rm(folder, { recursive: true, force: true });
});

test(
  'afterwards everything opens with the new key alone, and deleted documents are still found',
  { timeout: 180_000 },
  async () => {
    const deleted = await send('deleted');
    expect(await operate(app.dataDir, 'kyc', 'reject', deleted, 'blurred')).toMatchObject({ code: 0 });
    for (let n = 1; n <= KEPT; n += 1) await send(`kept ${n}`);
    expect((await keys('rotate')).stderr).toMatch(/^DOCUMENT_KEY_OTHER is not set/);

    await start({ DOCUMENT_KEY: NEW, DOCUMENT_KEY_OTHER: OLD });
    expect((await keys('list')).stdout).toMatch(
      new RegExp(
        `DOCUMENT_KEY\\t${printOf(NEW)}\\tsetting[^]*DOCUMENT_KEY_OTHER\\t${printOf(OLD)}\\tsetting`,
      ),
    );
    expect((await keys('check')).stdout).toContain('the newest document: opens with DOCUMENT_KEY_OTHER');
    expect(app.logs()).not.toContain('DOCUMENT_KEY');
    // Both keys work meanwhile.
    await send('sent between');
    expect(await operate(app.dataDir, 'kyc', 'show', '2')).toMatchObject({ code: 0 });

    // Another transaction holds the last old document, so the command waits there; the server is killed.
    await owner.query('begin');
    await owner.query(
      `select 1 from kyc_documents where submission_id = ${KEPT + 1} and name = 'idDocument' for update`,
    );
    const before = await owner.query(`select submission_id, name, sealed from kyc_documents order by 1, 2`);
    const cut = keys('rotate').catch(() => undefined);
    const watcher = new pg.Client(place.databaseUrl);
    await watcher.connect();
    await expect
      .poll(async () => {
        const { rowCount } = await watcher.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%kyc_documents%for update%' and datname = current_database()`,
        );
        return rowCount;
      })
      .toBe(1);
    await app.kill();
    await cut;
    await owner.query('rollback');
    const after = await watcher.query(`select submission_id, name, sealed from kyc_documents order by 1, 2`);
    await watcher.end();
    const changed = after.rows.filter(
      (row, n) =>
        String((row as { sealed: Buffer | null }).sealed) !==
        String((before.rows[n] as { sealed: Buffer | null }).sealed),
    );
    // Of the last one, only the address document came before the row that is held.
    expect(changed).toHaveLength(2 * KEPT - 1);

    await start({ DOCUMENT_KEY: NEW, DOCUMENT_KEY_OTHER: OLD });
    expect((await keys('rotate')).stdout).toMatch(
      new RegExp(`^[1-9]\\d* re-encrypted with DOCUMENT_KEY ${printOf(NEW)}, \\d+ already were$`, 'm'),
    );
    expect((await keys('rotate')).stdout).toMatch(/^0 re-encrypted /);

    await start({ DOCUMENT_KEY: NEW });
    expect(await keys('check')).toMatchObject({
      code: 0,
      stdout: `DOCUMENT_KEY ${printOf(NEW)} fits: the newest document: opens; the oldest document: opens; the newest seed of a draw: opens\n`,
    });
    for (let n = 2; n <= KEPT + 2; n += 1) {
      const out = join(folder, `documents ${n}`);
      expect(await operate(app.dataDir, 'kyc', 'show', String(n), '--out', out)).toMatchObject({ code: 0 });
      const files = await Promise.all((await readdir(out)).map((name) => readFile(join(out, name))));
      const text = n === KEPT + 2 ? 'sent between' : `kept ${n - 1}`;
      expect(files.some((bytes) => bytes.equals(pngOf(text)))).toBe(true);
    }
    expect((await seeds(NEW)).shut).toBe(0);
    expect((await seeds(OLD)).open).toBe(0);

    // One passport from its owner's rejected submission, one that is kept, and one from the time in between.
    for (const [id, number] of [
      ['deleted', deleted],
      ['kept 1', '2'],
      ['sent between', String(KEPT + 2)],
    ] as const) {
      const again = await send(id);
      const { stdout } = await operate(app.dataDir, 'kyc', 'show', again);
      expect(stdout).toMatch(
        new RegExp(`^duplicate .*, submission ${number} \\(\\w+\\): same .*document$`, 'm'),
      );
      expect(stdout).not.toContain('not compared');
    }
    await expectSound(app.dataDir);
  },
);

test('what neither key opens is named, and the rest is re-encrypted', async () => {
  await start({ DOCUMENT_KEY: OLD });
  await send('sent with the key of before');
  expect((await keys('check')).stderr).toMatch(
    /the newest document: opens; the oldest document \(.*\): DOES NOT OPEN/,
  );
  await start({ DOCUMENT_KEY: OLD, DOCUMENT_KEY_OTHER: NEW });
  await owner.query(
    `update kyc_documents set sealed = '\\x00' where submission_id = 2 and name = 'idDocument'`,
  );
  const { code, stderr } = await keys('rotate');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^\d+ re-encrypted with .*; neither key opens 1: idDocument of submission 2\n$/),
  ]);
  expect((await seeds(OLD)).shut).toBe(0);
});
