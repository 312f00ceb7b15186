/** The operator's command with a running server, and its messages without one. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { ask as askSocket } from '#server/operator/client.ts';
import { MAX_FILES } from '#server/operator/protocol.ts';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import { expectSound, operate as command, run } from '#tests/support/command.ts';
import { pngOf } from '#tests/support/documents.ts';
import { client } from '#tests/support/http.ts';
import { UNLIMITED, ask, kycFields, newcomer, submit } from '#tests/support/person.ts';

let dataDir = '';
let out = '';
let app: App;

const launch = (env: Record<string, string> = {}) =>
  startApp({ withoutPage: true, dataDir, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: 'off', ...env } });

beforeAll(async () => {
  dataDir = await newDataDir();
  out = await mkdtemp(join(tmpdir(), 'adit-out-'));
  app = await launch();
});
afterAll(async () => {
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
  await rm(out, { recursive: true, force: true });
});

/** As typed in a terminal: only here does the command have its own process. */
const operate = (folder: string, ...args: string[]) =>
  run('server/operator/main.ts', args, { DATA_DIR: folder });
/** Without its own process, for everything that does not depend on one. */
const kyc = (...args: string[]) => command(dataDir, 'kyc', ...args);
/** The server's own answer. */
const viaSocket = (...args: string[]) => askSocket(dataDir, { args, by: 'root' });
const lines = (text: string) => text.split('\n').filter(Boolean);

/** A user who waits for the operator, and the number of the submission. */
async function waiting() {
  const person = await newcomer(app.url);
  const fields = kycFields();
  expect((await submit(person.api, fields)).code).toBe(0);
  const { stdout } = await kyc('list');
  const line = lines(stdout).find((each) => each.toLowerCase().includes(person.wallet.address.toLowerCase()));
  return { ...person, fields, number: /\d+/.exec(line ?? '')?.[0] ?? '' };
}

/** A refused command: one line that says why, exit code 1. */
async function refused(why: RegExp, ...args: string[]) {
  const ended = await command(dataDir, ...args);
  expect([args, ended.code, ended.stdout]).toEqual([args, 1, '']);
  expect(ended.stderr).toMatch(why);
  expect(ended.stderr).not.toMatch(/\n\s+at /);
}

/** The same, as the server's answer over the socket. */
async function declined(why: RegExp, ...args: string[]) {
  const { ok, text } = await viaSocket(...args);
  expect([args, ok, text]).toEqual([args, false, expect.stringMatching(why)]);
  expect(text).not.toContain('\n');
}

describe('the socket', () => {
  test('can only be opened by its owner', async () => {
    const { mode } = await stat(join(dataDir, 'operator.sock'));
    expect((mode & 0o777).toString(8)).toBe('600');
  });
});

describe('kyc', () => {
  test('lists who waits, the first one first, without those already decided', async () => {
    const [ann, ben] = [await waiting(), await waiting()];
    const { stdout, code } = await kyc('list');
    expect(code).toBe(0);
    const at = (person: typeof ann) => stdout.toLowerCase().indexOf(person.wallet.address.toLowerCase());
    expect(at(ann)).toBeGreaterThan(-1);
    expect(at(ben)).toBeGreaterThan(at(ann));
    expect((await kyc('approve', ann.number)).code).toBe(0);
    expect((await kyc('reject', ben.number, 'blurred')).code).toBe(0);
    const after = (await kyc('list')).stdout.toLowerCase();
    expect(after).not.toContain(ann.wallet.address.toLowerCase());
    expect(after).not.toContain(ben.wallet.address.toLowerCase());
  });

  test('shows a submission, and writes its documents readable for their owner only', async () => {
    const person = await newcomer(app.url);
    const [id, home] = [pngOf('the passport'), pngOf('the bill')];
    const fields = kycFields();
    await submit(person.api, fields, { idDocument: { bytes: id }, addressDocument: { bytes: home } });
    const list = lines((await kyc('list')).stdout);
    const line = list.find((each) => each.toLowerCase().includes(person.wallet.address.toLowerCase())) ?? '';
    const number = /\d+/.exec(line)?.[0] ?? '';
    const shown = await kyc('show', number);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(fields.exchangeUid);
    expect(shown.stdout).toContain(fields.exchangeAddress);
    const folder = join(out, 'documents');
    const written = await kyc('show', number, '--out', folder);
    expect(written.code).toBe(0);
    const files = await readdir(folder);
    const contents = await Promise.all(files.map((name) => readFile(join(folder, name))));
    expect(contents.map(String).toSorted()).toEqual([id, home].map(String).toSorted());
    for (const name of files) {
      expect(written.stdout).toContain(join(folder, name));
      expect(((await stat(join(folder, name))).mode & 0o777).toString(8)).toBe('600');
    }
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('700');
    expect((await kyc('approve', number)).code).toBe(0);
    expect((await ask(person.api, 'GET /api/user/kyc', {})).status).toBe('approved');
  });

  test('decides once', async () => {
    const { number, api } = await waiting();
    expect((await kyc('approve', number)).code).toBe(0);
    await refused(/./, 'kyc', 'approve', number);
    await refused(/./, 'kyc', 'reject', number, 'too late');
    expect((await ask(api, 'GET /api/user/kyc', {})).status).toBe('approved');
  });

  test('decides once if two operators do so at the same moment', async () => {
    const { number, api } = await waiting();
    const both = await Promise.all([kyc('approve', number), kyc('reject', number, 'blurred')]);
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect((await ask(api, 'GET /api/user/kyc', {})).status).toBe(
      both[0]?.code === 0 ? 'approved' : 'failed',
    );
  });

  test('does not reject without a reason', async () => {
    const { number, api } = await waiting();
    await refused(/reason/i, 'kyc', 'reject', number);
    expect((await ask(api, 'GET /api/user/kyc', {})).status).toBe('submitted');
  });

  test.each(['0', '999999', '-1', 'seven', '1e3', '99999999999999999999'])(
    'refuses the unknown number %s',
    async (number) => {
      await Promise.all(
        ['show', 'approve', 'reject'].map((verb) => declined(/./, 'kyc', verb, number, 'reason')),
      );
    },
  );
});

describe('ledger check', () => {
  test('finds nothing on an honest server', () => expectSound(dataDir));
});

describe('any other command', () => {
  test('help lists the commands', async () => {
    for (const args of [['help'], []]) {
      const { code, stdout } = await operate(dataDir, ...args);
      expect(code).toBe(0);
      for (const name of ['kyc list', 'kyc show', 'kyc approve', 'kyc reject', 'ledger check'])
        expect(stdout).toContain(name);
    }
  });

  test('is reported as unknown, with the most similar one', async () => {
    for (const args of [['kyc'], ['kyc', 'delete', '1'], ['kyclist'], ['kyc', 'lits']])
      await declined(/^unknown command: .*`kyc list`/, ...args);
    await refused(/^unknown command: kyc lits; did you mean `kyc list`\?\n$/, 'kyc', 'lits');
    for (const args of [['nonsense'], ['$(rm -rf x); y']])
      await declined(/^unknown command: .*`help` lists them all$/, ...args);
  });

  test('is refused with an unknown option', async () => {
    await refused(/^[^\n]*--force[^\n]*\n$/, 'kyc', 'list', '--force');
  });

  test('fails in one line if no server runs on the folder', async () => {
    for (const folder of [out, join(out, 'no-such-folder')]) {
      const ended = await operate(folder, 'kyc', 'list');
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(lines(ended.stderr)).toHaveLength(1);
      expect(ended.stderr).toContain(folder);
    }
    const file = join(out, 'no-such-file');
    const unread = await run('server/operator/main.ts', ['kyc', 'list'], { DATA_DIR_FILE: file });
    expect(unread).toMatchObject({ code: 1, stdout: '' });
    expect(unread.stderr).toMatch(/^DATA_DIR_FILE [^\n]*\n$/);
  });
});

describe('files', () => {
  const article = (body: string) => `# From a file\n\n${body}`;
  const title = async () => (await ask(client(app.url), 'GET /api/article/index', {})).latest[0]?.title;

  test('are sent with a command, and the log says who sent which', async () => {
    const [text, picture] = [join(out, 'lamp.en.md'), join(out, 'lamp.png')];
    await writeFile(text, article('It burns.\n\n![A lamp](lamp.png)'));
    await writeFile(picture, pngOf('lamp'));
    const ended = await operate(dataDir, 'article', 'add', 'lamp', text, picture, '--as', 'olga');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(await title()).toBe('From a file');
    const { text: log } = await viaSocket('audit', '--by', 'olga');
    expect(log).toMatch(
      /\tolga \([^)]+\)\tdone\tarticle add lamp [^\t]*\[lamp\.en\.md 45 bytes sha256 [0-9a-f]{16}\]/,
    );
  });

  test('that cannot be sent are reported in one line', async () => {
    const huge = join(out, 'huge.en.md');
    await writeFile(huge, '');
    await truncate(huge, MAX_FILES + 1);
    await refused(/^[^\n]*MiB together\n$/, 'article', 'add', 'huge', huge);
    await refused(
      /none\.en\.md cannot be read: there is no such file\n$/,
      'article',
      'add',
      'x',
      join(out, 'none.en.md'),
    );
  });
});

describe('keys', () => {
  test('are shown by fingerprint, source and purpose, never the key itself', async () => {
    await waiting();
    const key = (await readFile(join(dataDir, 'keys/document.key'), 'utf8')).trim();
    const print = createHash('sha256').update(Buffer.from(key, 'hex')).digest('hex').slice(0, 8);
    const { text } = await viaSocket('keys', 'list');
    expect(text).toContain(`DOCUMENT_KEY\t${print}\t${join(dataDir, 'keys/document.key')}\t`);
    expect(text).toMatch(/^SIGN_KEY\t\w+\tdefault\t/m);
    expect(text).toMatch(/HOT_WALLET_KEY\t[0-9a-f]{8}\t[^\n]*pays withdrawals from 0x[0-9a-fA-F]{40}/);
    expect(text).not.toMatch(/[0-9a-f]{48}/i);
    expect(await viaSocket('keys', 'check')).toEqual({
      ok: true,
      text: `DOCUMENT_KEY ${print} fits: the newest document: opens; the oldest document: opens; the newest seed of a draw: opens`,
    });
  });
});

describe('exports', () => {
  const written = async (...args: string[]) => {
    const folder = join(out, args.join('-'));
    const ended = await command(dataDir, 'export', ...args, '--out', folder);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const names = await readdir(folder);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return new Map(names.map((name, at) => [name, texts[at] ?? '']));
  };

  test('of an account contain what is stored about it', async () => {
    const { wallet } = await newcomer(app.url);
    const files = await written('account', wallet.address.toLowerCase());
    const [[name = '', text = ''] = []] = files;
    expect(name).toMatch(/^account-0x[0-9a-f]{40}-\d{4}-\d{2}-\d{2}\.json$/);
    expect(JSON.parse(text)).toMatchObject({ address: wallet.address });
  });

  test('of the ledger contain every entry, and its postings sum to zero', async () => {
    const files = await written('ledger');
    const rows = (name: string) =>
      lines(files.get(name) ?? '')
        .slice(1)
        .map((line) => line.trim().split(','));
    const units = (text: string) => (text.startsWith('-') ? -toUnits(text.slice(1)) : toUnits(text));
    const sums = new Map<string, bigint>();
    for (const [entry, , coin, amount = '0'] of rows('postings.csv'))
      sums.set(`${entry} ${coin}`, (sums.get(`${entry} ${coin}`) ?? 0n) + units(amount));
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    const entries = rows('journal.csv').map(([entry]) => entry);
    expect(new Set([...sums.keys()].map((key) => key.split(' ')[0]))).toEqual(new Set(entries));
    expect(entries.length).toBeGreaterThan(5);
    expect(lines((await written('ledger', '--since', '2199-01-01')).get('journal.csv') ?? '')).toHaveLength(
      1,
    );
  });

  test('need a folder and an account', async () => {
    await declined(/--out FOLDER$/, 'export', 'ledger');
    for (const who of ['7', '0x', '0x0000000000000000000000000000000000000001'])
      await declined(/account/, 'export', 'account', who, '--out', join(out, 'none'));
    // The first example of EIP-55 with another first letter.
    const typo = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    for (const words of [
      ['export', 'account', '--out', join(out, 'none')],
      ['account', 'show'],
      ['account', 'sessions'],
    ])
      await declined(/its checksum is wrong/, ...words, typo);
  });
});

// Last in the file: it kills the server.
test('a killed server is also reported in one line, and the next one can be reached again', async () => {
  await app.kill();
  try {
    const ended = await operate(dataDir, 'ledger', 'check');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(lines(ended.stderr)).toHaveLength(1);
    expect(ended.stderr).toContain(dataDir);
  } finally {
    // Only a server on the same folder ends the devnet left behind by the killed one.
    app = await launch({ DOCUMENT_KEY: 'ab'.repeat(32) });
  }
  expect((await operate(dataDir, 'ledger', 'check')).code).toBe(0);
  const checked = await viaSocket('keys', 'check');
  expect(checked.ok).toBe(false);
  expect(checked.text).toMatch(
    /^DOCUMENT_KEY [0-9a-f]{8} does not fit this database: the newest document \(\w+ of submission \d+\): DOES NOT OPEN; the oldest document/,
  );
  expect(app.logs()).toMatch(
    /^\{"level":50,.*DOCUMENT_KEY does not open the newest document \(\w+ of submission \d+\), the oldest document \(.*\), the newest seed of a draw \(/m,
  );
  expect((await viaSocket('audit', '--by', 'olga')).text).toContain('article add lamp');
});
