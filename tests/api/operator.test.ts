/** The operator's command against a running server, and what it says when there is none. */
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import { operate } from '#tests/support/command.ts';
import { pngOf } from '#tests/support/documents.ts';
import { UNLIMITED, ask, kycFields, newcomer, submit } from '#tests/support/person.ts';

let dataDir = '';
let out = '';
let app: App;

const launch = () =>
  startApp({ withoutPage: true, dataDir, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: 'off' } });

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

const kyc = (...args: string[]) => operate(dataDir, 'kyc', ...args);
const lines = (text: string) => text.split('\n').filter(Boolean);

/** Somebody who waits for the operator, and the number of the submission. */
async function waiting() {
  const person = await newcomer(app.url);
  const fields = kycFields();
  expect((await submit(person.api, fields)).code).toBe(0);
  const { stdout } = await kyc('list');
  const line = lines(stdout).find((each) => each.toLowerCase().includes(person.wallet.address.toLowerCase()));
  return { ...person, fields, number: /\d+/.exec(line ?? '')?.[0] ?? '' };
}

/** A command that was refused: one line that says why, exit code 1. */
async function refused(why: RegExp, ...args: string[]) {
  const ended = await operate(dataDir, ...args);
  expect([args, ended.code, ended.stdout]).toEqual([args, 1, '']);
  expect(ended.stderr).toMatch(why);
  expect(ended.stderr).not.toMatch(/\n\s+at /);
}

describe('the socket', () => {
  test('may be opened by its owner alone', async () => {
    const { mode } = await stat(join(dataDir, 'operator.sock'));
    expect((mode & 0o777).toString(8)).toBe('600');
  });
});

describe('kyc', () => {
  test('lists who waits, the first first, and drops who was decided', async () => {
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

  test('shows a submission, and writes its documents for nobody else', async () => {
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

  test('decides once when two operators do at the same moment', async () => {
    const { number, api } = await waiting();
    const both = await Promise.all([kyc('approve', number), kyc('reject', number, 'blurred')]);
    expect(both.map(({ code }) => code).toSorted((a, b) => Number(a) - Number(b))).toEqual([0, 1]);
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
    'knows no number %s',
    async (number) => {
      await Promise.all(
        ['show', 'approve', 'reject'].map((verb) => refused(/./, 'kyc', verb, number, 'reason')),
      );
    },
  );
});

describe('ledger check', () => {
  test('says that every balance agrees with its postings', async () => {
    const ended = await operate(dataDir, 'ledger', 'check');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).not.toBe('');
  });
});

describe('anything else', () => {
  test('help names the commands', async () => {
    for (const args of [['help'], []]) {
      const { code, stdout } = await operate(dataDir, ...args);
      expect(code).toBe(0);
      for (const name of ['kyc list', 'kyc show', 'kyc approve', 'kyc reject', 'ledger check'])
        expect(stdout).toContain(name);
    }
  });

  test('an unknown command is told, with those that are there', async () => {
    for (const args of [['nonsense'], ['kyc'], ['kyc', 'delete', '1'], ['kyclist'], ['kyc list; rm']])
      await refused(/unknown command[^]*kyc list/, ...args);
  });

  test('an unknown option is told', async () => {
    await refused(/^[^\n]*--force[^\n]*\n$/, 'kyc', 'list', '--force');
  });

  test('no server on the folder is told in one line', async () => {
    for (const folder of [out, join(out, 'no-such-folder')]) {
      const ended = await operate(folder, 'kyc', 'list');
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(lines(ended.stderr)).toHaveLength(1);
      expect(ended.stderr).toContain(folder);
    }
  });
});

// Last in the file: it kills the server.
test('a server that was killed is told in one line too, and the next one is reached again', async () => {
  await app.kill();
  try {
    const ended = await operate(dataDir, 'ledger', 'check');
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(lines(ended.stderr)).toHaveLength(1);
    expect(ended.stderr).toContain(dataDir);
  } finally {
    // Only a server on the same folder ends the devnet that the killed one has left.
    app = await launch();
  }
  expect((await operate(dataDir, 'ledger', 'check')).code).toBe(0);
});
