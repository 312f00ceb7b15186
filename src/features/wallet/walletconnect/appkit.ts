// Reown AppKit without its modal: pairing over WalletConnect, shown in our own sheet. Everything else is disabled.
import { createAppKit } from '@reown/appkit/core';
import { EthersAdapter } from '@reown/appkit-adapter-ethers';
import { call } from '#api/client.ts';
import { networkName } from '#lib/network.ts';
import { type Provider, RPC_ERROR, RpcError, rpcCode } from '#features/wallet/eip1193.ts';
import { ConnectFault } from '#features/wallet/fault.ts';
import { WALLETCONNECT_REJECTED } from '#features/wallet/send-fault.ts';
import { BRAND } from '#lib/brand.ts';
import { write } from '#lib/store.ts';
import { pairingAtom } from './pairing-link.ts';

/**
 * AppKit fetches settings from its maker's host before it starts, without a timeout; a hanging request would block it.
 */
const CONFIG_HOST = 'api.web3modal.org';
const CONFIG_MS = 1500;

const original = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (!URL.canParse(url) || new URL(url).host !== CONFIG_HOST) return original(input, init);
  const limit = AbortSignal.timeout(CONFIG_MS);
  return original(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
};

/** Timeout for a link to show, which requires reaching the relay. */
const LINK_MS = 15_000;
/** The other side is told that the pairing was abandoned, but nothing waits for that. */
const LEAVE_MS = 2000;

type Kit = ReturnType<typeof createAppKit>;
/** One per page, even if its start has to be awaited again. */
let kit: Kit | undefined;

async function start(projectId: string): Promise<Kit> {
  const { chainId, rpcUrl } = await call('GET /api/assets/list');
  const network = {
    id: chainId,
    name: networkName(chainId),
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [new URL(rpcUrl, location.origin).href] } },
  };
  kit ??= createAppKit({
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
  await kit.ready().catch((error: unknown) => {
    kit = undefined;
    throw error;
  });
  return kit;
}

/**
 * Why pairing failed: WalletConnect's own code means that the user declined; before there is a link, the relay is
 * unreachable.
 */
function pairingFault(error: unknown, linked: boolean): ConnectFault {
  if (rpcCode(error) === WALLETCONNECT_REJECTED) return new ConnectFault('rejected', error);
  return new ConnectFault(linked ? 'connect_failed' : 'unreachable', error);
}

/** Requests a pairing and waits until a wallet has joined it. @throws ConnectFault */
function pair(kit: Kit): Promise<Provider> {
  return new Promise((resolve, reject) => {
    let linked = false;
    const show = () => {
      const link = kit.getWalletConnectUri().wcUri ?? null;
      linked ||= link !== null;
      write(pairingAtom, link);
    };
    const over = () => {
      clearTimeout(timer);
      forgetLink();
      forgetProviders();
      write(pairingAtom, null);
    };
    const fail = (error: unknown) => {
      over();
      reject(pairingFault(error, linked));
    };
    const finish = () => {
      const provider = kit.getProvider<Provider>('eip155');
      if (!provider) return;
      over();
      resolve(provider);
    };
    const timer = setTimeout(() => linked || fail(undefined), LINK_MS);
    const forgetLink = kit.subscribeWalletConnectUri(show);
    const forgetProviders = kit.subscribeProviders(finish);
    kit.prefetchWalletConnectUri().then(finish, fail);
  });
}

/** Ends the pairing, if there is one. The wallet is told if it can be reached soon. */
export async function unpair(): Promise<void> {
  await Promise.race([kit?.disconnect(), new Promise((done) => setTimeout(done, LEAVE_MS))]);
}

/**
 * An EIP-1193 provider over whatever wallet is paired; only a request for accounts starts a pairing. The next sign-in
 * reuses a pairing, unless it gave no answer last time: that wallet may be gone, so a new pairing is requested.
 */
export async function openWalletConnect(projectId: string): Promise<Provider> {
  const started = await start(projectId);
  const current = () => started.getProvider<Provider>('eip155');
  let silent = false;

  async function paired(): Promise<Provider> {
    const alive = current();
    if (alive && !silent) return alive;
    if (alive) await unpair();
    return pair(started);
  }

  return {
    request: async (request) => {
      if (request.method === 'eth_requestAccounts') {
        const provider = await paired();
        silent = true;
        return provider.request(request);
      }
      const provider = current();
      if (!provider) throw new RpcError(RPC_ERROR.disconnected, 'No wallet is paired');
      const answer = await provider.request(request);
      if (request.method === 'personal_sign') silent = false;
      return answer;
    },
    on: (event, listener) => current()?.on?.(event, listener),
    removeListener: (event, listener) => current()?.removeListener?.(event, listener),
  };
}
