// Wallets that this browser offers: announced ones (EIP-6963), otherwise the one at window.ethereum. No network, no
// library.
import type { Provider } from './eip1193.ts';

export interface WalletEntry {
  /** Reverse domain name: stable across reloads, unlike the EIP's uuid. */
  rdns: string;
  name: string;
  /** A data URI; empty if the wallet did not provide a usable one. */
  icon: string;
  provider: Provider;
}

export const DEMO_RDNS = 'demo.adit.wallet';
export const LEGACY_RDNS = 'window.ethereum';

interface Announcement {
  info?: { rdns?: unknown; name?: unknown; icon?: unknown };
  provider?: Provider;
}

/** EIP-6963 requires pages to show icons only through <img> and from data URIs: scripts in an SVG do not run there. */
const safeIcon = (icon: unknown): string =>
  typeof icon === 'string' && icon.startsWith('data:image/') ? icon.trim() : '';

/** Parses an announcement; undefined if it is invalid. Names are untrusted, so they are truncated to fit a row. */
export function readAnnouncement(detail: unknown): WalletEntry | undefined {
  const { info, provider } = (detail ?? {}) as Announcement;
  if (typeof info?.rdns !== 'string' || typeof info.name !== 'string') return undefined;
  if (typeof provider?.request !== 'function') return undefined;
  return {
    rdns: info.rdns,
    name: info.name.trim().slice(0, 40) || info.rdns,
    icon: safeIcon(info.icon),
    provider,
  };
}

/** The demo wallet first, then in order of announcement; a wallet that announces itself again replaces its entry. */
export function withEntry(list: readonly WalletEntry[], entry: WalletEntry): WalletEntry[] {
  const known = list.some(({ rdns }) => rdns === entry.rdns);
  const next = known ? list.map((one) => (one.rdns === entry.rdns ? entry : one)) : [...list, entry];
  return next.toSorted((a, b) => Number(b.rdns === DEMO_RDNS) - Number(a.rdns === DEMO_RDNS));
}

/**
 * Flags by which wallets that do not announce themselves identify themselves. Many also claim to be MetaMask, so it
 * comes last.
 */
const FLAGS = {
  isTokenPocket: 'TokenPocket',
  isTrust: 'Trust Wallet',
  isTrustWallet: 'Trust Wallet',
  isOkxWallet: 'OKX Wallet',
  isOKExWallet: 'OKX Wallet',
  isImToken: 'imToken',
  isMetaMask: 'MetaMask',
} as const;

const legacyName = (provider: Provider): string =>
  Object.entries(FLAGS).find(([flag]) => Reflect.get(provider, flag) === true)?.[1] ?? 'Browser wallet';

/** `window.ethereum` counts only if its owner did not announce itself, that is, if only our own wallet did. */
export function withLegacy(list: readonly WalletEntry[], ethereum: unknown): WalletEntry[] {
  const provider = ethereum as Provider | undefined;
  if (typeof provider?.request !== 'function') return [...list];
  if (list.some(({ rdns }) => rdns !== DEMO_RDNS)) return [...list];
  return [...list, { rdns: LEGACY_RDNS, name: legacyName(provider), icon: '', provider }];
}

type Listener = () => void;

let announced: WalletEntry[] = [];
let known: WalletEntry[] = [];
const listeners = new Set<Listener>();
let listening = false;

/** What is known now, without waiting; the same list as long as nothing has changed. */
export const knownWallets = (): WalletEntry[] => known;

/** `window.ethereum` may be injected later than the page, so it is checked each time. */
function renew(): void {
  const next = withLegacy(announced, (globalThis as { ethereum?: unknown }).ethereum);
  const same =
    next.length === known.length && next.every(({ provider }, at) => provider === known[at]?.provider);
  if (same) return;
  known = next;
  for (const listener of [...listeners]) listener();
}

function hear(event: Event): void {
  const entry = readAnnouncement((event as CustomEvent<unknown>).detail);
  if (!entry || announced.some((one) => one.rdns === entry.rdns && one.provider === entry.provider)) return;
  announced = withEntry(announced, entry);
  renew();
}

/** Starts listening once and asks wallets to announce themselves; those already present answer before this returns. */
export function discoverWallets(): WalletEntry[] {
  if (!listening) {
    listening = true;
    window.addEventListener('eip6963:announceProvider', hear);
    // MetaMask's own browser fires this event when it injects its provider after the page has started.
    window.addEventListener('ethereum#initialized', renew);
  }
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  renew();
  return known;
}

/** Reports wallets that appear later. */
export function onWallets(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
