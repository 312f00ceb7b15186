/**
 * A verification's documents: deleted on time or by their owner, stored without their file names, and readable in no
 * file or log.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInEveryLanguage } from '#tests/support/answers.ts';
import { filesWith, operate, spellings } from '#tests/support/command.ts';
import { pngOf } from '#tests/support/documents.ts';
import type { Client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, UNLIMITED, ask, newcomer, skip, submit } from '#tests/support/person.ts';
import { file, reviewOn } from '#tests/support/review.ts';

const ERASE = 'POST /api/user/kyc/erase';
const ISO: unknown = expect.stringMatching(/^\d{4}-.*Z$/);

let app: LocalApp;

beforeAll(async () => {
  app = await openApp({ ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: 'off', DOCUMENT_DAYS: '3' });
});
afterAll(() => app?.stop());

const come = () => newcomer(app.url);
const state = (api: Client) => ask(api, 'GET /api/user/kyc', {});
const review = () => reviewOn(app.dataDir);

test('file names of uploads are not revealed', async () => {
  const names = [
    ...['../../../etc/passwd', '"><img src=x onerror=alert(1)>.png', 'a\0.png', 'C:\\x\\..\\y.png'],
    ...['CON', '\u202egnp.exe', "x';drop table users;--", `${'ต'.repeat(300)}.png`],
  ];
  for (const name of names) {
    const { api, wallet } = await come();
    expect((await submit(api, {}, { idDocument: file(pngOf('id'), 'text/html', name) })).code).toBe(0);
    const { stdout } = await review().show(await review().numberOf(wallet.address));
    expect(stdout).toContain('-idDocument.png');
    for (const part of ['passwd', 'onerror', 'y.png', 'CON', 'gnp', 'drop table', 'ต'])
      expect(stdout).not.toContain(part);
  }
  expect(app.logs()).not.toContain('onerror');
});

test('the operator gets them under the names of their fields, in the folder of the command', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'adit-kyc-'));
  try {
    const { api, wallet } = await come();
    const idDocument = file(pngOf('the ID document'), 'text/html', '../../evil.html');
    await submit(api, {}, { idDocument });
    const number = await review().numberOf(wallet.address);
    const shown = await operate(app.dataDir, 'kyc', 'show', number, '--out', join(folder, 'out'));
    expect(shown).toMatchObject({ code: 0 });
    expect(await readdir(folder)).toEqual(['out']);
    const names = [`${number}-addressDocument.png`, `${number}-idDocument.png`];
    expect((await readdir(join(folder, 'out'))).toSorted()).toEqual(names);
    expect(await filesWith(folder, ['the ID document'])).toEqual([join(folder, 'out', names[1] ?? '')]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

describe('documents', () => {
  test('are deleted by their owner once there is a verdict, which stays', async () => {
    const { api, wallet } = await come();
    expect(await api.call(ERASE, {})).toMatchObject({ status: 404, code: 404 });
    await submit(api);
    expect(await api.call(ERASE, {})).toMatchObject({ status: 409, code: 1102 });
    await expectInEveryLanguage(api, ERASE, {}, 1102);
    const number = await review().numberOf(wallet.address);
    await review().decide(wallet.address, 'approve');
    expect((await state(api)).documents).toEqual({ kept: true, deleteAt: ISO, deletedAt: null });
    const { deletedAt } = await ask(api, ERASE, {});
    expect(await ask(api, ERASE, {})).toEqual({ deletedAt });
    expect(await state(api)).toMatchObject({
      status: 'approved',
      documents: { kept: false, deleteAt: null, deletedAt },
    });
    const shown = await review().show(number);
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain(`deleted ${deletedAt} by its owner`);
  });

  test('cannot be deleted by another account', async () => {
    const [ann, ben] = [await come(), await come()];
    for (const { api, wallet } of [ann, ben]) {
      await submit(api);
      await review().decide(wallet.address, 'reject', 'blurred');
    }
    await ask(ann.api, ERASE, {});
    expect((await state(ben.api)).documents.kept).toBe(true);
    expect((await submit(ann.api)).code).toBe(0);
  });

  test('are deleted when their days are over, even if demo mode skips them, and the reason is recorded', async () => {
    const { api, wallet } = await come();
    await submit(api);
    await review().decide(wallet.address, 'reject', 'The', 'picture', 'is', 'blurred');
    expect((await state(api)).documents.deleteAt).toEqual(ISO);
    await submit(api);
    expect((await state(api)).documents).toEqual({ kept: true, deleteAt: null, deletedAt: null });
    const number = await review().numberOf(wallet.address);
    await review().decide(wallet.address, 'approve');
    const { history, documents } = await state(api);
    expect(history).toEqual([
      { state: 'submitted', at: ISO, reason: null },
      { state: 'failed', at: ISO, reason: 'The picture is blurred' },
      { state: 'submitted', at: ISO, reason: null },
      { state: 'approved', at: ISO, reason: null },
    ]);
    expect(Date.parse(documents.deleteAt ?? '') - Date.parse(history.at(-1)?.at ?? '')).toBe(3 * DAY * 1000);
    await skip(app.url, 3 * DAY + 1);
    expect((await state(api)).documents).toEqual({ kept: false, deleteAt: null, deletedAt: ISO });
    expect((await review().show(number)).stdout).toContain('after its days');
  });
});

test('no file in the data folder and no log contains anything of a document', async () => {
  const { api, wallet } = await come();
  const marker = `marker ${randomUUID()}`;
  await submit(api, {}, { idDocument: file(pngOf(marker)) });
  await review().decide(wallet.address, 'reject', 'again');
  expect(await filesWith(app.dataDir, spellings(marker))).toEqual([]);
  expect(app.logs()).toContain('/api/user/kyc');
  expect(app.logs()).not.toContain('passport.png');
  expect(app.logs()).not.toContain(marker);
});
