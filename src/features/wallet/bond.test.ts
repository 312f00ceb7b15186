// The stored bond survives a reload; anything else is ignored. A wallet that no longer matches it ends the session.
import { i18n, type MessageDescriptor } from '@lingui/core';
import { expect, test, vi } from 'vitest';
import { WHY_ENDED } from '#lib/session-end.ts';
import { endSession, startSession, tokenAtom, type WalletPhase, walletPhaseAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { toastAtom } from '#lib/toast.ts';
import { bind, readBond } from './bond.ts';
import type { Provider } from './eip1193.ts';

const bond = { rdns: 'io.metamask', address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B', chainId: 1337 };

i18n.loadAndActivate({ locale: 'en', messages: {} });

test('reads a bond back', () => expect(readBond(JSON.stringify(bond))).toEqual(bond));

test.each([null, '', 'null', '{', '[]', '{"rdns":"a"}', JSON.stringify({ ...bond, chainId: '1337' })])(
  'does not read %s as a bond',
  (text) => expect(readBond(text)).toBeUndefined(),
);

test.each([
  ['accountsChanged', ['0x1111111111111111111111111111111111111111'], 'account_switched'],
  ['chainChanged', '0x38', 'chain_switched'],
])('the session ends with %s %j, and the page says that it was %s', (event, value, phase) => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', { origin: 'http://localhost', href: 'http://localhost/' });
  const listeners = new Map<string, (value: never) => void>();
  const on: Provider['on'] = (name, listener) => void listeners.set(name, listener);
  startSession('secret', { address: bond.address });
  bind({ request: async () => null, on }, bond);
  listeners.get(event)?.(value as never);
  expect([read(tokenAtom), read(walletPhaseAtom)]).toEqual([null, phase]);
  expect(read(toastAtom)?.text).toBe(i18n._(WHY_ENDED[phase as WalletPhase] as MessageDescriptor));
  endSession();
  vi.unstubAllGlobals();
});
