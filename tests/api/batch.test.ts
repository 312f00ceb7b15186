// Several reads in one request: each is answered as if sent on its own, whoever asks, and counts towards the request
// limits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_BATCH } from '#contract/system.ts';
import { client, type Client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { VERIFIED_AT_ONCE, newcomer } from '#tests/support/person.ts';

interface Reply {
  code: number;
  message: string;
  data: unknown;
}

let app: LocalApp;
let guest: Client;
let member: Client;
beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  guest = client(app.url);
  member = (await newcomer(app.url)).api;
});
afterAll(() => app.stop());

async function batch(who: Client, paths: readonly string[], language = 'en'): Promise<Reply[]> {
  const answer = await who.call('GET /api/batch', { calls: paths.join(' ') }, { language });
  expect(answer.code).toBe(0);
  return answer.data.replies;
}

const codes = (replies: readonly Reply[]) => replies.map(({ code }) => code);

test('every reply is what the read gets by itself, in the language of the request', async () => {
  const paths = [
    '/api/user/info',
    '/api/mining/config',
    '/api/assets/records?category=mining&limit=3',
    '/api/article/list?search=trial%20miner&limit=2',
    '/api/article/list?limit=2&search=miner?',
    '/api/links',
  ];
  for (const language of ['en', 'th']) {
    const alone: unknown[] = [];
    for (const path of paths) {
      const { pathname: address, searchParams } = new URL(path, 'http://localhost');
      const input = Object.fromEntries(searchParams);
      const { code, message, data } = await member.send(`GET ${address}` as never, input, { language });
      alone.push({ code, message, data });
    }
    expect(await batch(member, paths, language)).toEqual(alone);
  }
});

test('one refused read leaves the others alone', async () => {
  const replies = await batch(guest, [
    '/api/kyc',
    '/api/user/info',
    '/api/nothing',
    '/api/links?x=1',
    '/api/links',
  ]);
  expect(codes(replies)).toEqual([0, 401, 404, 400, 0]);
  expect(replies[1]?.message).toBe((await guest.call('GET /api/user/info', {})).message);
});

test('only reads that answer with an envelope are in a batch', async () => {
  const others = [
    '/api/batch?calls=/api/kyc',
    '/api/events',
    '/api/openapi.json',
    '/api/assets/export',
    '/api/auth/logout',
    '/api/kyc/../kyc',
    '/api/KYC',
  ];
  expect(codes(await batch(member, others))).toEqual(others.map(() => 404));
});

test('a batch is a list of paths, and no longer than allowed', async () => {
  const kyc = Array.from({ length: MAX_BATCH }, () => '/api/kyc');
  expect(codes(await batch(guest, kyc))).toEqual(kyc.map(() => 0));
  for (const calls of [[...kyc, '/api/kyc'].join(' '), '', '/api/kyc  /api/kyc', 'https://elsewhere/api/kyc'])
    expect((await guest.call('GET /api/batch', { calls })).code).toBe(400);
});

test('a session that has ended refuses the whole batch', async () => {
  const stranger = guest.as('A'.repeat(43));
  expect((await stranger.call('GET /api/batch', { calls: '/api/kyc /api/links' })).code).toBe(401);
});

test('each read of a batch counts for the request limits, sign-in calls for theirs', async () => {
  const limited = await openApp({ RATE_LIMIT: '10', RATE_LIMIT_SIGN_IN: '3' });
  try {
    const api = client(limited.url);
    // More than twice the limits: if a minute ends meanwhile, the limits are reached before or after that.
    const nonces = Array.from({ length: 8 }, () => '/api/auth/nonce');
    const signIns = codes(await batch(api, nonces));
    const others = codes(
      await batch(
        api,
        Array.from({ length: 30 }, () => '/api/kyc'),
      ),
    );
    for (const answered of [signIns, others]) expect(new Set(answered)).toEqual(new Set([0, 429]));
  } finally {
    await limited.stop();
  }
});
