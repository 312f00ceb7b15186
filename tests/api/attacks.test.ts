/** The short form of `npm run attack`: a server in this process, one seed, and the attacks that take seconds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter } from '#tests/security/cast.ts';
import { fuzz } from '#tests/security/fuzz.ts';
import { walkObjects } from '#tests/security/objects.ts';
import { multiplySessions } from '#tests/security/sessions.ts';
import { signIns } from '#tests/security/siwe.ts';
import { exhaustStreams } from '#tests/security/streams.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { VERIFIED_AT_ONCE } from '#tests/support/person.ts';

let app: LocalApp;

beforeAll(async () => {
  app = await openApp({ ...VERIFIED_AT_ONCE, TRUST_PROXY: 'on' });
});
afterAll(() => app?.stop());

test('a thousand requests, valid and broken, find nothing but replies of the contract', async () => {
  const { problems, codes } = await fuzz(app, { requests: 1000, seed: 1 });
  expect(problems).toEqual([]);
  expect(codes['0']).toBeGreaterThan(100);
});

test('of hundreds of sign-in messages only the right ones sign in', async () => {
  const { problems, refused } = await signIns(app);
  expect(problems).toEqual([]);
  expect(refused).toBeGreaterThan(400);
});

test('no account is told or changes anything by the ids of another', async () => {
  const { problems, requests } = await walkObjects(app);
  expect(problems).toEqual([]);
  expect(requests).toBeGreaterThan(1000);
});

test('a guest and an account get few event streams, and others get theirs', async () => {
  const { problems } = await exhaustStreams(app, await enter(app), await enter(app), 100);
  expect(problems).toEqual([]);
});

test('an account has a bounded number of sessions, the newest ones', async () => {
  const { problems } = await multiplySessions(app, 25);
  expect(problems).toEqual([]);
});
