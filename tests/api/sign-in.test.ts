/** Sign-in on a running server: what is accepted, and everything that must be refused. */
import { randomUUID } from 'node:crypto';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { CHAIN_ID, DAY, UNLIMITED, ask, issuePaths, knock, newcomer, skip } from '#tests/support/person.ts';
import { signInMessage } from '#tests/support/wallet.ts';

const LOGIN = 'POST /api/auth/login';
const MINUTE = 60_000;

let app: LocalApp;
let guest: Client;

beforeAll(async () => {
  app = await openApp(UNLIMITED);
  guest = client(app.url);
});
afterAll(() => app?.stop());

const fromNow = (ms: number) => new Date(Date.now() + ms);
const nonce = async () => (await ask(guest, 'GET /api/auth/nonce', {})).nonce;
const infoCode = async (token: string) => (await guest.as(token).call('GET /api/user/info', {})).code;

/** Signs any text, and sends it. */
async function sendSigned(text: string, wallet: { signMessage(text: string): Promise<string> }) {
  return guest.call(LOGIN, { message: text, signature: await wallet.signMessage(text) });
}

const textFor = (address: string, theNonce: string, fields: Parameters<typeof knock>[1] = {}) =>
  signInMessage(address, theNonce, { chainId: CHAIN_ID, publicUrl: app.url, ...fields });

describe('signing in', () => {
  test('creates an account the first time and finds it again', async () => {
    const first = await newcomer(app.url);
    expect(first).toMatchObject({
      isFirst: true,
      user: {
        address: first.wallet.address,
        level: 0,
        kyc: 'none',
        official: false,
        invitedBy: null,
      },
    });
    expect(first.user.inviteCode).toMatch(/^\w{4,32}$/);
    const again = await newcomer(app.url, { wallet: first.wallet });
    expect(again.isFirst).toBe(false);
    expect(again.user).toMatchObject({ inviteCode: first.user.inviteCode, createdAt: first.user.createdAt });
    expect(again.token).not.toBe(first.token);
    expect(await infoCode(first.token)).toBe(0);
    expect(await infoCode(again.token)).toBe(0);
  });

  test('gives tokens of 256 bits and says when the session ends', async () => {
    const { token, outboxToken, expiresAt } = await newcomer(app.url);
    for (const each of [token, outboxToken])
      expect(Buffer.from(each, 'base64url').length).toBeGreaterThanOrEqual(32);
    expect(outboxToken).not.toBe(token);
    const left = Date.parse(expiresAt) - Date.parse((await ask(guest, 'GET /api/index', {})).serverTime);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(7 * DAY * 1000);
  });

  test("tells a guest whose invite code it is, shortened, and 404 if it is nobody's", async () => {
    const { user, wallet } = await newcomer(app.url);
    const { address } = await ask(guest, 'GET /api/auth/invite', { code: user.inviteCode.toLowerCase() });
    expect(address).toBe(`${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`);
    expect(await guest.call('GET /api/auth/invite', { code: 'NOSUCHCODE' })).toMatchObject({ code: 404 });
    expect(await guest.call('GET /api/auth/invite', { code: '' })).toMatchObject({ code: 400 });
  });

  test('binds an invite code at the first sign-in only', async () => {
    const [ann, eve] = [await newcomer(app.url), await newcomer(app.url)];
    const ben = await newcomer(app.url, { inviteCode: ann.user.inviteCode });
    const invitedBy = ben.user.invitedBy;
    expect(invitedBy?.slice(0, 6)).toBe(ann.wallet.address.slice(0, 6));
    expect(invitedBy?.length).toBeLessThan(42);

    const later = await newcomer(app.url, { wallet: ben.wallet, inviteCode: eve.user.inviteCode });
    expect(later.user.invitedBy).toBe(invitedBy);
    const late = await newcomer(app.url, { wallet: eve.wallet, inviteCode: ann.user.inviteCode });
    expect(late.user.invitedBy).toBeNull();
  });

  test('lets nobody invite themselves or their inviter', async () => {
    const ann = await newcomer(app.url);
    const self = await newcomer(app.url, { wallet: ann.wallet, inviteCode: ann.user.inviteCode });
    expect(self.user.invitedBy).toBeNull();
    const ben = await newcomer(app.url, { inviteCode: ann.user.inviteCode });
    const circle = await newcomer(app.url, { wallet: ann.wallet, inviteCode: ben.user.inviteCode });
    expect(circle.user.invitedBy).toBeNull();
  });

  test('reports an unknown invite code, and creates no account', async () => {
    const { wallet, answer } = await knock(app.url, { inviteCode: 'NOSUCHCODE' });
    expect(answer).toMatchObject({ status: 400, code: 400 });
    expect(issuePaths(answer)).toEqual(['inviteCode']);
    expect((await newcomer(app.url, { wallet })).isFirst).toBe(true);
  });

  test('returns the same token when it is repeated with its key', async () => {
    const wallet = Wallet.createRandom();
    const text = textFor(wallet.address, await nonce());
    const input = { message: text, signature: await wallet.signMessage(text) };
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => guest.call(LOGIN, input, { key })));
    const later = await guest.call(LOGIN, input, { key });
    expect(new Set([...answers, later].map(({ text: reply }) => reply)).size).toBe(1);
    expect(later.headers.get('idempotent-replay')).toBe('true');
    expect(await infoCode(later.data.token)).toBe(0);
  });

  test('works through localhost as well as 127.0.0.1 in demo mode', async () => {
    const { port } = new URL(app.url);
    for (const host of ['localhost', '127.0.0.1'])
      expect((await knock(app.url, { publicUrl: `http://${host}:${port}` })).answer.code).toBe(0);
  });
});

describe('a nonce', () => {
  test('works once', async () => {
    const wallet = Wallet.createRandom();
    const text = textFor(wallet.address, await nonce());
    expect((await sendSigned(text, wallet)).code).toBe(0);
    expect(await sendSigned(text, wallet)).toMatchObject({ status: 400, code: 1004 });
    const other = Wallet.createRandom();
    const theNonce = /Nonce: (\w+)/.exec(text)?.[1] ?? '';
    expect((await sendSigned(textFor(other.address, theNonce), other)).code).toBe(1004);
  });

  test('works once in parallel attempts', async () => {
    const wallet = Wallet.createRandom();
    const text = textFor(wallet.address, await nonce());
    const codes = (await Promise.all(Array.from({ length: 8 }, () => sendSigned(text, wallet)))).map(
      ({ code }) => code,
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, ...Array.from({ length: 7 }, () => 1004)]);
  });

  test('must be one of the server’s', async () => {
    expect((await knock(app.url, { fields: { nonce: 'abcdefgh12345678' } })).answer).toMatchObject({
      status: 400,
      code: 1004,
    });
  });
});

describe('signing in is refused', () => {
  const cases: [string, Parameters<typeof knock>[1]][] = [
    ['for another domain', { fields: { domain: 'evil.example' } }],
    ['for another port', { publicUrl: 'http://127.0.0.1:1' }],
    ['for another URI', { fields: { uri: 'https://evil.example' } }],
    ['for a URI that begins like ours', { fields: { uri: 'http://127.0.0.1.evil.example' } }],
    ['for a URI of another scheme', { fields: { uri: 'ftp://127.0.0.1' } }],
    ['for another chain', { chainId: 1 }],
    ['for another address', { fields: { address: Wallet.createRandom().address } }],
    ['for a message that was altered', { alter: (text) => text.replace('costs nothing', 'costs a lot') }],
    ['for a message with another time', { alter: (text) => text.replace(/(Issued At: \d{3})\d/, '$19') }],
    ['when issued 10 minutes ago', { issuedAt: fromNow(-10 * MINUTE) }],
    ['when issued in 10 minutes', { issuedAt: fromNow(10 * MINUTE) }],
    ['when it has expired', { fields: { expirationTime: fromNow(-MINUTE).toISOString() } }],
    ['when it begins later', { fields: { notBefore: fromNow(60 * MINUTE).toISOString() } }],
  ];
  test.each(cases)('%s', async (_, options) => {
    const { answer } = await knock(app.url, options);
    expect(answer).toMatchObject({ status: 400, code: 1003, data: null });
    expect(answer.message).not.toBe('');
  });

  test('with the signature of another key', async () => {
    const [claimed, signer] = [Wallet.createRandom(), Wallet.createRandom()];
    expect((await sendSigned(textFor(claimed.address, await nonce()), signer)).code).toBe(1003);
  });

  test('with a nonce inserted after signing', async () => {
    const other = await nonce();
    const alter = (text: string) => text.replace(/Nonce: \w+/, `Nonce: ${other}`);
    expect((await knock(app.url, { alter })).answer.code).toBe(1003);
  });

  test('for any other text', async () => {
    for (const text of [
      'hello',
      '{"domain":"127.0.0.1"}',
      '\n\n\n',
      'x wants you to sign in',
      '界'.repeat(1000),
    ])
      expect(await sendSigned(text, Wallet.createRandom())).toMatchObject({ status: 400, code: 1003 });
  });

  test('with an invalid signature', async () => {
    for (const signature of [
      '0x00',
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      `0x${'6492'.repeat(16)}`,
    ]) {
      const message = textFor(Wallet.createRandom().address, await nonce());
      expect(await guest.call(LOGIN, { message, signature })).toMatchObject({ status: 400, code: 1003 });
    }
  });

  test('which uses its nonce up before the chain is asked, so that it is asked once', async () => {
    const message = textFor(Wallet.createRandom().address, await nonce());
    const questions = vi.fn(() => '0x00');
    // The node's questions about contract wallets name no contract.
    app.chain.memory.contracts.set('', questions);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => guest.call(LOGIN, { message, signature: '0x1234' })),
    );
    app.chain.memory.contracts.delete('');
    expect(questions).toHaveBeenCalledOnce();
    const codes = answers.map(({ code }) => code);
    expect([1003, 1004].map((code) => codes.filter((one) => one === code).length)).toEqual([1, 9]);
  });

  test('while four others are being checked, and tells when to come back', async () => {
    const busy = async () => {
      const message = textFor(Wallet.createRandom().address, await nonce());
      return guest.call(LOGIN, { message, signature: '0x1234' });
    };
    app.chain.memory.silent = true;
    const four = Array.from({ length: 4 }, busy);
    const fifth = await Promise.race([busy(), ...four]);
    app.chain.memory.silent = false;
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([503, '5']);
    for (const { code } of await Promise.all(four)) expect([1003, 503]).toContain(code);
  });

  test('without leaving an account behind', async () => {
    const { wallet } = await knock(app.url, { chainId: 1 });
    expect((await newcomer(app.url, { wallet })).isFirst).toBe(true);
  });
});

test('a nonce lives for ten minutes at most', async () => {
  const { nonce: theNonce, expiresAt } = await ask(guest, 'GET /api/auth/nonce', {});
  const life = Date.parse(expiresAt) - Date.parse((await ask(guest, 'GET /api/index', {})).serverTime);
  expect(life).toBeLessThanOrEqual(10 * MINUTE);
  await skip(app.url, 600);
  const wallet = Wallet.createRandom();
  expect((await sendSigned(textFor(wallet.address, theNonce), wallet)).code).toBe(1004);
});

test('after a skip a wallet may sign with real time or the moved clock, and with nothing in between', async () => {
  await skip(app.url, 20 * 60);
  const moved = Date.parse((await ask(guest, 'GET /api/index', {})).serverTime);
  const codeAt = async (time: number) => (await knock(app.url, { issuedAt: new Date(time) })).answer.code;
  expect(await codeAt(Date.now())).toBe(0);
  expect(await codeAt(moved)).toBe(0);
  expect(await codeAt((Date.now() + moved) / 2)).toBe(1003);
});
