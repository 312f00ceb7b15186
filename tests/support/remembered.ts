/** A device that stays signed in: a key that cannot be exported, as a page keeps it. */
import type { Output } from '#contract';
import { type Client, client } from '#tests/support/http.ts';
import { ask } from '#tests/support/person.ts';

export interface Device {
  readonly id: string;
  readonly key: CryptoKey;
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' };

export async function newKey() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { key: privateKey, publicKey: { kty: 'EC' as const, crv: 'P-256' as const, x, y } };
}

/** Keeps the caller signed in on a new device. */
export async function remember(api: Client, name = 'Firefox on Linux'): Promise<Device> {
  const { key, publicKey } = await newKey();
  const { deviceId } = await ask(api, 'POST /api/auth/device', { publicKey, name });
  return { id: deviceId, key };
}

export async function signatureOf(key: CryptoKey, challenge: string): Promise<string> {
  const bytes = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Buffer.from(challenge));
  return Buffer.from(bytes).toString('base64url');
}

export const challengeFor = async (url: string, deviceId: string): Promise<string> =>
  (await ask(client(url), 'GET /api/auth/challenge', { deviceId })).challenge;

/** What a reopened app sends. */
export async function resumeInput(url: string, { id, key }: Device) {
  const challenge = await challengeFor(url, id);
  return { deviceId: id, challenge, signature: await signatureOf(key, challenge) };
}

export async function resumed(url: string, device: Device): Promise<Output<'POST /api/auth/resume'>> {
  return ask(client(url), 'POST /api/auth/resume', await resumeInput(url, device));
}
