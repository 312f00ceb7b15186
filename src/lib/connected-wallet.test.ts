// Who needs the session's wallet gets it, also when it is found a moment later.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ConnectedWallet, connectedWallet, setConnectedWallet } from './connected-wallet.ts';

const wallet = { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' } as ConnectedWallet;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  setConnectedWallet(undefined);
  vi.useRealTimers();
});

test('a wallet that is there is given at once', async () => {
  setConnectedWallet(wallet);
  expect(await connectedWallet()).toBe(wallet);
});

test('one that announces itself in time is waited for', async () => {
  const asked = connectedWallet(1000);
  await vi.advanceTimersByTimeAsync(999);
  setConnectedWallet(wallet);
  expect(await asked).toBe(wallet);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that does not is gone, and so is that of a session that has ended', async () => {
  setConnectedWallet(wallet);
  setConnectedWallet(undefined);
  const asked = connectedWallet(1000).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toMatchObject({ kind: 'disconnected' });
});
