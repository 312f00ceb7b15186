/**
 * A backup is taken while money moves, the server is killed, and another one starts from the backup: everything is from
 * one moment.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { emptyPlace, removeClusterAtEnd, twoRoles } from '#tests/support/databases.ts';
import { pngOf } from '#tests/support/documents.ts';
import {
  DAY,
  VERIFIED_AT_ONCE,
  type Person,
  ask,
  balance,
  newcomer,
  skip,
  verify,
} from '#tests/support/person.ts';
import { findPostgres } from '#tests/support/tools.ts';

const run = promisify(execFile);
/** What every sale in the test sells. */
const PART = '0.001';

/** A backup, and how a server starts from it in an empty folder. */
interface Backup {
  /** The command's output. */
  readonly said: string;
  restore(dataDir: string): Promise<Record<string, string>>;
}

interface Way {
  /** Settings of the first server. */
  begin(): Promise<Record<string, string>>;
  keep(dataDir: string): Promise<Backup>;
}

let out = '';
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'adit-backup-'));
});
afterAll(() => rm(out, { recursive: true, force: true }));
removeClusterAtEnd();

const embedded: Way = {
  begin: async () => ({}),
  async keep(dataDir) {
    const output = await operate(dataDir, 'backup', '--with-keys', '--out', out);
    expect(output).toMatchObject({ code: 0, stderr: '' });
    const [archive = ''] = (await readdir(out)).filter((name) => name.endsWith('.tar.gz'));
    return {
      said: output.stdout,
      async restore(empty) {
        execFileSync('tar', ['-xzf', join(out, archive), '-C', empty]);
        return {};
      },
    };
  },
};

const removers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const remove of removers) await remove();
});

async function freshServer() {
  const { remove, ...place } = await emptyPlace('postgres');
  removers.push(remove);
  return twoRoles(place);
}

const server: Way = (() => {
  const bin = (name: string) => join(findPostgres() ?? '', name);
  let first = '';
  return {
    async begin() {
      const settings = await freshServer();
      first = settings.DATABASE_OWNER_URL;
      return settings;
    },
    async keep(dataDir) {
      const refused = await operate(dataDir, 'backup', '--out', out);
      const dump = join(out, 'adit.dump');
      await run(bin('pg_dump'), ['-Fc', '-f', dump, first]);
      return {
        said: refused.stderr,
        async restore(empty) {
          const settings = await freshServer();
          const into = ['-d', settings.DATABASE_OWNER_URL];
          await run(bin('pg_restore'), ['--no-owner', '--no-privileges', '--exit-on-error', ...into, dump]);
          for (const folder of ['chain', 'keys'])
            await cp(join(dataDir, folder), join(empty, folder), { recursive: true });
          return settings;
        },
      };
    },
  };
})();

describe.each([
  ['the embedded database', embedded, /whoever has it can read every document/],
  ['PostgreSQL', server, /pg_dump -Fc/],
] as const)('a backup of %s', (name, way, expected) => {
  let dataDir = '';
  let elsewhere = '';
  let app: App;
  let second: App | undefined;
  let person: Person;
  let backup: Backup;
  const taken = { sure: 0, most: 0 };
  async function sales(api: Person['api']): Promise<number> {
    let count = 0;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = { category: 'exchange', limit: '100', ...(cursor && { cursor }) } as const;
      const { items, nextCursor } = await ask(api, 'GET /api/assets/records', page);
      count += items.filter(({ coin }) => coin === 'ADIT').length;
      cursor = nextCursor;
    }
    return count;
  }

  beforeAll(async () => {
    dataDir = await newDataDir();
    elsewhere = await mkdtemp(join(tmpdir(), 'adit-app-'));
    app = await startApp({
      withoutPage: true,
      dataDir,
      env: { ...VERIFIED_AT_ONCE, ...(await way.begin()) },
    });
    person = await newcomer(app.url);
    await verify(person.api);
    await ask(person.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await ask(person.api, 'POST /api/mining/claim', {});

    // One sale after another, until the server is gone.
    let [sent, done, going] = [0, 0, true];
    const traffic = (async () => {
      while (going) {
        sent += 1;
        const sale = { from: 'ADIT', to: 'USDT', amount: PART };
        await ask(person.api, 'POST /api/assets/swap', sale).then(
          () => (done += 1),
          () => (going = false),
        );
      }
    })();
    while (done < 3) await new Promise((resolve) => setTimeout(resolve, 10));
    taken.sure = done;
    backup = await way.keep(dataDir);
    taken.most = sent;
    await app.kill();
    going = false;
    await traffic;

    await mkdir(elsewhere, { recursive: true });
    second = await startApp({
      withoutPage: true,
      dataDir: elsewhere,
      env: { ...VERIFIED_AT_ONCE, ...(await backup.restore(elsewhere)) },
    });
  });
  afterAll(async () => {
    await second?.stop();
    for (const folder of [dataDir, elsewhere]) await rm(folder, { recursive: true, force: true });
  });
  const begun = (): App => {
    if (!second) throw new Error('no server has begun on the backup');
    return second;
  };

  test('says what must be stored besides it', () => {
    expect(backup.said).toMatch(expected);
  });

  test('has everything acknowledged before it and nothing partial, and the books are sound', async () => {
    const { api } = await newcomer(begun().url, { wallet: person.wallet });
    const count = await sales(api);
    expect(count).toBeGreaterThanOrEqual(taken.sure);
    expect(count).toBeLessThanOrEqual(taken.most);
    expect(await balance(api)).toBe(fromUnits(toUnits('12') - BigInt(count) * toUnits(PART)));
    await expectSound(elsewhere);
  });

  test('decrypts its documents with the key, and money keeps moving', async () => {
    const folder = join(out, `documents of ${name}`);
    expect(await operate(elsewhere, 'kyc', 'show', '1', '--out', folder)).toMatchObject({ code: 0 });
    const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name))));
    expect(files.some((bytes) => bytes.equals(pngOf('id')))).toBe(true);
    const { api } = await newcomer(begun().url, { wallet: person.wallet });
    const before = toUnits((await balance(api)) ?? '0');
    await ask(api, 'POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '1' });
    expect(await balance(api)).toBe(fromUnits(before - toUnits('1')));
  });
});
