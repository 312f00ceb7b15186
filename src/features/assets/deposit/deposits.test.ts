// Pending deposits survive a reload, but only for their own account.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetHere } from '#lib/own-store.ts';
import { endSession, keepDevice, startSession } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import type { Deposit } from './deposit.rules.ts';
import {
  addDeposit,
  changeDeposit,
  depositsAtom,
  putAway,
  recallDeposits,
  settleDeposit,
} from './deposits.ts';

const device = vi.hoisted(() => new Map<string, unknown>());
let forbidden = false;
vi.mock(import('#lib/kv.ts'), async (original) => ({
  ...(await original()),
  kvGet: async <T>(key: string) => device.get(key) as T | undefined,
  kvEntries: async <T>() => [...device] as [string, T][],
  kvDeleteMany: async (keys: string[]) => {
    for (const key of keys) device.delete(key);
  },
  kvDeletePrefix: async (prefix: string) => {
    for (const key of device.keys()) if (key.startsWith(prefix)) device.delete(key);
  },
  kvUpdate: async <T>(key: string, change: (old: T | undefined) => T) => {
    if (forbidden) throw new DOMException('', 'SecurityError');
    device.set(key, change(device.get(key) as T | undefined));
  },
}));

const ANN = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
const BEN = '0x1111111111111111111111111111111111111111';
const deposit = (id: string, owner = ANN, sentAt = 0) => ({ id, owner, sentAt, hash: id }) as Deposit;
const ids = () => read(depositsAtom).map(({ id }) => id);
/** Simulates a reload: everything in memory is lost. */
const reload = async () => {
  write(depositsAtom, []);
  await recallDeposits();
};

beforeEach(() => startSession('token', { address: ANN }));
afterEach(() => {
  endSession();
  forgetHere();
  device.clear();
  forbidden = false;
});

test('restores pending deposits after a reload, newest first, with what has been learnt since', async () => {
  await addDeposit(deposit('a', ANN, 1));
  await addDeposit(deposit('b', ANN, 2));
  await changeDeposit('a', { nonce: 7 });
  await reload();
  expect(ids()).toEqual(['b', 'a']);
  expect(read(depositsAtom)[1]).toMatchObject({ nonce: 7 });
  await recallDeposits();
  expect(ids()).toEqual(['b', 'a']);
});

test('shows credited deposits during this visit, but does not restore them', async () => {
  await addDeposit(deposit('a'));
  await settleDeposit('a');
  expect(ids()).toEqual(['a']);
  await reload();
  expect(ids()).toEqual([]);
});

test('drops dismissed deposits', async () => {
  await addDeposit(deposit('a'));
  await addDeposit(deposit('b'));
  await putAway('a');
  expect(ids()).toEqual(['b']);
  await reload();
  expect(ids()).toEqual(['b']);
});

test('keeps deposits beyond an expired session, until another account signs in', async () => {
  await addDeposit(deposit('a'));
  endSession('expired');
  expect(ids()).toEqual([]);
  startSession('token', { address: ANN.toLowerCase() });
  await reload();
  expect(ids()).toEqual(['a']);
  startSession('token', { address: BEN });
  await reload();
  expect(ids()).toEqual([]);
  startSession('token', { address: ANN });
  await reload();
  expect(ids()).toEqual([]);
});

test('nothing of them remains on the device after signing out', async () => {
  keepDevice({ id: 'here', address: ANN });
  await addDeposit(deposit('a'));
  expect([...device.keys()]).toEqual([`deposits.${ANN.toLowerCase()}`]);
  endSession();
  await vi.waitFor(() => expect([...device.keys()]).toEqual([]));
});

test('keeps a deposit sent after its account has left for that account, and does not show it to the next', async () => {
  startSession('token', { address: BEN });
  await addDeposit(deposit('a', ANN));
  expect(ids()).toEqual([]);
  startSession('token', { address: ANN });
  await reload();
  expect(ids()).toEqual(['a']);
});

test('outlive the window only on a device that stays signed in', async () => {
  await addDeposit(deposit('a'));
  expect([...device.keys()]).toEqual([]);
  keepDevice({ id: 'here', address: ANN });
  await addDeposit(deposit('b'));
  expect([...device.keys()]).toEqual([`deposits.${ANN.toLowerCase()}`]);
});

test('shows deposits even where nothing can be stored', async () => {
  keepDevice({ id: 'here', address: ANN });
  forbidden = true;
  await addDeposit(deposit('a'));
  await changeDeposit('a', { nonce: 7 });
  expect(read(depositsAtom)[0]).toMatchObject({ id: 'a', nonce: 7 });
  await putAway('a');
  expect(ids()).toEqual([]);
});
