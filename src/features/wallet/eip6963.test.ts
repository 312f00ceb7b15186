// Which wallets a browser offers, in which order, and what others may put into the list.
import { describe, expect, test } from 'vitest';
import {
  DEMO_RDNS,
  LEGACY_RDNS,
  readAnnouncement,
  withEntry,
  withLegacy,
  type WalletEntry,
} from './eip6963.ts';

const provider = { request: async () => null };
const entry = (rdns: string): WalletEntry => ({ rdns, name: rdns, icon: '', provider });

describe('announcements', () => {
  test('are read if they have a name and a provider that can be called', () => {
    const info = { rdns: 'io.metamask', name: 'MetaMask', icon: 'data:image/svg+xml,x' };
    expect(readAnnouncement({ info, provider })).toEqual({ ...info, provider });
  });

  test.each([
    null,
    {},
    { info: { rdns: 'a', name: 'A' } },
    { info: { rdns: 'a' }, provider },
    { info: { rdns: 1, name: 'A' }, provider },
  ])('are ignored if invalid: %j', (detail) => expect(readAnnouncement(detail)).toBeUndefined());

  test('cannot bring a remote picture or an endless name', () => {
    const read = readAnnouncement({
      info: { rdns: 'a', name: 'A'.repeat(500), icon: 'https://tracker.example/pixel.png' },
      provider,
    });
    expect(read).toMatchObject({ icon: '', name: 'A'.repeat(40) });
  });

  test('keep their order, with the demo wallet first', () => {
    const list = ['a', 'b', DEMO_RDNS].reduce<WalletEntry[]>((all, rdns) => withEntry(all, entry(rdns)), []);
    expect(list.map(({ rdns }) => rdns)).toEqual([DEMO_RDNS, 'a', 'b']);
  });

  test('of the same wallet replace each other', () => {
    const again = entry('a');
    expect(withEntry([entry('a'), entry('b')], again)[0]).toBe(again);
    expect(withEntry([entry('a'), entry('b')], again)).toHaveLength(2);
  });
});

describe('window.ethereum', () => {
  test('is used when no wallet announced itself', () => {
    expect(withLegacy([], { ...provider, isMetaMask: true })).toMatchObject([
      { rdns: LEGACY_RDNS, name: 'MetaMask' },
    ]);
  });
  test.each([
    ['Trust Wallet', { isTrust: true, isMetaMask: true }],
    ['TokenPocket', { isTokenPocket: true, isMetaMask: true }],
    ['OKX Wallet', { isOkxWallet: true }],
    ['imToken', { isImToken: true, isMetaMask: true }],
    ['Browser wallet', { isMetaMask: 'yes' }],
  ])('is named after the wallet that it belongs to: %s', (name, flags) =>
    expect(withLegacy([], { ...provider, ...flags })).toMatchObject([{ rdns: LEGACY_RDNS, name }]),
  );
  test('is used beside the demo wallet, which never takes that place', () => {
    expect(withLegacy([entry(DEMO_RDNS)], provider)).toHaveLength(2);
  });
  test('is not listed twice when its owner announced itself', () => {
    expect(withLegacy([entry('io.metamask')], { ...provider, isMetaMask: true })).toHaveLength(1);
  });
  test.each([undefined, null, {}, 'x'])('is ignored when it is not a provider: %j', (ethereum) =>
    expect(withLegacy([], ethereum)).toEqual([]),
  );
});
