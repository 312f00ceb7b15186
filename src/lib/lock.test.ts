// When a window is asked again, and what a device without a lock is spared.
import { i18n } from '@lingui/core';
import { afterEach, expect, test, vi } from 'vitest';
import { AWAY_MS, canLock, isBackSoon, isHolder, turnLockOff, turnLockOn } from './lock.ts';
import { deviceAtom, endSession, keepDevice, ownDevice, startSession } from './session.ts';
import { local } from './storage.ts';
import { read } from './store.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const DEVICE = { id: 'one', address: '0xabc' };

function withCredentials(credentials: Partial<CredentialsContainer>): void {
  vi.stubGlobal('navigator', { credentials });
  vi.stubGlobal('location', { hostname: 'adit.example' });
}

const declined = () => Promise.reject(new DOMException('declined', 'NotAllowedError'));

afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
  keepDevice(null);
});

test('a window is back soon within five minutes, and never without a time or with one that is to come', () => {
  const now = 10_000_000;
  expect(isBackSoon(String(now), now)).toBe(true);
  expect(isBackSoon(String(now - AWAY_MS + 1), now)).toBe(true);
  expect(isBackSoon(String(now - AWAY_MS), now)).toBe(false);
  expect(isBackSoon(String(now + 1), now)).toBe(false);
  expect(isBackSoon(null, now)).toBe(false);
  expect(isBackSoon('soon', now)).toBe(false);
});

test('the lock belongs to the device and goes with it', async () => {
  startSession('secret', { address: DEVICE.address });
  keepDevice(DEVICE);
  expect(local.getItem('device')).toBe('one 0xabc');
  withCredentials({ create: () => Promise.resolve({ id: 'AQID', type: 'public-key' }) });
  expect(await turnLockOn()).toBe(true);
  expect(read(deviceAtom)).toEqual({ ...DEVICE, lock: 'AQID' });
  expect(local.getItem('device')).toBe('one 0xabc AQID');
  endSession();
  expect(local.getItem('device')).toBeNull();
  expect(ownDevice()).toBeUndefined();
});

test('it stays off when nobody confirms, and stays on', async () => {
  startSession('secret', { address: DEVICE.address });
  keepDevice(DEVICE);
  withCredentials({ create: declined, get: declined });
  expect(await turnLockOn()).toBe(false);
  expect(ownDevice()?.lock).toBeUndefined();
  keepDevice({ ...DEVICE, lock: 'AQID' });
  expect(await turnLockOff()).toBe(false);
  expect(ownDevice()?.lock).toBe('AQID');
});

test('it asks for exactly its credential, and only a confirmation counts', async () => {
  startSession('secret', { address: DEVICE.address });
  keepDevice({ ...DEVICE, lock: 'AQID' });
  const get = vi.fn<CredentialsContainer['get']>(() => Promise.resolve({ id: 'AQID', type: 'public-key' }));
  withCredentials({ get });
  expect(await isHolder()).toBe(true);
  expect(get.mock.lastCall?.[0]?.publicKey).toMatchObject({
    allowCredentials: [{ id: Uint8Array.of(1, 2, 3) }],
    userVerification: 'required',
  });
  get.mockImplementation(declined);
  expect(await isHolder()).toBe(false);
  get.mockResolvedValue(null);
  expect(await isHolder()).toBe(false);
});

test('nobody is asked without a lock, or with that of another account', async () => {
  const get = vi.fn<CredentialsContainer['get']>(declined);
  withCredentials({ get });
  startSession('secret', { address: DEVICE.address });
  keepDevice(DEVICE);
  expect(await isHolder()).toBe(true);
  keepDevice({ id: 'two', address: '0xdef', lock: 'AQID' });
  expect(await isHolder()).toBe(true);
  expect(get).not.toHaveBeenCalled();
});

test.each([
  ['adit.example', true, true],
  ['localhost', true, true],
  ['adit.example', false, false],
  ['127.0.0.1', true, false],
  ['[::1]', true, false],
])('at %s, with an authenticator that is %s, a lock is possible: %s', async (hostname, has, can) => {
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('PublicKeyCredential', {
    isUserVerifyingPlatformAuthenticatorAvailable: () => Promise.resolve(has),
  });
  expect(await canLock()).toBe(can);
});
