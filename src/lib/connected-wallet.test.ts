// Callers that need the session's wallet get it, even when it is detected a moment later.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ConnectedWallet, connectedWallet, setConnectedWallet } from './connected-wallet.ts';

const wallet = { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' } as ConnectedWallet;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  setConnectedWallet(undefined);
  vi.useRealTimers();
});

test('returns a wallet that is already available at once', async () => {
  setConnectedWallet(wallet);
  expect(await connectedWallet()).toBe(wallet);
});

test('waits for a wallet that announces itself in time', async () => {
  const asked = connectedWallet(1000);
  await vi.advanceTimersByTimeAsync(999);
  setConnectedWallet(wallet);
  expect(await asked).toBe(wallet);
  expect(vi.getTimerCount()).toBe(0);
});

test('reports a wallet that never announces itself, or whose session has ended, as disconnected', async () => {
  setConnectedWallet(wallet);
  setConnectedWallet(undefined);
  const asked = connectedWallet(1000).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await asked).toMatchObject({ kind: 'disconnected' });
});
