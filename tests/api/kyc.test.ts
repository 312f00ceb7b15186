/** Verification over HTTP: what is required, what is refused, and what verifies a user. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_RULE } from '#contract/kyc.ts';
import { jpegOf, pdfOf, pngOf, webpOf } from '#tests/support/documents.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import type { Client, Document } from '#tests/support/http.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import {
  UNLIMITED,
  ask,
  expectOnce,
  issuePaths,
  kycFields,
  newUid,
  newcomer,
  skip,
  submit,
} from '#tests/support/person.ts';
import { file, reviewOn } from '#tests/support/review.ts';

const KYC = 'GET /api/user/kyc';
const ISO: unknown = expect.stringMatching(/^\d{4}-.*Z$/);

let app: LocalApp;

beforeAll(async () => {
  app = await openApp({ ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: 'off' });
});
afterAll(() => app?.stop());

const come = () => newcomer(app.url);
const state = (api: Client) => ask(api, KYC, {});
const review = () => reviewOn(app.dataDir);

describe('the requirements', () => {
  test('are public', async () => {
    const { exchanges, mimeTypes, maxBytes } = await ask(client(app.url), 'GET /api/kyc', {});
    expect(exchanges.length).toBeGreaterThan(1);
    expect({ mimeTypes, maxBytes }).toEqual({ mimeTypes: [...DOCUMENT_RULE.mimeTypes], maxBytes: 8_388_608 });
  });

  const wrong: [string, Record<string, unknown>, Record<string, Document | undefined>, string][] = [
    ['no exchange', { exchange: undefined }, {}, 'exchange'],
    ['an exchange that is not on the list', { exchange: 'no-such-exchange' }, {}, 'exchange'],
    ['no UID', { exchangeUid: undefined }, {}, 'exchangeUid'],
    ['an empty UID', { exchangeUid: '' }, {}, 'exchangeUid'],
    ['a UID of spaces', { exchangeUid: '   ' }, {}, 'exchangeUid'],
    [
      'a UID that would write into the operator’s terminal',
      { exchangeUid: '1234\x1b[2J' },
      {},
      'exchangeUid',
    ],
    ['a UID of two columns', { exchangeUid: '1234\t5678' }, {}, 'exchangeUid'],
    [
      'an address of two columns',
      { exchangeAddress: `0x${'1'.repeat(40)}\treason -` },
      {},
      'exchangeAddress',
    ],
    ['no address', { exchangeAddress: undefined }, {}, 'exchangeAddress'],
    ['an address that is none', { exchangeAddress: '?' }, {}, 'exchangeAddress'],
    ['no ID document', {}, { idDocument: undefined }, 'idDocument'],
    ['no address document', {}, { addressDocument: undefined }, 'addressDocument'],
    ['an empty document', {}, { idDocument: file('') }, 'idDocument'],
    [
      'a web page that is called a picture',
      {},
      { idDocument: file('<!doctype html><html><script>1</script>') },
      'idDocument',
    ],
    ['a text', {}, { addressDocument: file('my address', 'text/plain', 'address.txt') }, 'addressDocument'],
    [
      'a text that is called a PDF',
      {},
      { addressDocument: file('my address', 'application/pdf', 'a.pdf') },
      'addressDocument',
    ],
    [
      'a picture of another kind',
      {},
      { idDocument: file('GIF89a\x01\0\x01\0\0\0\0;', 'image/gif', 'a.gif') },
      'idDocument',
    ],
    [
      'a drawing that may carry scripts',
      {},
      { idDocument: file('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml') },
      'idDocument',
    ],
    ['an archive', {}, { idDocument: file('PK\x03\x04\x14\0\0\0\0\0') }, 'idDocument'],
    ['half a PNG', {}, { idDocument: file(pngOf('half').subarray(0, 50)) }, 'idDocument'],
    ['half a photograph', {}, { idDocument: file(jpegOf({ exif: 'GPS' }).subarray(0, -9)) }, 'idDocument'],
    ['half a WebP', {}, { addressDocument: file(webpOf().subarray(0, -2)) }, 'addressDocument'],
    ['half a PDF', {}, { addressDocument: file(pdfOf('bill').subarray(0, -7)) }, 'addressDocument'],
  ];

  test('are checked: what is wrong is named, and nothing is stored', async () => {
    let { api } = await come();
    for (const [n, [what, fields, files, path]] of wrong.entries()) {
      // An account has ten tries an hour.
      if (n % 10 === 9) ({ api } = await come());
      const answer = await submit(api, fields, files);
      expect([what, answer.status, answer.code, issuePaths(answer)]).toEqual([what, 400, 1103, [path]]);
      expect(answer.message).toBe(
        'Your submitted information is incorrect. Please upload the correct information.',
      );
    }
    expect(await state(api)).toEqual({
      status: 'none',
      exchange: null,
      exchangeUid: null,
      exchangeAddress: null,
      submittedAt: null,
      reviewedAt: null,
      reason: null,
      history: [],
      documents: { kept: false, deleteAt: null, deletedAt: null },
    });
  });

  test('are listed in full if everything is missing', async () => {
    const { api } = await come();
    const answer = await api.send('POST /api/user/kyc', {});
    expect(answer.code).toBe(1103);
    expect(issuePaths(answer).toSorted()).toEqual(
      ['addressDocument', 'exchange', 'exchangeAddress', 'exchangeUid', 'idDocument'].toSorted(),
    );
  });

  test('refuse documents above 8 MiB, and unknown fields', async () => {
    const { api } = await come();
    const padded = (bytes: number) => {
      const png = pngOf('large');
      return file(Buffer.concat([png, Buffer.alloc(bytes - png.length)]));
    };
    expect(await submit(api, {}, { idDocument: padded(8_388_609) })).toMatchObject({
      status: 413,
      code: 413,
    });
    const unknown = await submit(api, { status: 'approved' });
    expect(unknown).toMatchObject({ status: 400, code: 400 });
    expect(issuePaths(unknown)).toEqual(['status']);
    expect(issuePaths(await submit(api, {}, { selfie: file(pngOf('me')) }))).toEqual(['selfie']);
    expect((await state(api)).status).toBe('none');
    expect((await submit(api, {}, { idDocument: padded(8_388_608) })).code).toBe(0);
  });

  test.each([
    ['JPEG', jpegOf()],
    ['WebP', webpOf()],
    ['PDF', pdfOf('bill')],
    [
      'JPEG that is an archive as well',
      Buffer.concat([jpegOf(), Buffer.from('PK\x05\x06'.padEnd(22, '\0'))]),
    ],
    ['JPEG that is a page as well', jpegOf({ exif: '<html><script>fetch("//x")</script>' })],
    ['PDF that is a page as well', pdfOf('<html><script>1</script>')],
  ])('accept a %s, whatever type the sender claims', async (_, bytes) => {
    const { api } = await come();
    expect(await submit(api, {}, { idDocument: file(bytes, 'application/octet-stream', 'x') })).toMatchObject(
      {
        code: 0,
        data: { status: 'submitted' },
      },
    );
  });
});

describe('a submission', () => {
  test('waits for the operator however long, and is not accepted twice', async () => {
    const { api, wallet } = await come();
    const fields = kycFields();
    expect((await submit(api, fields)).data).toEqual({ status: 'submitted' });
    const submitted = await state(api);
    expect(submitted).toMatchObject({
      status: 'submitted',
      exchange: fields.exchange,
      exchangeUid: fields.exchangeUid,
      exchangeAddress: fields.exchangeAddress,
      reviewedAt: null,
      reason: null,
    });
    expect(submitted.submittedAt).not.toBeNull();
    expect(await submit(api)).toMatchObject({ status: 409, code: 1102 });
    expect((await api.call('POST /api/mining/claim1', {})).code).toBe(1101);
    await skip(app.url, 86_400);
    expect((await state(api)).status).toBe('submitted');
    await review().decide(wallet.address, 'approve');
    expect(await state(api)).toMatchObject({
      status: 'approved',
      reason: null,
      reviewedAt: ISO,
    });
    expect(await submit(api)).toMatchObject({ status: 409, code: 1102 });
    expect((await ask(api, 'GET /api/user/info', {})).kyc).toBe('approved');
    expect((await api.call('POST /api/mining/claim1', {})).code).toBe(0);
  });

  test('is accepted once from many tabs', async () => {
    const { api } = await come();
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit(api)));
    // Refused while the first one is being received, and afterwards.
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(1);
    expect(codes.filter((code) => ![0, 429, 1102].includes(code))).toEqual([]);
    expect((await submit(api)).code).toBe(1102);
  });

  test('that was rejected says why, and can be repeated', async () => {
    const { api, wallet } = await come();
    await submit(api);
    await review().decide(wallet.address, 'reject', 'The', 'picture', 'is', 'blurred');
    expect(await state(api)).toMatchObject({
      status: 'failed',
      reason: 'The picture is blurred',
      reviewedAt: ISO,
    });
    expect((await ask(api, 'GET /api/user/info', {})).kyc).toBe('failed');
    expect((await api.call('POST /api/mining/claim1', {})).code).toBe(1101);
    expect((await submit(api)).data).toEqual({ status: 'submitted' });
    expect(await state(api)).toMatchObject({ status: 'submitted', reason: null, reviewedAt: null });
    await review().decide(wallet.address, 'approve');
    expect((await state(api)).status).toBe('approved');
  });
});

describe('a revoked approval', () => {
  const operator = (...words: string[]) => operate(app.dataDir, ...words);

  test('is shown with its reason, stops start and withdrawal, and can be earned again', async () => {
    const ann = await come();
    const { inviteCode } = await ask(ann.api, 'GET /api/user/info', {});
    const { api, wallet } = await newcomer(app.url, { inviteCode });
    const directs = async () => (await ask(ann.api, 'GET /api/user/levels', {})).validUsers;
    await submit(api);
    await review().decide(wallet.address, 'approve');
    expect(await directs()).toBe(1);

    const revoked = await operator('kyc', 'revoke', wallet.address, '--reason', 'Shared document');
    expect(revoked, revoked.stderr).toMatchObject({ code: 0 });
    expect(await directs()).toBe(0);
    const after = await state(api);
    expect(after).toMatchObject({ status: 'failed', reason: 'Shared document', reviewedAt: ISO });
    expect(after.history.map((one) => one.state)).toEqual(['submitted', 'approved', 'failed']);
    expect((await api.call('POST /api/mining/claim1', {})).code).toBe(1101);
    const withdrawal = { coin: 'USDT', amount: '20', address: wallet.address };
    expect((await api.call('POST /api/assets/withdraw', withdrawal)).code).toBe(1101);
    const again = await operator('kyc', 'revoke', wallet.address, '--reason', 'x');
    expect(again.stderr).toMatch(/has no approved verification\n$/);

    expect((await submit(api)).data).toEqual({ status: 'submitted' });
    await review().decide(wallet.address, 'approve');
    expect(await directs()).toBe(1);
    expect((await api.call('POST /api/mining/claim1', {})).code).toBe(0);
    await expectSound(app.dataDir);
    expect((await operator('audit', '--command', 'kyc revoke')).stdout).toContain('Shared document');
  });
});

describe('an exchange UID', () => {
  test('verifies one account, on whatever exchange', async () => {
    const [ann, ben] = [await come(), await come()];
    const uid = newUid();
    await submit(ann.api, kycFields(uid));
    await review().decide(ann.wallet.address, 'approve');
    for (const same of [uid, uid.toUpperCase(), ` ${uid}`, `${uid} `]) {
      const answer = await submit(ben.api, kycFields(same));
      expect(answer).toMatchObject({ status: 400, code: 1103 });
      expect(issuePaths(answer)).toEqual(['exchangeUid']);
      expect(answer.text.toLowerCase()).not.toContain(ann.wallet.address.toLowerCase());
    }
    const { exchanges } = await ask(ben.api, 'GET /api/kyc', {});
    const cat = await come();
    for (const { id } of exchanges)
      expect(issuePaths(await submit(cat.api, { ...kycFields(uid), exchange: id }))).toEqual(['exchangeUid']);
    for (const { api } of [ben, cat]) expect((await state(api)).status).toBe('none');
  });

  test('is taken by one of two who send it at the same moment', async () => {
    const people = [await come(), await come(), await come(), await come()];
    const uid = newUid();
    expectOnce(await Promise.all(people.map(({ api }) => submit(api, kycFields(uid)))), 1103);
  });

  test('is free again after its submission was rejected', async () => {
    const [ann, ben] = [await come(), await come()];
    const uid = newUid();
    await submit(ann.api, kycFields(uid));
    await review().decide(ann.wallet.address, 'reject', 'not yours');
    expect((await submit(ben.api, kycFields(uid))).code).toBe(0);
    expect((await submit(ann.api, kycFields(uid))).code).toBe(1103);
  });
});
