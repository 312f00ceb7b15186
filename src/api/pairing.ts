// Signing this device in with a code that another device shows, instead of a wallet. Loaded when needed.
import { kvDeleteMany, kvSet } from '#lib/kv.ts';
import { DEVICE, keepDevice } from '#lib/session.ts';
import { call } from './client.ts';
import { begin, deviceName, newKey, proved, type StoredKey } from './device.ts';
import { isRefusal } from './errors.ts';
import { forgetAnswers } from './queries.ts';

/** Stores a key just long enough to know that the browser can; some refuse. */
async function tryToStore(key: CryptoKey): Promise<void> {
  const name = 'device.new';
  await kvSet(name, key);
  await kvDeleteMany([name]);
}

/** A device that has entered a code and waits for the other one. */
export interface Joining extends StoredKey {
  /** The name shown on the other device. */
  name: string;
}

/** Enters a code. @throws ApiError, or whatever a browser that stores no keys throws */
export async function join(code: string): Promise<Joining> {
  const { key, publicKey } = await newKey();
  await tryToStore(key);
  const name = deviceName(navigator.userAgent);
  const { pairing } = await call('POST /api/auth/pair/join', { code, publicKey, name });
  return { id: pairing, key, name };
}

/**
 * Signs in if the other device has confirmed it. `wanted` says whether somebody still waits.
 * @throws ApiError, or what the browser throws
 */
export async function tryJoined({ id, key }: Joining, wanted: () => boolean): Promise<boolean> {
  try {
    const login = await proved({ id, key });
    if (!wanted()) return false;
    await kvSet(DEVICE, { id, key } satisfies StoredKey);
    forgetAnswers();
    keepDevice({ id, address: login.user.address });
    await begin(login);
    return true;
  } catch (error) {
    if (isRefusal(error, 'device_unknown')) return false;
    throw error;
  }
}
