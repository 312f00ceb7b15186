// What is kept in session storage has exactly the specification's names and keys, and ends with the session.
import { expect, test, vi } from 'vitest';
import {
  EMPTY_WALLET,
  endSession,
  onSessionEnd,
  patchWallet,
  startSession,
  tokenAtom,
  walletAtom,
} from './session.ts';
import { session } from './storage.ts';
import { read, store, write } from './store.ts';
import { IDLE_TIMER, timerAtom } from './timer.ts';

const keysOf = (name: string) => Object.keys(JSON.parse(session.getItem(name) ?? '{}') as object).toSorted();

test('a session is stored as a bare token and a wallet with ten keys', () => {
  startSession('secret', { address: '0xabc', isFirst: true });
  expect(session.getItem('token')).toBe('secret');
  expect(keysOf('wallet')).toEqual(
    'address balance coinList isConnected isFirst linkList needRefresh powerNumber powerRate rate'.split(' '),
  );
  expect(read(walletAtom)).toMatchObject({
    address: '0xabc',
    isConnected: true,
    isFirst: true,
    balance: '0',
  });
});

test('the timer is stored with five keys', () => {
  write(timerAtom, { ...IDLE_TIMER, nextMiningTime: 5 });
  expect(keysOf('timer')).toEqual('earning isProcessing isTriggered nextMiningTime showPopup'.split(' '));
});

test('its end forgets the account, keeps the public links, and is told', () => {
  const links = [{ id: 'mail', label: 'Mail', url: 'mailto:a@example.com' }];
  startSession('secret', { address: '0xabc', linkList: links });
  patchWallet({ balance: '12' });
  const ended = vi.fn<() => void>();
  const forget = onSessionEnd(ended);
  endSession();
  expect(session.getItem('token')).toBeNull();
  expect(read(tokenAtom)).toBeNull();
  expect(read(walletAtom)).toEqual({ ...EMPTY_WALLET, linkList: links });
  expect(ended).toHaveBeenCalledOnce();
  forget();
});

test('what an older version or a hand has stored is completed', () => {
  session.setItem('wallet', JSON.stringify({ address: '0xabc', isConnected: true }));
  const leave = store.sub(walletAtom, () => undefined);
  expect(read(walletAtom)).toEqual({ ...EMPTY_WALLET, address: '0xabc', isConnected: true });
  leave();
});
