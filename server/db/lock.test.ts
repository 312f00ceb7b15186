// One owner per data folder: living owners keep it, dead ones lose it, and if two try to take it, only one wins.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SILENT_MS, TOUCH_MS, takeLock } from './lock.ts';
import { here, startedAt } from './process.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-lock-'));
  file = join(folder, 'db.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that tries to take the lock, reports the result, and keeps it until it is killed. */
function taker() {
  const script = `import { takeLock } from '#server/db/lock.ts';
    try { await takeLock(process.env.LOCK_FILE); process.stdout.write('taken'); setInterval(() => {}, 1000); }
    catch (error) { process.stdout.write(error.message); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, LOCK_FILE: file },
  });
  const said = new Promise<string>((resolve) =>
    child.stdout.once('data', (part: Buffer) => resolve(part.toString())),
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { child, said, kill };
}

test('a living owner keeps the folder, and the error names the owner', async () => {
  const owner = taker();
  expect(await owner.said).toBe('taken');
  await expect(takeLock(file)).rejects.toThrow(
    `the data folder ${folder} is in use by process ${owner.child.pid}`,
  );
  await owner.kill();
});

test('the same process counts as another owner until it releases the lock', async () => {
  const release = await takeLock(file);
  await expect(takeLock(file)).rejects.toThrow(`is in use by process ${process.pid}`);
  release();
  (await takeLock(file))();
  expect(readdirSync(folder)).toEqual([]);
});

test('the lock of a killed process is taken over at once', async () => {
  const owner = taker();
  await owner.said;
  await owner.kill();
  expect(existsSync(file)).toBe(true);
  // Waiting for an owner that may be alive would never end.
  (await takeLock(file, Infinity))();
});

test("a later process with the dead owner's id does not keep its lock", async () => {
  writeFileSync(file, `${process.ppid} 1 ${here()}\n`);
  (await takeLock(file))();
});

test('of several takers of a dead lock, one wins', async () => {
  for (let round = 0; round < 2; round += 1) {
    writeFileSync(file, `999999999 1 ${here()}\n`);
    const takers = Array.from({ length: 4 }, taker);
    const said = await Promise.all(takers.map((one) => one.said));
    expect(said.filter((words) => words === 'taken')).toHaveLength(1);
    expect(said.filter((words) => words.includes('is in use by process'))).toHaveLength(3);
    await Promise.all(takers.map((one) => one.kill()));
  }
});

test('an owner in another container keeps the lock as long as it touches it', async () => {
  writeFileSync(file, '1 5 another/pid:[1]\n');
  const touching = setInterval(() => utimesSync(file, performance.now(), performance.now()), 300);
  await expect(takeLock(file)).rejects.toThrow('is in use by another machine or container');
  clearInterval(touching);
});

test('a silent owner in another container, or a damaged lock, loses it after a while', async () => {
  writeFileSync(file, '');
  const start = performance.now();
  const release = await takeLock(file, 500);
  expect(performance.now() - start).toBeGreaterThanOrEqual(500);
  expect(readFileSync(file, 'utf8')).toBe(`${process.pid} ${startedAt(process.pid)} ${here()}\n`);
  release();
});

test('a silent owner is waited for through three missed touches, and no longer than 15 s', () => {
  expect(SILENT_MS).toBeGreaterThan(3 * TOUCH_MS);
  expect(SILENT_MS).toBeLessThan(15_000);
});

test('releasing twice, or after somebody else took over, removes nothing', async () => {
  const release = await takeLock(file);
  release();
  writeFileSync(file, 'somebody else\n');
  release();
  expect(readFileSync(file, 'utf8')).toBe('somebody else\n');
});

test('a folder that cannot be written gives a one-line error', async () => {
  writeFileSync(join(folder, 'plain'), '');
  await expect(takeLock(join(folder, 'plain/data/db.lock'))).rejects.toThrow(
    /^the data folder .*\/plain\/data cannot be written: \w+$/,
  );
});

test.skipIf(process.getuid?.() === 0)('a folder without permission is told in one line', async () => {
  chmodSync(folder, 0o500);
  await expect(takeLock(file)).rejects.toThrow(/cannot be written: EACCES$/);
  chmodSync(folder, 0o700);
});
