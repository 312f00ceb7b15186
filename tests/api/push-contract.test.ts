/**
 * Reminders by Web Push: the key, subscriptions, and what a push service receives when cycles end. The tests share one
 * clock.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, wireLanguage } from '#contract/languages.ts';
import { LETTERS, expectReplayed } from '#tests/support/answers.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { timeAt } from '#tests/support/clock.ts';
import { type Client, client } from '#tests/support/http.ts';
import { DAY, VERIFIED_AT_ONCE, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { pointKey } from '#tests/support/push-message.ts';
import { type Device, type PushService, startPushService } from '#tests/support/push-service.ts';
import { malformedSubscriptions } from '#tests/support/push-samples.ts';
import * as reminders from '#tests/support/reminders.ts';

const { SILENCE_MS, SUBSCRIBE, TEST, owner, startCycle, arrives, remindedOf } = reminders;
const KEY = 'GET /api/push/key';

let app: App;
let service: PushService;
let guest: Client;

beforeAll(async () => {
  service = await startPushService();
  const env = { ...VERIFIED_AT_ONCE, NODE_EXTRA_CA_CERTS: service.caFile };
  app = await startApp({ withoutPage: true, env });
  guest = client(app.url);
});
afterAll(async () => {
  await app?.stop();
  await service?.stop();
});

describe('the key', () => {
  test('is a point on P-256 for anybody, whatever token is sent', async () => {
    const { publicKey } = await ask(guest, KEY, {});
    expect(publicKey).toMatch(/^[\w-]{87}$/);
    expect(() => pointKey(publicKey)).not.toThrow();
    expect((await guest.as('nonsense').call(KEY, {})).data.publicKey).toBe(publicKey);
  });
});

describe('a subscription', () => {
  test('needs a session; the outbox token is not enough', async () => {
    const { outboxToken } = await newcomer(app.url);
    const { subscription } = service.device();
    for (const api of [guest, guest.as(outboxToken), guest.as('nonsense')]) {
      for (const input of [{ subscription }, { subscription: null }])
        expect(await api.send(SUBSCRIBE, input)).toMatchObject({ status: 401, code: 401 });
      expect(await api.send(TEST, {})).toMatchObject({ status: 401, code: 401 });
    }
  });

  test('that is malformed is refused, and nothing is sent to it', async () => {
    const { api } = await newcomer(app.url);
    const { subscription } = service.device();
    for (const input of malformedSubscriptions(subscription))
      expect([input, await api.send(SUBSCRIBE, input)]).toMatchObject([input, { status: 400, code: 400 }]);
    expect(await api.send(TEST, {})).toMatchObject({ status: 404, code: 404 });
  });

  test('is signed and keyed like every call, and answered once', async () => {
    const { api } = await newcomer(app.url);
    const input = { subscription: service.device().subscription };
    expect((await api.send(SUBSCRIBE, input, { sign: 'f'.repeat(64) })).code).toBe(1001);
    expect((await api.send(SUBSCRIBE, input, { at: new Date(0) })).code).toBe(1002);
    expect((await api.send(SUBSCRIBE, input, { key: null })).code).toBe(400);
    expect((await api.send(TEST, {})).code).toBe(404);
    const key = randomUUID();
    expectReplayed(await Promise.all([0, 1, 2, 3].map(() => api.call(SUBSCRIBE, input, { key }))));
    expect((await api.call(SUBSCRIBE, { subscription: null }, { key })).code).toBe(409);
  });

  test('is tested with a message of its own, in its language, until it is removed', async () => {
    const person = await newcomer(app.url);
    const device = service.device();
    expect((await person.api.call(TEST, {})).code).toBe(404);
    await reminders.subscribe(person, device, { language: 'ja' });
    await ask(person.api, TEST, {});
    const { payload, headers } = await arrives(device);
    expect(payload).toMatchObject({ kind: 'test', url: '/#/pages/mining/index' });
    expect(payload.title + payload.body).toMatch(/[\p{Script=Hiragana}\p{Script=Katakana}]/u);
    expect(headers.urgency).toBe('high');
    const elsewhere = await newcomer(app.url, { wallet: person.wallet });
    expect((await elsewhere.api.call(TEST, {})).code).toBe(404);
    await ask(person.api, SUBSCRIBE, { subscription: null });
    expect((await person.api.call(TEST, {})).code).toBe(404);
    await ask(person.api, SUBSCRIBE, { subscription: null });
    expect(device.received).toHaveLength(1);
  });
});

describe('the end of a cycle', () => {
  const NAMES = [
    'ann',
    'leaver',
    'remover',
    'late',
    'giver',
    'gone',
    'lost',
    'busy',
    'down',
    'silent',
  ] as const;
  const OTHERS = ['moved', 'distant', 'sleeper', 'claimer', 'far', 'never'] as const;
  type Name = (typeof NAMES | typeof OTHERS)[number];
  const all = {} as Record<Name, reminders.Owner & { endsAt: number }>;
  const spoken: Device[] = [];
  let annsSecond: Device;
  let oldSession: Awaited<ReturnType<typeof newcomer>>;
  let oldDevice: Device;
  let [oldEnd, takersEnd] = [0, 0];

  const devices = () => Object.values(all).map(({ device }) => device);

  beforeAll(async () => {
    // A session of six and a half days, which ends before the cycle that is started in it.
    const old = await owner(app.url, service);
    [oldSession, oldDevice] = [old, old.device];
    await skip(app.url, 6.5 * DAY);

    const end = (await timeAt(app.url)) + DAY * 1000;
    const quiet = reminders.quietAround(end);
    const options: Partial<Record<Name, Partial<reminders.Quiet>>> = {
      sleeper: quiet,
      claimer: quiet,
      far: { ...quiet, timeZone: reminders.zoneWhere(end, 11) },
      never: { ...quiet, quiet: { ...quiet.quiet, to: quiet.quiet.from } },
    };
    const come = async (name: Name) => {
      all[name] = { ...(await owner(app.url, service, options[name])), endsAt: 0 };
    };
    await Promise.all([...NAMES, ...OTHERS].map(come));
    const { ann, late } = all;
    for (const language of LANGUAGES)
      spoken.push((await reminders.secondDevice(app.url, ann, service, wireLanguage(language))).device);
    annsSecond = (await reminders.secondDevice(app.url, ann, service)).device;
    await ask(late.api, SUBSCRIBE, { subscription: null });

    all.gone.device.answer({ status: 410 });
    all.lost.device.answer({ status: 404 });
    all.busy.device.answer({ status: 429, headers: { 'retry-after': '1' } }, { status: 201 });
    all.down.device.answer({ status: 503 });
    all.silent.device.answer('silent');
    all.moved.device.answer({ status: 307, headers: { location: `${service.origin}/elsewhere` } });
    all.distant.device.answer({ status: 503, headers: { 'retry-after': String(13 * 3600) } });

    oldEnd = await startCycle(oldSession);
    for (const person of Object.values(all)) person.endsAt = await startCycle(person);

    const taker = await newcomer(app.url);
    await verify(taker.api);
    takersEnd = await startCycle(taker);

    const { leaver, remover, giver } = all;
    await ask(leaver.api, 'POST /api/auth/logout', {});
    await ask(remover.api, SUBSCRIBE, { subscription: null });
    // In the middle of the cycle, and twice, as a page does at each start.
    for (const _ of [1, 2]) await reminders.subscribe(late, late.device);
    await reminders.subscribe(taker, giver.device);
    await skip(app.url, DAY - 600);
    await sleep(SILENCE_MS);
    expect(devices().flatMap(({ received }) => received)).toEqual([]);
    await skip(app.url, 601);
    await Promise.all([ann, late, giver].map(({ device }) => arrives(device)));
    await sleep(SILENCE_MS);
  });

  test('is sent once to each device of the account, encrypted for it and signed by the server', async () => {
    const { ann, late } = all;
    for (const { device, endsAt } of [ann, late, { device: annsSecond, endsAt: ann.endsAt }]) {
      expect(remindedOf(device)).toEqual([endsAt]);
      await reminders.expectReminder(app.url, await arrives(device), endsAt);
    }
    expect(service.strays).toEqual([]);
  });

  test('is announced in the language of the subscription', async () => {
    const words = spoken.map(({ received }) => received[0]?.payload);
    expect(new Set(words.map((each) => each?.body)).size).toBe(LANGUAGES.length);
    for (const [i, language] of LANGUAGES.entries()) expect(words[i]?.body).toMatch(LETTERS[language]);
    for (const device of spoken)
      await reminders.expectReminder(app.url, await arrives(device), all.ann.endsAt);
  });

  test('is not sent if the subscription was removed or the session signed out', () => {
    expect(remindedOf(all.remover.device)).toEqual([]);
    expect(remindedOf(all.leaver.device)).toEqual([]);
  });

  test('is sent to an app closed for so long that its session has expired', async () => {
    expect((await oldSession.api.call('GET /api/user/info', {})).code).toBe(401);
    expect(remindedOf(oldDevice)).toEqual([oldEnd]);
  });

  test('is sent to the last account that subscribed on a device, and to no other one there', () => {
    expect(remindedOf(all.giver.device)).toEqual([takersEnd]);
    expect(takersEnd).not.toBe(all.giver.endsAt);
  });

  test('waits for the end of quiet hours in their time zone', () => {
    const { sleeper, claimer, far, never } = all;
    expect(remindedOf(sleeper.device)).toEqual([]);
    expect(remindedOf(claimer.device)).toEqual([]);
    expect(remindedOf(never.device)).toEqual([never.endsAt]);
    expect(remindedOf(far.device)).toEqual([far.endsAt]);
  });

  test('is sent to the others while one service is silent, and follows no redirect', () => {
    expect(remindedOf(all.silent.device)).toEqual([all.silent.endsAt]);
    expect(remindedOf(all.moved.device)).toEqual([all.moved.endsAt]);
    expect(service.strays).toEqual([]);
  });

  test('removes a subscription that is gone', async () => {
    for (const { device, api, endsAt } of [all.gone, all.lost]) {
      expect(remindedOf(device)).toEqual([endsAt]);
      expect((await api.call(TEST, {})).code).toBe(404);
    }
  });

  test('is retried for a busy service when it says so', async () => {
    const { device, endsAt } = all.busy;
    await arrives(device, 2);
    expect(remindedOf(device)).toEqual([endsAt, endsAt]);
    expect(new Set(device.received.map(({ headers }) => headers.topic)).size).toBe(1);
  });

  test('is retried for a service that is down: after 30 s, then at doubling intervals, six times at most', async () => {
    const { device } = all.down;
    expect(device.received).toHaveLength(1);
    await skip(app.url, 30);
    for (const [i, seconds] of [60, 120, 240, 480].entries()) {
      await arrives(device, i + 2);
      await skip(app.url, seconds / 2);
      await skip(app.url, seconds / 2);
    }
    await arrives(device, 6);
    expect(device.received).toHaveLength(6);
    await skip(app.url, 2000);
  });

  test('is sent when the quiet hours are over, but not after the claim', async () => {
    const { claimer, sleeper } = all;
    await ask(claimer.api, 'POST /api/mining/claim', {});
    await skip(app.url, 2 * 3600);
    await reminders.expectReminder(app.url, await arrives(sleeper.device), sleeper.endsAt);
    await sleep(SILENCE_MS);
    expect(remindedOf(claimer.device)).toEqual([]);
    expect(all.down.device.received).toHaveLength(6);
  });

  test('is no longer sent half a day later', async () => {
    expect(remindedOf(all.distant.device)).toHaveLength(1);
    await skip(app.url, 12 * 3600);
    await sleep(SILENCE_MS);
    expect(remindedOf(all.distant.device)).toHaveLength(1);
    for (const { device, endsAt } of [all.ann, all.late, all.far, all.never, all.sleeper])
      expect(remindedOf(device)).toEqual([endsAt]);
  });
});
