// Session storage holds exactly the specification's names and keys, and is cleared when the session ends.
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

test('stores a session as a bare token and a wallet with ten keys', () => {
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

test('stores the timer with five keys', () => {
  write(timerAtom, { ...IDLE_TIMER, nextMiningTime: 5 });
  expect(keysOf('timer')).toEqual('earning isProcessing isTriggered nextMiningTime showPopup'.split(' '));
});

test('a session of another account leaves nothing of the one before it; one of the same account keeps its figures', () => {
  startSession('first', { address: '0xabc' });
  patchWallet({ balance: '12' });
  const ended = vi.fn();
  const stop = onSessionEnd(ended);
  startSession('second', { address: '0xabc' });
  expect([ended.mock.calls.length, read(walletAtom).balance]).toEqual([0, '12']);
  startSession('third', { address: '0xdef' });
  expect(ended).toHaveBeenCalledOnce();
  expect(read(walletAtom)).toEqual({ ...EMPTY_WALLET, address: '0xdef', isConnected: true });
  expect(read(tokenAtom)).toBe('third');
  stop();
});

test('forgets the account at the end of a session, keeps the public links and notifies listeners', () => {
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

test('fills in keys missing from what an older version stored or someone edited', () => {
  session.setItem('wallet', JSON.stringify({ address: '0xabc', isConnected: true }));
  const leave = store.sub(walletAtom, () => undefined);
  expect(read(walletAtom)).toEqual({ ...EMPTY_WALLET, address: '0xabc', isConnected: true });
  leave();
});
