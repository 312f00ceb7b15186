/**
 * The main journey on PostgreSQL, and two server processes that share one database: it does not matter which one
 * answers.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type App, startApp } from '#tests/support/app.ts';
import { expectSound, operate } from '#tests/support/command.ts';
import { emptyPlace, twoRoles } from '#tests/support/databases.ts';
import { client } from '#tests/support/http.ts';
import { MOST_SESSIONS } from '#rules/figures.ts';
import {
  DAY,
  UNLIMITED,
  ask,
  balance,
  expectOnce,
  kycFields,
  newUid,
  newcomer,
  skip,
  submit,
  verify,
} from '#tests/support/person.ts';

const [INDEX, START, CLAIM, BUY] = [
  'GET /api/mining/index',
  'POST /api/mining/claim1',
  'POST /api/mining/claim',
  'POST /api/mining/buy',
] as const;

let folder = '';
let place: Awaited<ReturnType<typeof emptyPlace>>;
let one: App;
let two: App;

const settings = () => ({
  ...UNLIMITED,
  ...twoRoles(place),
  KYC_AUTO_APPROVE_SECONDS: '0',
  // Processes that share documents share their key.
  DOCUMENT_KEY: '7'.repeat(64),
});

const startOne = () => startApp({ withoutPage: true, dataDir: join(folder, 'one'), env: settings() });

/** A server on the devnet of the first one. */
const startOnChain = (name: string, more: Record<string, string> = {}): Promise<App> =>
  startApp({ withoutPage: true, dataDir: join(folder, name), env: { ...settings(), ...more }, joins: one });

const startTwo = () => startOnChain('two');
/** What the ledger contains before any user. */
let seeds = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-app-'));
  place = await emptyPlace('postgres');
  one = await startOne();
  seeds = (await operate(one.dataDir, 'fund', 'list')).stdout;
  two = await startTwo();
});
afterAll(async () => {
  await two?.stop();
  await one?.stop();
  await place?.remove();
  await rm(folder, { recursive: true, force: true });
});

const guests = () => [client(one.url), client(two.url)] as const;

/** Moves the clock at one process and waits until the other has followed. */
async function wait(seconds: number): Promise<void> {
  await skip(one.url, seconds);
  const time = async (app: App) => Date.parse((await ask(client(app.url), 'GET /api/index', {})).serverTime);
  await vi.waitFor(async () => expect(Math.abs((await time(one)) - (await time(two)))).toBeLessThan(5000), {
    timeout: 15_000,
    interval: 100,
  });
}

/** One person with a client for each process. */
async function both() {
  const person = await newcomer(one.url);
  const [here, there] = guests();
  return { ...person, here: here.as(person.token), there: there.as(person.token) };
}

describe('on PostgreSQL', () => {
  test('health says so', async () => {
    for (const guest of guests())
      expect(await ask(guest, 'GET /api/health', {})).toMatchObject({
        ok: true,
        database: { ok: true, kind: 'postgres' },
        chain: { ok: true },
      });
  });

  test('a newcomer verifies, starts, waits, claims, invites and continues', async () => {
    const { api, user } = await newcomer(one.url);
    expect((await api.call(START, {})).code).toBe(1101);
    await verify(api);
    expect(await ask(api, START, {})).toMatchObject({ state: 'running', hashrate: '1200' });
    await skip(one.url, DAY);
    expect(await ask(api, CLAIM, {})).toMatchObject({ claimed: '12', state: 'expired' });
    expect(await balance(api)).toBe('12');
    const friend = await newcomer(one.url, { inviteCode: user.inviteCode });
    await verify(friend.api);
    expect(await ask(api, BUY, { method: 'invite' })).toMatchObject({
      state: 'pending_start',
      kind: 'permanent',
    });
    await vi.waitFor(async () => expect((await ask(api, INDEX, {})).hashrateBonus).toBe('120'), 10_000);
    await ask(api, START, {});
    await skip(one.url, DAY);
    expect(await ask(api, CLAIM, {})).toMatchObject({ claimed: '13.2', state: 'running' });
    expect(await balance(api)).toBe('25.2');
  });
});

describe('two processes on one database', () => {
  test('know each other’s sessions, and their end', async () => {
    const { here, there } = await both();
    expect((await ask(there, 'GET /api/user/info', {})).address).toBe(
      (await ask(here, 'GET /api/user/info', {})).address,
    );
    await ask(there, 'POST /api/auth/logout', {});
    expect((await here.call('GET /api/user/info', {})).code).toBe(401);
  });

  test('keep twenty sessions of an account, also when thirty are opened at once at both', async () => {
    const { wallet } = await newcomer(one.url);
    const people = await Promise.all(
      Array.from({ length: 30 }, (_, n) => newcomer(n % 2 === 0 ? one.url : two.url, { wallet })),
    );
    const answers = await Promise.all(
      people.map(({ token }, n) =>
        client(n % 2 === 0 ? two.url : one.url)
          .as(token)
          .call('GET /api/user/sessions', {}),
      ),
    );
    const open = answers.filter(({ code }) => code === 0);
    expect(open.length).toBeGreaterThanOrEqual(MOST_SESSIONS - 1);
    for (const { data } of open) expect(data.items).toHaveLength(MOST_SESSIONS);
  });

  test('allow a start at one and a claim at the other, once', async () => {
    const { here, there } = await both();
    await verify(there);
    await ask(here, START, {});
    expect((await there.call(START, {})).code).toBe(1202);
    await wait(DAY);
    const key = randomUUID();
    const answers = await Promise.all(
      [here, there, here, there, here, there].map((api) => api.call(CLAIM, {}, { key })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.data.claimed).toBe('12');
    expect(answers.filter(({ headers }) => !headers.has('idempotent-replay'))).toHaveLength(1);
    expect((await there.call(CLAIM, {})).code).toBe(1201);
    expect(await balance(here)).toBe('12');
    expect(await balance(there)).toBe('12');
  });

  test('credit one of many parallel claims to both', async () => {
    const people = await Promise.all([both(), both(), both()]);
    for (const { here } of people) {
      await verify(here);
      await ask(here, START, {});
    }
    await wait(DAY);
    await Promise.all(
      people.map(async ({ here, there }) => {
        const tries = Array.from({ length: 8 }, (_, i) => (i % 2 ? here : there).call(CLAIM, {}));
        expectOnce(await Promise.all(tries), 1201);
        expect(await balance(here)).toBe('12');
      }),
    );
    for (const { dataDir } of [one, two]) await expectSound(dataDir);
  });

  test('accept a nonce of either for a sign-in, once', async () => {
    const { nonce } = await ask(client(two.url), 'GET /api/auth/nonce', {});
    const { wallet, isFirst } = await newcomer(one.url, { fields: { nonce } });
    expect(isFirst).toBe(true);
    await expect(newcomer(two.url, { fields: { nonce } })).rejects.toThrow('1004');
    expect((await newcomer(two.url, { wallet })).isFirst).toBe(false);
  });

  test('accept an exchange UID once, whichever is asked', async () => {
    const [ann, ben] = await Promise.all([both(), both()]);
    const uid = newUid();
    expectOnce(
      await Promise.all([submit(ann.here, kycFields(uid)), submit(ben.there, kycFields(uid))]),
      1103,
    );
  });

  test('forward events of one account to each other', async () => {
    const { here, there, token } = await both();
    await verify(here);
    await ask(here, START, {});
    await wait(DAY);
    const abort = new AbortController();
    const stream = await fetch(`${two.url}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    let heard = '';
    const reading = (async () => {
      for await (const part of stream.body ?? []) heard += Buffer.from(part).toString();
    })().catch(() => undefined);
    await ask(here, CLAIM, {});
    await vi.waitFor(() => expect(heard).toMatch(/^event: balance$/m));
    expect(await balance(there)).toBe('12');
    abort.abort();
    await reading;
  });

  test(
    'start together on an empty database, and create everything once; a document needs the key it was encrypted with',
    { timeout: 90_000 },
    async () => {
      const empty = await emptyPlace('postgres');
      const env = { ...twoRoles(empty), KYC_AUTO_APPROVE_SECONDS: 'off' };
      const apps = await Promise.all(
        ['three', 'four', 'five'].map((name, i) =>
          startOnChain(name, { ...env, DOCUMENT_KEY: `${i}`.repeat(64) }),
        ),
      );
      for (const { url, dataDir } of apps) {
        expect(await ask(client(url), 'GET /api/health', {})).toMatchObject({ ok: true });
        expect((await operate(dataDir, 'fund', 'list')).stdout).toBe(seeds);
      }
      const [three, four] = apps as [App, App, App];
      await submit((await newcomer(three.url)).api);
      expect((await operate(three.dataDir, 'kyc', 'show', '1')).code).toBe(0);
      const shown = await operate(four.dataDir, 'kyc', 'show', '1');
      expect([shown.code, shown.stderr.split('\n').length]).toEqual([1, 2]);
      expect(shown.stderr).toContain('DOCUMENT_KEY');
      for (const app of apps) expect(await app.stop()).toBe(0);
      await empty.remove();
    },
  );

  // Last in the file: the devnet belongs to the first process.
  test('continue when one is killed, which finds everything when it comes back', async () => {
    const { here, there, token } = await both();
    await verify(here);
    await ask(there, START, {});
    await two.kill();
    expect((await ask(here, INDEX, {})).state).toBe('running');
    await skip(one.url, DAY);
    const key = randomUUID();
    const claimed = await here.call(CLAIM, {}, { key });
    two = await startTwo();
    const replay = await client(two.url).as(token).call(CLAIM, {}, { key });
    expect(replay.text).toBe(claimed.text);
    expect(claimed.data.claimed).toBe('12');
    expect(await balance(client(two.url).as(token))).toBe('12');
  });
});
