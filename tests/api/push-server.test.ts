/**
 * Reminders of a running server: what reaches a push service on this machine, what is refused, and when sending
 * stops.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { minerText, testText } from '#server/features/push/push.words.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { operate } from '#tests/support/command.ts';
import { client } from '#tests/support/http.ts';
import { DAY, UNLIMITED, ask, issuePaths, newcomer, skip, verify } from '#tests/support/person.ts';
import { newVapidKeys } from '#tests/support/push-message.ts';
import { newBrowser, openVapid, startPushService } from '#tests/support/push.ts';

const SUBSCRIBE = 'POST /api/push/subscription';
const TEST = 'POST /api/push/test';

/** The operator's own keys, instead of those that a server generates. */
const KEYS = newVapidKeys();

let service: Awaited<ReturnType<typeof startPushService>>;
let app: App;

beforeAll(async () => {
  service = await startPushService();
  const env = { ...UNLIMITED, ...KEYS, KYC_AUTO_APPROVE_SECONDS: '0', NODE_EXTRA_CA_CERTS: service.ca };
  app = await startApp({ withoutPage: true, env });
});
afterAll(async () => {
  await app?.stop();
  service?.close();
});

/** A user with a device that the push service knows under this path. */
async function withDevice(path: string, language = 'en') {
  const person = await newcomer(app.url);
  const browser = await newBrowser(service.url + path);
  expect(
    await person.api.call(SUBSCRIBE, { subscription: browser.subscription }, { language }),
  ).toMatchObject({ code: 0 });
  /** The first message that arrives. */
  const first = async () => {
    await vi.waitFor(() => expect(service.at(path)).not.toEqual([]), { timeout: 10_000, interval: 50 });
    const { headers, body } = service.at(path)[0] ?? expect.fail();
    return { headers, message: await browser.open(body) };
  };
  return { ...person, ...browser, path, first };
}

test('the end of a cycle is announced in the language of the device, signed with the key that it subscribed with', async () => {
  const [thai, other, left] = [
    await withDevice('/thai', 'th'),
    await withDevice('/other'),
    await withDevice('/left'),
  ];
  for (const { api } of [thai, other, left]) {
    await verify(api);
    await ask(api, 'POST /api/mining/claim1', {});
  }
  const { nextMiningTime } = await ask(thai.api, 'GET /api/mining/index', {});
  // One device has unsubscribed, another has signed out.
  await ask(other.api, SUBSCRIBE, { subscription: null });
  await ask(left.api, 'POST /api/auth/logout', {});
  await skip(app.url, DAY);

  const endsAt = Date.parse(String(nextMiningTime));
  const { headers, message } = await thai.first();
  expect(message).toEqual({
    kind: 'miner',
    endsAt,
    ...minerText(toUnits('12'), 'th'),
    lang: 'th',
    tag: `miner-${endsAt}`,
    url: '/#/pages/mining/index',
  });
  expect(headers).toMatchObject({
    ...{ ttl: '43200', urgency: 'high', topic: `miner-${endsAt}` },
    ...{ 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' },
  });
  const { key, claims } = await openVapid(headers.authorization);
  expect(key).toBe(KEYS.VAPID_PUBLIC_KEY);
  expect((await ask(client(app.url), 'GET /api/push/key', {})).publicKey).toBe(key);
  const now = Date.now() / 1000;
  expect(claims).toMatchObject({ aud: service.url, sub: KEYS.VAPID_SUBJECT });
  expect(claims['exp']).toSatisfy((exp: number) => exp > now && exp <= now + DAY);

  const status = () => operate(app.dataDir, 'push', 'status');
  await vi.waitFor(async () => expect((await status()).stdout).toMatch(/^1 device, 0 reminders wait,/));
  expect((await status()).stdout).toMatch(/: 1 sent$/m);
  expect([...service.at('/other'), ...service.at('/left')]).toEqual([]);
  expect(service.at('/thai')).toHaveLength(1);
});

describe('a test', () => {
  test('comes at once, and once in 10 seconds', async () => {
    const { api, first } = await withDevice('/test', 'ja');
    const both = await Promise.all([api.call(TEST, {}), api.call(TEST, {})]);
    const [sent, again] = both.toSorted((a, b) => a.code - b.code);
    expect(sent?.code).toBe(0);
    expect(again).toMatchObject({ code: 429, status: 429 });
    const { message, headers } = await first();
    expect(message).toEqual({
      kind: 'test',
      ...testText('ja'),
      tag: 'push-test',
      url: '/#/pages/mining/index',
    });
    expect(headers['topic']).toBe('push-test');
    expect(Number(again?.headers.get('retry-after'))).toSatisfy((s: number) => s >= 1 && s <= 10);
    expect(service.at('/test')).toHaveLength(1);
  });

  test('of a session without a device is 404, even if the account has another one', async () => {
    const { wallet } = await withDevice('/elsewhere');
    const { api } = await newcomer(app.url, { wallet });
    expect(await api.call(TEST, {})).toMatchObject({ code: 404 });
    expect(service.at('/elsewhere')).toEqual([]);
  });

  test('is 404 if the service no longer knows the device, which is then removed', async () => {
    const { api } = await withDevice('/gone');
    service.answer('/gone', 410);
    expect(await api.call(TEST, {})).toMatchObject({ code: 404 });
    expect(await api.call(TEST, {})).toMatchObject({ code: 404 });
    expect(service.at('/gone')).toHaveLength(1);
  });

  test('is 503 if the service refuses it, with a log entry without the device’s secret', async () => {
    const { api, path } = await withDevice('/full/secret-of-the-device');
    service.answer(path, 500);
    expect(await api.call(TEST, {})).toMatchObject({ code: 503 });
    expect(app.logs()).toContain('a push service refused');
    expect(app.logs()).not.toContain('secret-of-the-device');
  });
});

describe('a subscription', () => {
  const send = async (change: (subscription: Record<string, unknown>) => object, more: object = {}) => {
    const { api } = await newcomer(app.url);
    const { subscription } = await newBrowser('https://push.example/a');
    const answer = await api.send(SUBSCRIBE, { subscription: change(subscription), ...more });
    return { ...answer, paths: issuePaths(answer) };
  };

  test('is refused with everything that is wrong with it', async () => {
    const keys = { p256dh: 'BAAA', auth: 'AAAA' };
    const wrong = await send((s) => ({ ...s, endpoint: 'http://push.example/', keys }));
    expect(wrong).toMatchObject({
      code: 400,
      paths: ['subscription.endpoint', 'subscription.keys.p256dh', 'subscription.keys.auth'],
    });
    expect(await send((s) => ({ ...s, endpoint: 'nowhere' }))).toMatchObject({ code: 400 });
    expect(await send((s) => ({ ...s, keys: {} }))).toMatchObject({ code: 400 });
  });

  test('has quiet hours in an existing time zone', async () => {
    const quiet = { from: '22:00', to: '07:00' };
    expect(await send((s) => s, { quiet, timeZone: 'Asia/Bangkok' })).toMatchObject({ code: 0 });
    expect(await send((s) => s, { quiet, timeZone: 'Asia/Nowhere' })).toMatchObject({ paths: ['timeZone'] });
    expect(await send((s) => s, { quiet })).toMatchObject({ paths: ['timeZone'] });
    expect(await send((s) => s, { quiet: { from: '24:00', to: '07:00' } })).toMatchObject({
      paths: ['quiet.from'],
    });
  });

  test('moves to the account that registers it last', async () => {
    const first = await withDevice('/shared');
    const second = await newcomer(app.url);
    await ask(second.api, SUBSCRIBE, { subscription: first.subscription });
    expect(await first.api.call(TEST, {})).toMatchObject({ code: 404 });
    await ask(second.api, TEST, {});
    expect(service.at('/shared')).toHaveLength(1);
  });
});

test('a server stops in time while a push service is silent', async () => {
  const { api } = await withDevice('/silent');
  service.answer('/silent', 0);
  await verify(api);
  await ask(api, 'POST /api/mining/claim1', {});
  await skip(app.url, DAY);
  await vi.waitFor(() => expect(service.at('/silent')).toHaveLength(1), { timeout: 10_000, interval: 50 });
  expect(await app.stop()).toBe(0);
});
