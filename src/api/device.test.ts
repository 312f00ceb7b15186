// Signing in again on a remembered device.
import { expect, test, vi } from 'vitest';
import { deviceAtom, keepDevice } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { chooseToStay } from './device.ts';

vi.mock('#lib/kv.ts', async (original) => ({
  ...(await original<object>()),
  kvSet: () => Promise.resolve(),
  kvDeleteMany: () => Promise.resolve(),
}));
vi.mock('./client.ts', async (original) => ({
  ...(await original<object>()),
  call: (name: string) => Promise.resolve(name === 'POST /api/auth/device' ? { deviceId: 'new' } : {}),
}));

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
