// Announces the demo wallet like any other (EIP-6963). Deliberately small: keys, signatures and sheets load on first
// use.
import type { Provider, ProviderEvents } from '#features/wallet/eip1193.ts';
import { DEMO_RDNS } from '#features/wallet/eip6963.ts';
import { uuid } from '#lib/ids.ts';
import { DEMO_KEY } from './demo-state.ts';
import type { DemoProvider } from './demo-provider.ts';

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#12161f"/><g fill="none" stroke="#fff" stroke-opacity=".2" stroke-width="3"><path d="M0 26c20-7 34 5 56 1s30-5 40-1M0 74c24-6 40 4 62 0s26-3 34 0"/></g><path d="M26 68V48a22 22 0 0 1 44 0v20z" fill="none" stroke="#f5a524" stroke-width="6" stroke-linejoin="round"/><circle cx="48" cy="50" r="9" fill="#f5a524"/></svg>',
)}`;

type Listener = (value: never) => void;
const listeners = new Map<keyof ProviderEvents, Set<Listener>>();

function emit<E extends keyof ProviderEvents>(event: E, value: Parameters<ProviderEvents[E]>[0]): void {
  for (const listener of [...(listeners.get(event) ?? [])])
    (listener as (given: typeof value) => void)(value);
}

let loaded: Promise<DemoProvider> | undefined;

/** The wallet's implementation; a chunk that failed to load is requested again next time. */
export function demoWallet(): Promise<DemoProvider> {
  loaded ??= import('./demo-wallet.ts').then(({ openDemoWallet }) => openDemoWallet(emit));
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

const provider: Provider = {
  request: async (request) => (await demoWallet()).request(request),
  on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
  removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
};

let announced = false;

/** Only if the server says that it runs in demo mode. */
export function announceDemoWallet(): void {
  if (announced) return;
  announced = true;
  const info = Object.freeze({ uuid: uuid(), name: 'Demo wallet', icon: ICON, rdns: DEMO_RDNS });
  const detail = Object.freeze({ info, provider });
  const announce = () => void window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  window.addEventListener('eip6963:requestProvider', announce);
  // Another tab switched the account or disconnected.
  window.addEventListener('storage', (event) => {
    if (event.key === DEMO_KEY && loaded)
      void loaded.then((wallet) => wallet.changedElsewhere(event.oldValue, event.newValue));
  });
  announce();
}
