// Signing in again on a remembered device.
import { expect, test, vi } from 'vitest';
import { deviceAtom, endSession, keepDevice, tokenAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { begin, chooseToStay, deviceName } from './device.ts';

vi.mock('#lib/kv.ts', async (original) => ({
  ...(await original<object>()),
  kvSet: () => Promise.resolve(),
  kvDeleteMany: () => Promise.resolve(),
}));
vi.mock('./client.ts', async (original) => ({
  ...(await original<object>()),
  call: (name: string) => Promise.resolve(name === 'POST /api/auth/device' ? { deviceId: 'new' } : {}),
}));

test('a device is named by its browser and system, without a word of any language', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Safari/537.36';
  expect([chrome, 'Mozilla/5.0 (Windows NT 10.0)', 'curl/8'].map(deviceName)).toEqual([
    'Chrome · Android',
    'Windows',
    'Browser',
  ]);
});

test('the app lock stays on for the same account, and is never another one’s', async () => {
  keepDevice({ id: 'old', address: '0xabc', lock: 'AQID' });
  await chooseToStay('0xabc', true);
  expect(read(deviceAtom)).toEqual({ id: 'new', address: '0xabc', lock: 'AQID' });
  await chooseToStay('0xdef', true);
  expect(read(deviceAtom)).toEqual({ id: 'new', address: '0xdef' });
  keepDevice({ id: 'old', address: '0xdef', lock: 'AQID' });
  await chooseToStay('0xdef', false);
  expect(read(deviceAtom)).toBeNull();
});

test('a session begins at once: what is asked before the device has stored anything is asked by its account', async () => {
  const stored = begin({ token: 'secret', outboxToken: 'o', user: { address: '0xabc' } } as never);
  expect(read(tokenAtom)).toBe('secret');
  await stored;
  endSession();
});
