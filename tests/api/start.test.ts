/**
 * Starts that cannot succeed say why in one line and leave nothing behind; of two in the same place, only one serves.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import { operate, run } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { UNLIMITED, ask, newcomer } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';

const LIMIT_MS = 10_000;
/** Time limit for a start that must end on its own; a busy machine takes seconds to print its first line. */
const PATIENCE_MS = 90_000;

let folder = '';
let dataDir = '';
let port = 0;
let app: App;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-start-'));
  dataDir = await newDataDir();
  port = await freePort();
  app = await startApp({ withoutPage: true, dataDir, port, env: UNLIMITED });
});
afterAll(async () => {
  await app?.stop();
  for (const each of [dataDir, folder]) await rm(each, { recursive: true, force: true });
});

/** Starts a server that must fail. @returns the one line that it printed */
async function complaint(env: Record<string, string>): Promise<string> {
  const own = join(folder, randomUUID());
  const settings = { NODE_ENV: 'test', PORT: '0', DATA_DIR: own, LOG_LEVEL: 'warn', ...env };
  const ended = await run('server/main.ts', [], settings, PATIENCE_MS);
  expect([ended.code, ended.stdout, ended.stopped], ended.stderr).toEqual([1, '', false]);
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  return ended.stderr.trimEnd();
}

describe('a start is refused, with its reason,', () => {
  test('on a port that is in use', async () => {
    expect(await complaint({ PORT: String(port) })).toMatch(new RegExp(`PORT.*${port}`));
  });

  test('on a folder that another server uses', async () => {
    expect(await complaint({ DATA_DIR: dataDir })).toContain(dataDir);
    expect(await ask(client(app.url), 'GET /api/health', {})).toMatchObject({ ok: true });
  });

  test('on a folder that is a file, or is inside one', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const lines = await Promise.all([file, join(file, 'data')].map((DATA_DIR) => complaint({ DATA_DIR })));
    for (const [i, way] of [file, join(file, 'data')].entries()) {
      expect(lines[i]).toContain('DATA_DIR');
      expect(lines[i]).toContain(way);
    }
  });

  test('with a damaged key', async () => {
    const own = join(folder, randomUUID());
    await mkdir(join(own, 'keys'), { recursive: true });
    await writeFile(join(own, 'keys/document.key'), 'abc');
    expect(await complaint({ DATA_DIR: own, LOG_LEVEL: 'fatal' })).toContain(join(own, 'keys/document.key'));
  });

  test('for one of two that start on a folder at the same moment', async () => {
    const own = await newDataDir();
    const start = () => startApp({ withoutPage: true, dataDir: own, env: UNLIMITED });
    const both = await Promise.allSettled([start(), start()]);
    const [served] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const [refused] = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refused).toContain(own);
    expect(refused).toContain('ended with 1');
    await newcomer(served?.url ?? '');
    expect(await served?.stop()).toBe(0);
    await rm(own, { recursive: true, force: true });
  });

  test.each([
    ['is another protocol’s', 'mysql://root:topsecret@127.0.0.1/adit'],
    ['names a port where nobody listens', 'postgres://adit:topsecret@127.0.0.1:1/adit'],
  ])('with a DATABASE_URL that %s', async (_, url) => {
    const line = await complaint({ DATABASE_URL: url });
    expect(line).toContain('DATABASE_URL');
    expect(line).not.toContain('topsecret');
  });

  test('with a DATABASE_URL whose database or user does not exist', async () => {
    const there = inject('postgresUrl');
    expect(await complaint({ DATABASE_URL: there.replace(/postgres$/, 'nosuchdatabase') })).toContain(
      'DATABASE_URL',
    );
    expect(await complaint({ DATABASE_URL: there.replace('adit@', 'nobody:topsecret@') })).toMatch(
      /^(?!.*topsecret).*DATABASE_URL/,
    );
  });

  // The words for all other settings: server/config/config.test.ts and keys.test.ts.
  test('with a setting that is missing in production', async () => {
    expect(await complaint({ NODE_ENV: 'production' })).toMatch(
      /^[A-Z_]+ is not set; production mode needs it$/,
    );
  });

  test('leaving no process behind and the folder usable', async () => {
    expect((await stat(dataDir)).isDirectory()).toBe(true);
    await newcomer(app.url);
  });
});

/** Everything in or below a folder that anybody but its owner may read, write or enter. */
async function openToOthers(path: string): Promise<string[]> {
  const found = (await readdir(path, { recursive: true })).map((name) => join(path, name));
  const modes = await Promise.all(
    [path, ...found].map(
      async (each) => [each, (await stat(each).catch(() => undefined))?.mode ?? 0] as const,
    ),
  );
  return modes
    .filter(([, mode]) => (mode & 0o077) !== 0)
    .map(([each, mode]) => `${mode.toString(8)} ${each}`);
}

test('whatever the umask is, nobody but its owner can read anything in the data folder', async () => {
  const own = join(folder, randomUUID(), 'data');
  const before = process.umask(0);
  let open: App;
  try {
    open = await startApp({ withoutPage: true, dataDir: own, env: UNLIMITED });
  } finally {
    process.umask(before);
  }
  const names = await readdir(own);
  expect(names).toEqual(expect.arrayContaining(['chain', 'db', 'db.lock', 'keys', 'operator.sock']));
  expect(await openToOthers(own)).toEqual([]);
  const out = join(folder, 'backups');
  expect(await operate(own, 'backup', '--with-keys', '--out', out)).toMatchObject({ code: 0 });
  expect(await openToOthers(out)).toEqual([]);
  await open.stop();
  expect(await readdir(join(own, 'chain'))).toContain('state.json.gz');
  expect(await openToOthers(own)).toEqual([]);
});

/** Processes whose command line names a folder. */
async function processesOn(path: string): Promise<string[]> {
  const lines = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''));
  return (await Promise.all(lines)).filter((line) => line.includes(path));
}

test.skipIf(process.platform !== 'linux')(
  'a start that is told to stop leaves no process behind',
  async () => {
    expect(await processesOn(dataDir), 'the search finds the devnet of the running server').not.toEqual([]);
    const own = join(folder, randomUUID());
    const env = { NODE_ENV: 'test', PORT: '0', DATA_DIR: own, LOG_LEVEL: 'warn' };
    for (const afterMs of [400, 1500]) {
      const { code, ms, stderr } = await run('server/main.ts', [], env, afterMs);
      // No exit code means that the signal came before our handler was installed.
      expect([afterMs, code ?? 0, stderr]).toEqual([afterMs, 0, '']);
      expect(ms - afterMs).toBeLessThan(LIMIT_MS);
      expect(await processesOn(own)).toEqual([]);
    }
    const whole = await startApp({ withoutPage: true, dataDir: own, env: UNLIMITED });
    await newcomer(whole.url);
    expect(await whole.stop()).toBe(0);
  },
);
