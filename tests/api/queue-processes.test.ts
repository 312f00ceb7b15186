/**
 * What is sent in the background, with two servers on one database, either of which may die: queued actions with the
 * outbox token, and reminders, each once.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectReplayed } from '#tests/support/answers.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { history } from '#tests/support/bank.ts';
import { timeAt } from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { emptyPlace } from '#tests/support/databases.ts';
import { client } from '#tests/support/http.ts';
import { DAY, UNLIMITED, type Person, ask, balance, newcomer, skip, verify } from '#tests/support/person.ts';
import { newVapidKeys } from '#tests/support/push-message.ts';
import { type PushService, startPushService } from '#tests/support/push-service.ts';
import * as reminders from '#tests/support/reminders.ts';

const [START, CLAIM, INDEX] = [
  'POST /api/mining/claim1',
  'POST /api/mining/claim',
  'GET /api/mining/index',
] as const;

let folder = '';
let place: Awaited<ReturnType<typeof emptyPlace>>;
let service: PushService;
const vapid = newVapidKeys();
let one: App;
let two: App;

async function launch(name: string, joins?: App): Promise<App> {
  const env = {
    ...UNLIMITED,
    DATABASE_URL: place.databaseUrl ?? '',
    KYC_AUTO_APPROVE_SECONDS: '0',
    // Servers on one database share their keys for encryption and signatures.
    DOCUMENT_KEY: '7'.repeat(64),
    ...vapid,
    NODE_EXTRA_CA_CERTS: service.caFile,
  };
  return startApp({ withoutPage: true, dataDir: join(folder, name), env, ...(joins && { joins }) });
}

beforeAll(async () => {
  [folder, place, service] = await Promise.all([
    mkdtemp(join(tmpdir(), 'adit-app-')),
    emptyPlace('postgres'),
    startPushService(),
  ]);
  one = await launch('one');
  two = await launch('two', one);
});
afterAll(async () => {
  await two?.stop();
  await one?.stop();
  await service?.stop();
  await place?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Moves the clock at one server and waits until the other has followed. */
async function wait(seconds: number): Promise<void> {
  await skip(one.url, seconds);
  const together = async () =>
    expect(Math.abs((await timeAt(one.url)) - (await timeAt(two.url)))).toBeLessThan(5000);
  await vi.waitFor(together, { timeout: 15_000, interval: 100 });
}

async function verified(): Promise<Person> {
  const person = await newcomer(one.url);
  await verify(person.api);
  return person;
}

/** The worker's connections to both servers, and the page's. */
const ways = ({ token, outboxToken }: Person) =>
  [one, two].flatMap(({ url }) => [client(url).as(outboxToken), client(url).as(token)]);

describe('a queued action', () => {
  test('is carried out once, whoever sends it, with either token and to either server', async () => {
    const person = await verified();
    const other = await verified();
    const [start, claim] = [randomUUID(), randomUUID()];
    expectReplayed(await Promise.all(ways(person).map((api) => api.call(START, {}, { key: start }))));
    // A key belongs to one account: the same key of another account is another action.
    expect(await other.api.call(START, {}, { key: start })).toMatchObject({ code: 0 });
    await wait(DAY);
    const all = [...ways(person), ...ways(person)];
    expectReplayed(await Promise.all(all.map((api) => api.call(CLAIM, {}, { key: claim }))));
    expect(await balance(person.api)).toBe('12');
    const stake = randomUUID();
    const sent = await Promise.all(
      all.map((api) => api.call('POST /api/stake/stake', { amount: '10' }, { key: stake })),
    );
    expectReplayed(sent);
    const [worker] = ways(person);
    expect(await worker?.call('POST /api/stake/stake', { amount: '11' }, { key: stake })).toMatchObject({
      code: 409,
    });
    await wait(DAY);
    const id = sent[0]?.data.id ?? '';
    const unstake = randomUUID();
    // A day later the worker's token still works, and the old keys still get the same answers.
    expectReplayed(
      await Promise.all(all.map((api) => api.call('POST /api/stake/unstake', { id }, { key: unstake }))),
    );
    expect(await worker?.call(CLAIM, {}, { key: claim })).toMatchObject({ code: 0, data: { claimed: '12' } });
    expect(await balance(person.api)).toBe('12.01');
    const rows = (await history(person.api)).map(({ amount }) => amount);
    expect(rows.toSorted()).toEqual(['-10', '0.01', '10', '12'].toSorted());
  });

  test('is carried out once by the other server if the first is killed in the middle of it', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, verified));
    await Promise.all(people.map(({ api }) => ask(api, START, {})));
    await wait(DAY);
    const queued = people.map((person) => ({ person, key: randomUUID() }));
    const send = (url: string, { person, key }: (typeof queued)[number]) =>
      client(url).as(person.outboxToken).call(CLAIM, {}, { key });
    // They reach the server one by one, so that its end hits some of them at every step.
    const sent = queued.map(async (each, i) => {
      await sleep(3 * i);
      return send(two.url, each).catch(() => undefined);
    });
    await sleep(18);
    await two.kill();
    const answered = await Promise.all(sent);
    for (const [i, each] of queued.entries()) {
      const again = await send(one.url, each);
      expect(again).toMatchObject({ code: 0, data: { claimed: '12' } });
      if (answered[i]) expect(again.text).toBe(answered[i].text);
      expect((await send(one.url, each)).text).toBe(again.text);
      expect(await balance(each.person.api)).toBe('12');
    }
    await expectSound(one.dataDir);
    two = await launch('two', one);
  });

  test('is refused with a signed-out token, at both servers', async () => {
    const person = await verified();
    await ask(person.api, 'POST /api/auth/logout', {});
    for (const api of ways(person))
      expect(await api.call(START, {})).toMatchObject({ status: 401, code: 401 });
    const { api } = await newcomer(one.url, { wallet: person.wallet });
    expect(await ask(api, INDEX, {})).toMatchObject({ state: 'pending_start' });
  });
});

/** A server's lease on a reminder lasts half a minute of real time; the test does not wait for that. */
async function endLeases(): Promise<void> {
  const database = new pg.Client(place.databaseUrl);
  await database.connect();
  await database.query(`update push_deliveries set leased_until = leased_until - interval '1 minute'`);
  await database.end();
}

describe('a reminder', () => {
  test('is sent once by two servers, whichever took the subscription', async () => {
    const owners = await Promise.all(
      Array.from({ length: 16 }, (_, i) => reminders.owner([one, two][i % 2]?.url ?? '', service)),
    );
    const ends = await Promise.all(owners.map(reminders.startCycle));
    await wait(DAY);
    await Promise.all(owners.map(({ device }) => reminders.arrives(device)));
    await sleep(reminders.SILENCE_MS);
    expect(owners.map(({ device }) => reminders.remindedOf(device))).toEqual(ends.map((end) => [end]));
    for (const [i, { device }] of owners.entries())
      await reminders.expectReminder(one.url, await reminders.arrives(device), ends[i] ?? 0);
  });

  // Last in the file: the second server does not come back.
  test('that both servers died over is sent when one is back, under the same topic', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => reminders.owner(one.url, service)));
    for (const { device } of owners) device.answer('silent', { status: 201 });
    const ends = await Promise.all(owners.map(reminders.startCycle));
    await wait(DAY);
    await Promise.all(owners.map(({ device }) => reminders.arrives(device)));
    await Promise.all([one.kill(), two.kill()]);
    await endLeases();
    one = await launch('one');
    await Promise.all(owners.map(({ device }) => reminders.arrives(device, 2)));
    await sleep(reminders.SILENCE_MS);
    for (const [i, { device }] of owners.entries()) {
      expect(reminders.remindedOf(device)).toEqual([ends[i], ends[i]]);
      expect(new Set(device.received.map(({ headers }) => headers.topic)).size).toBe(1);
    }
  });
});
