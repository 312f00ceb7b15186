// Staying signed in on this device: a key that nobody can read out, in IndexedDB, signs the server's challenges instead
// of the wallet. Loaded when it is needed.
import type { CallName, Input, Output } from '#contract';
import { CODES } from '#contract/codes.ts';
import { wireLanguage } from '#contract/languages.ts';
import { base64urlOf } from '#lib/base64url.ts';
import { kvDeleteMany, kvGet, kvSet } from '#lib/kv.ts';
import { currentLanguage } from '#lib/locale.ts';
import { DEVICE, deviceAtom, keepDevice, ownDevice, startSession, tokenAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { call } from './client.ts';
import { isRefusal, refusal, reportExpired, transportError } from './errors.ts';
import { forgetAbsent } from './last.ts';
import { forgetOutboxToken, storeOutboxToken } from './outbox.ts';
import { remember } from './queries.ts';
import { request } from './request.ts';

/** ECDSA over P-256 with SHA-256 (RFC 7518, section 3.4). */
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };
/** Our own server should answer fast. */
const TIMEOUT_MS = 15_000;

export interface StoredKey {
  id: string;
  key: CryptoKey;
}

type PublicKey = Input<'POST /api/auth/device'>['publicKey'];

/** A new key of this device: the private half cannot be exported. */
export async function newKey(): Promise<{ key: CryptoKey; publicKey: PublicKey }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { key: privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } };
}

const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'Mac'],
  ['CrOS', 'Chromebook'],
  ['Linux', 'Linux'],
] as const;

/** "Chrome · Android": what a list of devices calls this one. Names of products are the same in every language. */
export function deviceName(agent: string): string {
  const named = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => agent.includes(mark))?.[1];
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(' · ') || 'Browser';
}

/**
 * Right after a sign-in: keeps this device signed in, or stops doing so. @throws ApiError, or what the browser throws
 */
export async function chooseToStay(address: string, stay: boolean): Promise<void> {
  const before = read(deviceAtom);
  keepDevice(null);
  if (before?.address === address)
    await call('POST /api/user/devices/end', { id: before.id }).catch(() => undefined);
  if (!stay) {
    await kvDeleteMany([DEVICE]).catch(() => undefined);
    // What was kept so far gives way to what this window keeps from now on.
    return forgetAbsent((account) => account !== address.toLowerCase()).catch(() => undefined);
  }
  const { key, publicKey } = await newKey();
  // Some browsers refuse to store a key: better to find out before the server knows it.
  await kvSet(DEVICE, { id: '', key } satisfies StoredKey);
  const asked = { publicKey, name: deviceName(navigator.userAgent) };
  const { deviceId: id } = await call('POST /api/auth/device', asked);
  await kvSet(DEVICE, { id, key } satisfies StoredKey);
  // For the same account, the lock stays.
  keepDevice({ id, address, lock: before?.address === address ? before.lock : undefined });
}

async function ask<K extends CallName>(name: K, input: Input<K> & object): Promise<Output<K>> {
  const lang = wireLanguage(currentLanguage());
  const reply = await request(name, input, { lang, timeoutMs: TIMEOUT_MS });
  if (typeof reply === 'string') throw transportError(reply);
  if (reply.code === 0) return reply.data as Output<K>;
  const error = refusal(reply.code, reply.message, reply.data);
  error.retryAfterMs = reply.retryAfterMs;
  throw error;
}

async function sign(key: CryptoKey, text: string): Promise<string> {
  const bytes = await crypto.subtle.sign(SIGNATURE, key, new TextEncoder().encode(text));
  return base64urlOf(new Uint8Array(bytes));
}

/**
 * Makes one try to sign in with a key. The challenge also teaches the server's time, which the signed call needs.
 */
export async function proved({ id, key }: StoredKey): Promise<Output<'POST /api/auth/resume'>> {
  const { challenge } = await ask('GET /api/auth/challenge', { deviceId: id });
  return ask('POST /api/auth/resume', { deviceId: id, challenge, signature: await sign(key, challenge) });
}

export async function begin({ token, outboxToken, user }: Output<'POST /api/auth/resume'>): Promise<void> {
  // First: what is asked before a session begins is asked as a guest.
  startSession(token, { address: user.address });
  remember('GET /api/user/info', user);
  await storeOutboxToken({ token: outboxToken, address: user.address });
}

async function resumeOnce(): Promise<void> {
  const device = read(deviceAtom);
  if (!device || !ownDevice()) throw transportError('aborted');
  try {
    // A store that does not answer is worth another try, like a server that does not.
    const stored = await kvGet<StoredKey>(DEVICE).catch(() => {
      throw transportError('timeout');
    });
    // The browser has lost the key: the device has ended, as it has for the server after 30 days.
    if (stored?.id !== device.id) throw refusal(CODES.device_unknown.code, '', null);
    const login = await proved(stored).catch((error: unknown) => {
      // Another tab may have been faster with an old challenge, or it expired on the way.
      if (isRefusal(error, 'bad_nonce')) return proved(stored);
      throw error;
    });
    if (read(deviceAtom)?.id !== device.id || !ownDevice() || read(tokenAtom) !== '')
      throw transportError('aborted');
    await begin(login);
  } catch (error) {
    if (isRefusal(error, 'device_unknown') && read(deviceAtom)?.id === device.id) {
      keepDevice(null);
      write(tokenAtom, null);
      void forgetOutboxToken(device.address.toLowerCase());
      reportExpired(error);
    }
    throw error;
  }
}

let resuming: Promise<void> | undefined;

/**
 * Resumes this tab's session with the device's key, once for all who wait for it.
 * @throws ApiError as a call does; device_unknown once the device has ended, which ends the session on this page
 */
export const resume = (): Promise<void> => (resuming ??= resumeOnce().finally(() => (resuming = undefined)));
