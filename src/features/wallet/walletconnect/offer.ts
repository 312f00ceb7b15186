// WalletConnect as one more wallet in the list, if the server names a project. AppKit (436 kB) loads on first use.
import { cached, queryClient } from '#api/queries.ts';
import { forgetPairing } from '#lib/pairing-data.ts';
import { onSessionEnd, walletPhaseAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { within } from '#lib/within.ts';
import { ConnectFault } from '#features/wallet/fault.ts';
import type { Provider, ProviderEvents } from '#features/wallet/eip1193.ts';
import type { WalletEntry } from '#features/wallet/eip6963.ts';

export const WALLETCONNECT_RDNS = 'walletconnect';

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#1e2a3a"/><path d="M26 42c12-12 32-12 44 0M34 51c8-8 20-8 28 0M43 60c3-3 7-3 10 0" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/></svg>',
)}`;

/** Timeout for loading the code and starting it; on a slow connection, the code takes some seconds. */
const OPEN_MS = 30_000;

let inside: Promise<Provider> | undefined;

async function open(): Promise<Provider> {
  const { walletConnectProjectId } = await queryClient.query({
    ...cached('GET /api/index'),
    staleTime: 'static',
  });
  if (walletConnectProjectId === null) throw new ConnectFault('unreachable');
  const { openWalletConnect } = await import('./appkit.ts');
  return openWalletConnect(walletConnectProjectId);
}

function load(): Promise<Provider> {
  inside ??= within(OPEN_MS, open(), () => new ConnectFault('unreachable'));
  inside.catch(() => (inside = undefined));
  return inside;
}

/** Listeners wait for AppKit, but never cause it to load. */
const later = (run: (provider: Provider) => unknown) => void inside?.then(run, () => undefined);

const waiting: [keyof ProviderEvents, ProviderEvents[keyof ProviderEvents]][] = [];

const provider: Provider = {
  request: async (request) => {
    const first = inside === undefined;
    const real = await load();
    if (first) for (const [event, listener] of waiting.splice(0)) real.on?.(event, listener);
    return real.request(request);
  },
  on: (event, listener) => {
    if (inside) later((real) => real.on?.(event, listener));
    else waiting.push([event, listener]);
  },
  removeListener: (event, listener) => {
    const at = waiting.findIndex(([name, heard]) => name === event && heard === listener);
    if (at >= 0) waiting.splice(at, 1);
    later((real) => real.removeListener?.(event, listener));
  },
};

export const WALLETCONNECT: WalletEntry = {
  rdns: WALLETCONNECT_RDNS,
  name: 'WalletConnect',
  icon: ICON,
  provider,
};

/** Signing out leaves no pairing to the next person. After any other end, the same person signs in again. */
onSessionEnd(() => {
  if (read(walletPhaseAtom) !== 'disconnected') return;
  const left = inside && import('./appkit.ts').then(({ unpair }) => unpair());
  Promise.resolve(left)
    .catch(() => undefined)
    .then(forgetPairing)
    .catch(() => undefined);
});

/** After a reload: WalletConnect's own session continues, so its provider can be watched again. */
export const reviveWalletConnect = (rdns: string): Provider | undefined =>
  rdns === WALLETCONNECT_RDNS ? provider : undefined;
