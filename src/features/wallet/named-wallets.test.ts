// Wallets by name: which of them a browser lacks, and the links that open the page in each of them with its address and
// invite code.
import { describe, expect, test } from 'vitest';
import { codeOfLink } from '#lib/invite-code.ts';
import type { WalletEntry } from './eip6963.ts';
import { NAMED_WALLETS, absentWallets, pageFor } from './named-wallets.ts';

describe('the page for another browser', () => {
  test.each([
    ['https://adit.example/', null, 'https://adit.example/'],
    ['https://adit.example/?code=AB12CD34', 'AB12CD34', 'https://adit.example/?code=AB12CD34'],
    [
      'https://adit.example/#/pages/mining/index',
      'AB12CD34',
      'https://adit.example/?code=AB12CD34#/pages/mining/index',
    ],
    ['https://adit.example/?code=OLD#/', 'NEW', 'https://adit.example/?code=NEW#/'],
    ['https://adit.example/?code=DECLINED&x=1#/', null, 'https://adit.example/?x=1#/'],
  ])('of %s with %s keeps address and code', (href, code, page) => expect(pageFor(href, code)).toBe(page));

  test('includes the code', () =>
    expect(codeOfLink(pageFor('https://adit.example/#/', 'AB12CD34'))).toBe('AB12CD34'));
});

const PAGE = 'https://adit.example/?code=AB12CD34#/pages/mining/index';

/** The address that the wallet's own browser opens, as each wallet parses its links. */
const opened: Record<string, (link: URL) => string | null> = {
  MetaMask: ({ href }) => href.replace('https://link.metamask.io/dapp/', 'https://'),
  'Trust Wallet': ({ searchParams }) => searchParams.get('url'),
  'OKX Wallet': ({ searchParams }) => new URL(searchParams.get('deeplink') ?? '').searchParams.get('dappUrl'),
  'Binance Wallet': ({ searchParams }) => {
    const inside = new URL(atob(searchParams.get('_dp') ?? '')).searchParams;
    expect(atob(inside.get('startPagePath') ?? '')).toBe('/pages/browser/index');
    return new URLSearchParams(atob(inside.get('startPageQuery') ?? '')).get('url');
  },
};

test.each(NAMED_WALLETS)(
  '$name opens the whole address, including its code and hash',
  ({ name, opening }) => {
    const link = new URL(opening(PAGE));
    expect(link.protocol).toBe('https:');
    expect(opened[name]?.(link)).toBe(PAGE);
  },
);

describe('wallets that the browser lacks', () => {
  const here = (rdns: string, name: string): WalletEntry => ({
    rdns,
    name,
    icon: '',
    provider: { request: async () => null },
  });
  const lacking = (...list: WalletEntry[]) => absentWallets(list).map(({ name }) => name);

  test('are all four in a browser without any, or with only the demo wallet', () => {
    expect(lacking()).toEqual(['MetaMask', 'Trust Wallet', 'OKX Wallet', 'Binance Wallet']);
    expect(lacking(here('demo.adit.wallet', 'Demo wallet'))).toHaveLength(4);
  });
  test('are recognised by announcement, or by name if a wallet announces nothing', () => {
    expect(lacking(here('com.trustwallet.app', 'Trust'))).not.toContain('Trust Wallet');
    expect(lacking(here('window.ethereum', 'OKX Wallet'))).not.toContain('OKX Wallet');
  });
});
