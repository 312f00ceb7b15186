// The wallets that are offered by name where the browser has none of them: each opens this page in its own browser on a phone, and
// can be had from its maker on a computer.
import type { WalletEntry } from './eip6963.ts';

export interface NamedWallet {
  name: string;
  /** How it announces itself (EIP-6963), in its several builds. */
  rdns: readonly string[];
  /** Where it can be had. */
  get: string;
  /** The link that opens a page inside of it; without the app it leads to the app's store. */
  opening: (page: string) => string;
}

/** SLIP-44, as Trust Wallet counts chains: BNB Smart Chain. */
const TRUST_BNB = '20000714';
const BNB_CHAIN = 56;
/** Binance's own browser as a mini programme of its app (their package w3w-utils, `getDeeplink`). */
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
    // The address follows as it is: MetaMask takes an encoded one for a name.
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

/** Those that the browser does not bring. One that does not announce itself is known by its name. */
export const absentWallets = (here: readonly WalletEntry[]): NamedWallet[] =>
  NAMED_WALLETS.filter(
    ({ name, rdns }) => !here.some((entry) => rdns.includes(entry.rdns) || entry.name === name),
  );

/**
 * This page as another browser is to open it. That one shares no storage with this one, so the invite code goes along, in front of
 * the hash as it came.
 */
export function pageFor(href: string, code: string | null): string {
  const { origin, pathname, search, hash } = new URL(href);
  const query = new URLSearchParams(search);
  if (code === null) query.delete('code');
  else query.set('code', code);
  const text = query.toString();
  return `${origin}${pathname}${text && `?${text}`}${hash}`;
}
