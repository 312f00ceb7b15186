/** Verification and an account's own data over HTTP: documents of every kind, their way and their end, and the file with everything. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_RULE } from '#contract/kyc.ts';
import { filesWith, spellings } from '#tests/support/command.ts';
import { pngOf } from '#tests/support/documents.ts';
import { pass } from '#tests/support/growing.ts';
import { type Client, client } from '#tests/support/http.ts';
import { FILE_NAMES, NO_DOCUMENTS, expectOwnTexts } from '#tests/support/people-samples.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  DAY,
  type Person,
  UNLIMITED,
  ask,
  issuePaths,
  newUid,
  newcomer,
  submit,
} from '#tests/support/person.ts';
import { typedAt } from '#tests/support/typed.ts';

const STATE = 'GET /api/user/kyc';
const ERASE = 'POST /api/user/kyc/erase';
const SECRET = 'plaintext-of-a-document-5f1c';

let app: LocalApp;
let guest: Client;
let folder = '';

const { done } = typedAt(() => app);
const come = () => newcomer(app.url);
const stateOf = ({ api }: Person) => ask(api, STATE, {});
/** The number of the account's submission among those that wait. */
const numberOf = async ({ wallet }: Person) => {
  const lines = (await done('kyc', 'list')).split('\n');
  const line = lines.find((each) => each.toLowerCase().includes(wallet.address.toLowerCase()));
  return /\d+/.exec(line ?? '')?.[0] ?? '';
};
const exported = (token?: string) =>
  fetch(`${app.url}/api/user/export`, {
    headers: { 'accept-language': 'en', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-kyc-'));
  app = await openApp({ ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: 'off', DOCUMENT_DAYS: '10' });
  guest = client(app.url);
});
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a submission', () => {
  test('is refused with the field that is wrong, and nothing of it is kept', async () => {
    const person = await come();
    for (const field of ['idDocument', 'addressDocument'])
      for (const [what, bytes] of Object.entries(NO_DOCUMENTS)) {
        const answer = await submit(person.api, {}, { [field]: { bytes } });
        expect([what, answer.status, answer.code, issuePaths(answer)]).toEqual([what, 400, 1103, [field]]);
      }
    const fields = { exchange: 'nope', exchangeUid: undefined, exchangeAddress: ' ' };
    const none = await submit(person.api, fields, { idDocument: undefined, addressDocument: undefined });
    const all = 'addressDocument exchange exchangeAddress exchangeUid idDocument';
    expect([none.code, issuePaths(none).toSorted().join(' ')]).toEqual([1103, all]);
    const { status, history, documents } = await stateOf(person);
    const nothing = { kept: false, deleteAt: null, deletedAt: null };
    expect([status, history, documents]).toEqual(['none', [], nothing]);
    expect(await person.api.send(ERASE, {})).toMatchObject({ status: 404, code: 404 });
    for (const token of ['', person.outboxToken, 'nonsense'])
      expect((await submit(guest.as(token))).status).toBe(401);
  });

  test('may have 8 MiB a document, and one byte more is too large', async () => {
    const person = await come();
    const picture = pngOf('large');
    const sized = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
    expect((await ask(guest, 'GET /api/kyc', {})).maxBytes).toBe(DOCUMENT_RULE.maxBytes);
    const over = { addressDocument: { bytes: sized(DOCUMENT_RULE.maxBytes + 1) } };
    const answer = await submit(person.api, {}, over);
    expect([answer.status, answer.code]).toEqual([413, 413]);
    expect((await stateOf(person)).status).toBe('none');
    const full = { bytes: sized(DOCUMENT_RULE.maxBytes) };
    expect((await submit(person.api, {}, { idDocument: full, addressDocument: full })).code).toBe(0);
  });

  test('takes a file whatever it is called, and no name leads out of the operator’s folder', async () => {
    const both = Buffer.concat([pngOf(SECRET), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
    let last: Person | undefined;
    for (const name of FILE_NAMES) {
      last = await come();
      const answer = await submit(last.api, {}, { idDocument: { bytes: both, name, type: 'text/html' } });
      expect([name, answer.status, answer.code]).toEqual([name, 200, 0]);
    }
    const number = await numberOf(last as Person);
    const out = join(folder, 'out');
    const shown = await done('kyc', 'show', number, '--out', out);
    expect(shown).not.toContain(SECRET);
    const files = await readdir(out);
    expect(files).toHaveLength(2);
    expect(files.join()).not.toMatch(/drop|evil|\.\.|html/);
    expect(await filesWith(out, [SECRET])).toHaveLength(1);
    expect(await filesWith(app.dataDir, spellings(SECRET))).toEqual([]);
    expect(app.logs()).not.toContain(SECRET);
  });

  test('goes its way: looked at, refused with a reason, sent again, approved; then its documents go on their day', async () => {
    const person = await come();
    const exchangeUid = newUid();
    expect((await submit(person.api, { exchangeUid })).data).toEqual({ status: 'submitted' });
    expect(await submit(person.api)).toMatchObject({ status: 409, code: 1102 });
    await expectOwnTexts(1102, (language) => person.api.send(ERASE, {}, { language }));
    expect((await stateOf(person)).documents).toEqual({ kept: true, deleteAt: null, deletedAt: null });
    await done('kyc', 'reject', await numberOf(person), 'The picture', 'is <b>blurred</b>');
    const failed = await stateOf(person);
    expect(failed).toMatchObject({ status: 'failed', reason: 'The picture is <b>blurred</b>' });
    const days = Date.parse(failed.documents.deleteAt ?? '') - Date.parse(failed.reviewedAt ?? '');
    expect(days).toBe(10 * DAY * 1000);

    expect((await submit(person.api, { exchangeUid })).code).toBe(0);
    await done('kyc', 'approve', await numberOf(person));
    const approved = await stateOf(person);
    expect(approved).toMatchObject({ status: 'approved', reason: null, exchangeUid });
    expect(approved.history.map(({ state, reason }) => [state, reason])).toEqual([
      ['submitted', null],
      ['failed', 'The picture is <b>blurred</b>'],
      ['submitted', null],
      ['approved', null],
    ]);
    expect(approved.history.map(({ at }) => at)).toEqual(approved.history.map(({ at }) => at).toSorted());
    expect(await submit(person.api, { exchangeUid })).toMatchObject({ status: 409, code: 1102 });
    const thief = await come();
    for (const uid of [exchangeUid, exchangeUid.toUpperCase(), ` ${exchangeUid} `]) {
      const answer = await submit(thief.api, { exchangeUid: uid });
      expect([answer.code, issuePaths(answer)]).toEqual([1103, ['exchangeUid']]);
      expect(answer.text.toLowerCase()).not.toContain(person.wallet.address.toLowerCase());
    }

    await pass(app.url, 10 * DAY - 60, person);
    expect((await stateOf(person)).documents.kept).toBe(true);
    await pass(app.url, 61, person);
    const gone = await stateOf(person);
    expect([gone.status, gone.history]).toEqual(['approved', approved.history]);
    expect(gone.documents).toMatchObject({ kept: false, deleteAt: null });
    expect(gone.documents.deletedAt).toMatch(/Z$/);
    expect(await ask(person.api, ERASE, {})).toEqual({ deletedAt: gone.documents.deletedAt });
  });
});

describe('the file with everything', () => {
  test('has what the account did and nothing of others, no secret and no document; four an hour', async () => {
    const [ann, bob] = await Promise.all([come(), newcomer(app.url)]);
    const friend = await newcomer(app.url, { inviteCode: ann.user.inviteCode });
    expect((await ask(ann.api, 'POST /api/assets/redeem', { code: 'WELCOME-ADIT' })).amount).toBe('5');
    await ask(ann.api, 'POST /api/user/limits', { dailyBetLimit: '7' });
    const exchangeUid = newUid();
    await submit(ann.api, { exchangeUid }, { idDocument: { bytes: pngOf(SECRET) } });
    await submit(bob.api, { exchangeUid: newUid() });
    await done('kyc', 'reject', await numberOf(ann), 'blurred-for-ann');
    expect((await ask(ann.api, ERASE, {})).deletedAt).toMatch(/Z$/);

    const reply = await exported(ann.token);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.json"$/);
    const text = await reply.text();
    const { address, sections } = JSON.parse(text) as {
      address: string;
      sections: Record<string, { about: string; rows: unknown[] }>;
    };
    expect(address).toBe(ann.wallet.address);
    for (const { about, rows } of Object.values(sections))
      expect([about, Array.isArray(rows)]).toEqual([expect.stringMatching(/\S/), true]);
    const own = [ann.wallet.address, ann.user.inviteCode, exchangeUid, 'blurred-for-ann', '"1200"'];
    for (const part of own) expect(text).toContain(part);
    expect(JSON.stringify(sections['balances'])).toContain('"5"');
    expect(JSON.stringify(sections['limits'])).toContain('"7"');
    expect(JSON.stringify(sections['team'])).toContain('1');
    const others = [bob, friend].flatMap(({ wallet, user }) => [wallet.address, user.inviteCode]);
    for (const secret of [...others, ann.token, ann.outboxToken, SECRET])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());

    for (const _ of [2, 3, 4]) expect((await exported(ann.token)).status).toBe(200);
    const fifth = await exported(ann.token);
    expect([fifth.status, ((await fifth.json()) as { code: number }).code]).toEqual([429, 429]);
    const wait = Number(fifth.headers.get('retry-after'));
    expect(wait > 0 && wait <= 3600).toBe(true);
    for (const token of [undefined, 'nonsense', ann.outboxToken])
      expect((await exported(token)).status).toBe(401);
    const bobs = await exported(bob.token);
    expect([bobs.status, (await bobs.text()).includes(ann.wallet.address)]).toEqual([200, false]);
  });
});
