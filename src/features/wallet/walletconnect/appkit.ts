// Reown AppKit without its modal: pairing over WalletConnect, shown by our own sheet. Everything else of it is switched off.
import { createAppKit } from '@reown/appkit/core';
import { EthersAdapter } from '@reown/appkit-adapter-ethers';
import { call } from '#api/client.ts';
import { chainName } from '#features/wallet/chain.ts';
import { type Provider, RPC_ERROR, RpcError } from '#features/wallet/eip1193.ts';
import { BRAND } from '#lib/brand.ts';
import { write } from '#lib/store.ts';
import { pairingAtom } from './pairing-link.ts';

/** AppKit asks its maker's host for settings before it starts, without a limit of its own; a hanging one would block it. */
const CONFIG_HOST = 'api.web3modal.org';
const CONFIG_MS = 1500;

function boundConfigFetch(): void {
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!URL.canParse(url) || new URL(url).host !== CONFIG_HOST) return original(input, init);
    const limit = AbortSignal.timeout(CONFIG_MS);
    return original(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
}

async function start(projectId: string) {
  const { chainId, rpcUrl } = await call('GET /api/assets/list');
  const network = {
    id: chainId,
    name: chainName(chainId),
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [new URL(rpcUrl, location.origin).href] } },
  };
  boundConfigFetch();
  const kit = createAppKit({
    adapters: [new EthersAdapter()],
    projectId,
    networks: [network],
    defaultNetwork: network,
    allowUnsupportedChain: true,
    enableInjected: false,
    enableEIP6963: false,
    enableCoinbase: false,
    metadata: { name: BRAND.name, description: BRAND.name, url: location.origin, icons: [] },
    features: { headless: true, analytics: false, email: false, socials: false, swaps: false, onramp: false },
  });
  await kit.ready();
  return kit;
}

/** Asks for a pairing unless one is alive, and waits until a wallet has joined it. */
function paired(kit: Awaited<ReturnType<typeof start>>): Promise<Provider> {
  const present = () => kit.getProvider<Provider>('eip155');
  const alive = present();
  if (alive) return Promise.resolve(alive);
  return new Promise((resolve, reject) => {
    const show = () => write(pairingAtom, kit.getWalletConnectUri().wcUri ?? null);
    const forgetLink = kit.subscribeWalletConnectUri(show);
    const forgetProviders = kit.subscribeProviders(() => finish());
    const over = () => {
      forgetLink();
      forgetProviders();
      write(pairingAtom, null);
    };
    const finish = () => {
      const provider = present();
      if (!provider) return;
      over();
      resolve(provider);
    };
    kit.prefetchWalletConnectUri().then(finish, (error: unknown) => {
      over();
      reject(new RpcError(RPC_ERROR.internal, 'WalletConnect could not pair', error));
    });
  });
}

/** An EIP-1193 provider over whatever wallet is paired; only a request for accounts starts a pairing. */
export async function openWalletConnect(projectId: string): Promise<Provider> {
  const kit = await start(projectId);
  const current = () => kit.getProvider<Provider>('eip155');
  return {
    request: async (request) => {
      if (request.method === 'eth_requestAccounts') return (await paired(kit)).request(request);
      const provider = current();
      if (!provider) throw new RpcError(RPC_ERROR.disconnected, 'No wallet is paired');
      return provider.request(request);
    },
    on: (event, listener) => current()?.on?.(event, listener),
    removeListener: (event, listener) => current()?.removeListener?.(event, listener),
  };
}
