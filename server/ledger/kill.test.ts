// A process killed at any moment loses nothing that it has acknowledged, and the next one takes over its folder. This
// test is about the embedded database, which runs inside the killed process. It does not sync its files, so this
// shows nothing about power cuts.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '#server/db/client.ts';
import { reportChaos, shortOrLong } from '#tests/support/chaos.ts';
import { quiet } from '#tests/support/databases.ts';
import { DATABASE_TEMPLATE, copyOf } from '#tests/support/templates.ts';
import { audit } from './audit.ts';
import { systemBalance } from './read.ts';

const CHILD = join(import.meta.dirname, '../../tests/support/ledger-child.ts');
/** How long a child writes before it is killed. */
const LIVES_MS = shortOrLong([5, 150], [5, 120, 60, 300, 10, 400, 30, 200]);

const gone = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

/** Starts a child and returns it with its output, after its first output. */
async function start(dataDir: string, run: string) {
  const child = spawn(process.execPath, ['--liftoff-only', CHILD, dataDir, run], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const ended = gone(child).then((code) => {
    if (!text) throw new Error(`the child ended with ${String(code)} before it booked anything`);
  });
  const spoke = new Promise<void>((resolve) => {
    child.stdout.on('data', (part: Buffer) => {
      text += part.toString();
      resolve();
    });
  });
  await Promise.race([spoke, ended]);
  return { child, ended, said: () => text.split('\n').slice(0, -1) };
}

test('everything acknowledged before kill -9 is there each time, and the lock is taken over', async () => {
  const dataDir =
    (await copyOf(DATABASE_TEMPLATE, 'adit-kill-')) ?? (await mkdtemp(join(tmpdir(), 'adit-kill-')));
  const acknowledged: string[] = [];
  try {
    for (const [run, life] of LIVES_MS.entries()) {
      const { child, ended, said } = await start(dataDir, String(run));
      if (run === 0)
        await expect(openDatabase({ dataDir, log: quiet })).rejects.toThrow(`in use by process ${child.pid}`);
      await new Promise((resolve) => setTimeout(resolve, life));
      child.kill('SIGKILL');
      await ended;
      acknowledged.push(...said());
    }
    const database = await openDatabase({ dataDir, log: quiet });
    try {
      const { rows } = await sql<{ ref: string }>`select ref from ledger_journal where kind = 'kill'`.execute(
        database.kysely,
      );
      const booked = new Set(rows.map(({ ref }) => ref));
      expect(acknowledged.length).toBeGreaterThanOrEqual(LIVES_MS.length);
      expect(acknowledged.filter((ref) => !booked.has(ref))).toEqual([]);
      // Each life may have booked one more entry that it could not acknowledge.
      expect(booked.size - acknowledged.length).toBeLessThanOrEqual(LIVES_MS.length);
      expect(await systemBalance(database.kysely, 'issuance', 'ADIT')).toBe(-BigInt(booked.size));
      expect(await audit(database.kysely)).toEqual([]);
      reportChaos({ rounds: LIVES_MS.length, acknowledged: acknowledged.length });
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
