// The wallets offered by name in a browser that has none of them: on a phone, each opens this page in its own browser;
// on a computer, the link leads to its maker.
import type { WalletEntry } from './eip6963.ts';

export interface NamedWallet {
  name: string;
  /** How its various builds announce themselves (EIP-6963). */
  rdns: readonly string[];
  /** Where to get it. */
  get: string;
  /** The link that opens a page in it; without the app it leads to the app store. */
  opening: (page: string) => string;
}

/** BNB Smart Chain's SLIP-44 number, which Trust Wallet uses. */
const TRUST_BNB = '20000714';
const BNB_CHAIN = 56;
/** Binance's own browser as a mini program of its app (their package w3w-utils, `getDeeplink`). */
const BINANCE_BROWSER = { appId: 'yFK5FCqYprrXDiVFbhyRx7', path: '/pages/browser/index' };

function binanceLink(page: string): string {
  const query = new URLSearchParams({
    appId: BINANCE_BROWSER.appId,
    startPagePath: btoa(BINANCE_BROWSER.path),
    startPageQuery: btoa(`url=${encodeURIComponent(page)}&defaultChainId=${BNB_CHAIN}`),
  });
  const link = btoa(`bnc://app.binance.com/mp/app?${query.toString()}`);
  return `https://app.binance.com/en/download?_dp=${encodeURIComponent(link)}`;
}

export const NAMED_WALLETS: readonly NamedWallet[] = [
  {
    name: 'MetaMask',
    rdns: ['io.metamask', 'io.metamask.flask', 'io.metamask.mobile'],
    get: 'https://metamask.io/download',
    // The address is appended unencoded: MetaMask mistakes an encoded one for a name.
    opening: (page) => `https://link.metamask.io/dapp/${page.replace(/^https?:\/\//, '')}`,
  },
  {
    name: 'Trust Wallet',
    rdns: ['com.trustwallet.app'],
    get: 'https://trustwallet.com/download',
    opening: (page) =>
      `https://link.trustwallet.com/open_url?coin_id=${TRUST_BNB}&url=${encodeURIComponent(page)}`,
  },
  {
    name: 'OKX Wallet',
    rdns: ['com.okex.wallet'],
    get: 'https://web3.okx.com/download',
    opening: (page) => {
      const link = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(page)}`;
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(link)}`;
    },
  },
  {
    name: 'Binance Wallet',
    rdns: ['com.binance.wallet', 'com.binance.w3w'],
    get: 'https://www.binance.com/en/web3wallet',
    opening: binanceLink,
  },
];

/** Those that the browser lacks. A wallet that does not announce itself is recognised by its name. */
export const absentWallets = (here: readonly WalletEntry[]): NamedWallet[] =>
  NAMED_WALLETS.filter(
    ({ name, rdns }) => !here.some((entry) => rdns.includes(entry.rdns) || entry.name === name),
  );

/**
 * This page's address for another browser. The two share no storage, so the invite code is included, before the hash.
 */
export function pageFor(href: string, code: string | null): string {
  const { origin, pathname, search, hash } = new URL(href);
  const query = new URLSearchParams(search);
  if (code === null) query.delete('code');
  else query.set('code', code);
  const text = query.toString();
  return `${origin}${pathname}${text && `?${text}`}${hash}`;
}
