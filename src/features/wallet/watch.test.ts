// A session ends with the wallet's account, chain or connection, exactly once, and for nothing less.
import { describe, expect, test, vi } from 'vitest';
import type { Provider, ProviderEvents } from './eip1193.ts';
import { type Ending, stillBonded, watch } from './watch.ts';

const OWN = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B';
const OTHER = '0x1111111111111111111111111111111111111111';
const bond = { rdns: 'a', address: OWN, chainId: 1337 };

function fakeWallet(answers: Record<string, unknown> = {}) {
  const listeners = new Map<string, Set<(value: never) => void>>();
  const provider: Provider = {
    request: async ({ method }) => {
      if (method in answers) return answers[method];
      throw new Error('locked');
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  };
  const emit = <E extends keyof ProviderEvents>(event: E, value: Parameters<ProviderEvents[E]>[0]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value as never);
  };
  return { provider, emit };
}

describe('watching a wallet', () => {
  const cases: [keyof ProviderEvents, unknown, Ending | undefined][] = [
    ['accountsChanged', [OTHER], 'account_switched'],
    ['accountsChanged', [OTHER, OWN], 'account_switched'],
    ['accountsChanged', [], 'disconnected'],
    ['accountsChanged', [OWN.toLowerCase()], undefined],
    ['chainChanged', '0x38', 'chain_switched'],
    ['chainChanged', '0x539', undefined],
    ['disconnect', new Error('gone'), 'disconnected'],
  ];
  test.each(cases)('ends on %s %j as %s', (event, value, ending) => {
    const { provider, emit } = fakeWallet();
    const onEnd = vi.fn();
    watch(provider, bond, onEnd);
    emit(event, value as never);
    expect(onEnd.mock.calls).toEqual(ending ? [[ending]] : []);
  });

  test('reports once and then no more', () => {
    const { provider, emit } = fakeWallet();
    const onEnd = vi.fn();
    watch(provider, bond, onEnd);
    emit('accountsChanged', [OTHER]);
    emit('chainChanged', '0x38');
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  test('is silent after it was stopped', () => {
    const { provider, emit } = fakeWallet();
    const onEnd = vi.fn();
    watch(provider, bond, onEnd)();
    emit('disconnect', null);
    expect(onEnd).not.toHaveBeenCalled();
  });
});

describe('a wallet queried after a reload', () => {
  test.each<[Record<string, unknown>, Ending | undefined]>([
    [{ eth_accounts: [OWN.toLowerCase()], eth_chainId: '0x539' }, undefined],
    [{ eth_accounts: [OTHER], eth_chainId: '0x539' }, 'account_switched'],
    [{ eth_accounts: [], eth_chainId: '0x539' }, 'disconnected'],
    [{ eth_accounts: [OWN], eth_chainId: '0x38' }, 'chain_switched'],
    [{}, undefined],
  ])('answering %j means %s', async (answers, ending) => {
    expect(await stillBonded(fakeWallet(answers).provider, bond)).toBe(ending);
  });
});
