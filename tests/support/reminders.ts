/** Helpers for tests of Web Push reminders: people with devices, their cycles, and a check of each message. */
import { expect, vi } from 'vitest';
import { client } from '#tests/support/http.ts';
import { type Person, ask, newcomer, verify } from '#tests/support/person.ts';
import { vapidOf } from '#tests/support/push-message.ts';
import type { Device, PushService, Received } from '#tests/support/push-service.ts';

export const SUBSCRIBE = 'POST /api/push/subscription';
export const TEST = 'POST /api/push/test';
/** The sender checks every second and after each clock skip. A message that has not arrived after this time is not coming. */
export const SILENCE_MS = 1300;

export interface Quiet {
  readonly quiet: { readonly from: string; readonly to: string };
  readonly timeZone: string;
}

export interface Owner extends Person {
  readonly device: Device;
}

/** Subscribes a person's device. */
export async function subscribe(
  { api }: Pick<Person, 'api'>,
  device: Device,
  options: Partial<Quiet> & { readonly language?: string } = {},
): Promise<void> {
  const { language = 'en', ...quiet } = options;
  const answer = await api.call(SUBSCRIBE, { subscription: device.subscription, ...quiet }, { language });
  expect(answer, answer.text).toMatchObject({ status: 200, code: 0, data: {} });
}

/** Creates a verified person with a subscribed device. */
export async function owner(
  url: string,
  service: PushService,
  options: Parameters<typeof subscribe>[2] = {},
): Promise<Owner> {
  const person = await newcomer(url);
  const device = service.device();
  await Promise.all([subscribe(person, device, options), verify(person.api)]);
  return { ...person, device };
}

/** Opens another session for the same wallet, with its own device. */
export async function secondDevice(
  url: string,
  { wallet }: Pick<Person, 'wallet'>,
  service: PushService,
  language = 'en',
): Promise<Owner> {
  const person = await newcomer(url, { wallet });
  const device = service.device();
  await subscribe(person, device, { language });
  return { ...person, device };
}

/** Starts a cycle. @returns its end by the server's clock, in milliseconds since the epoch */
export async function startCycle({ api }: Pick<Person, 'api'>): Promise<number> {
  const { nextMiningTime } = await ask(api, 'POST /api/mining/claim1', {});
  return Date.parse(nextMiningTime ?? '');
}

/** Waits until a device has received `count` messages. @returns the last of them */
export const arrives = (device: Device, count = 1): Promise<Received> =>
  vi.waitFor(
    () => {
      expect(device.received.length).toBeGreaterThanOrEqual(count);
      return device.received[count - 1] as Received;
    },
    { timeout: 15_000, interval: 20 },
  );

/** End times of the cycles that a device was reminded of. */
export const remindedOf = ({ received }: Device) =>
  received.map(({ payload }) => new Date(payload.endsAt ?? '').getTime());

/** Checks a request against RFC 8030, 8188, 8291 and 8292, and the reminder's content. */
export async function expectReminder(url: string, message: Received, endsAt: number): Promise<void> {
  const { method, headers, payload, at } = message;
  expect(method).toBe('POST');
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'high' });
  expect(headers.topic).toMatch(/^[\w-]{1,32}$/);
  const { header, claims, publicKey } = vapidOf(headers);
  expect(header.alg).toBe('ES256');
  expect(claims.aud).toBe(`https://${headers.host}`);
  expect(claims.sub).toMatch(/^(mailto:.+@.+|https:\/\/.+)/);
  // By the push service's clock, which demo mode cannot move.
  expect(claims.exp * 1000).toBeGreaterThan(at);
  expect(claims.exp * 1000).toBeLessThanOrEqual(at + 86_400_000);
  expect(publicKey).toBe((await ask(client(url), 'GET /api/push/key', {})).publicKey);
  expect(new Date(payload.endsAt ?? '').getTime()).toBe(endsAt);
  expect(payload).toMatchObject({
    kind: 'miner',
    tag: `miner-${endsAt}`,
    url: '/#/pages/mining/index',
  });
  for (const words of [payload.title, payload.body]) {
    expect(words.trim()).not.toBe('');
    expect(words).not.toMatch(/[!！{}]|undefined|null|NaN/);
  }
}

/** A time zone in which the moment `ms` falls in the given hour. */
export function zoneWhere(ms: number, hour: number): string {
  const ahead = (hour - new Date(ms).getUTCHours() + 24) % 24;
  // Etc names invert the sign: Etc/GMT-9 is nine hours ahead of UTC.
  return ahead > 12 ? `Etc/GMT+${24 - ahead}` : `Etc/GMT-${ahead}`;
}

/** Quiet hours across midnight, from one hour before a moment to two hours after it. */
export function quietAround(ms: number): Quiet {
  const minutes = String(new Date(ms).getUTCMinutes()).padStart(2, '0');
  return { quiet: { from: `22:${minutes}`, to: `01:${minutes}` }, timeZone: zoneWhere(ms, 23) };
}
