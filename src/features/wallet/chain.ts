// Switches a wallet to our chain (EIP-3326), adding the chain if the wallet does not know it (EIP-3085).
import { networkName } from '#lib/network.ts';
import { type Provider, RPC_ERROR, hexChainId, readChainId, rpcCode } from './eip1193.ts';

export interface ChainFacts {
  chainId: number;
  rpcUrl: string;
  explorerUrl: string | null;
}

export const chainIdOf = async (provider: Provider): Promise<number> =>
  readChainId(await provider.request({ method: 'eth_chainId' }));

/** The parameters of wallet_addEthereumChain; the server may give its node as a relative path. */
const addChainParams = (chain: ChainFacts, origin: string) => ({
  chainId: hexChainId(chain.chainId),
  chainName: networkName(chain.chainId),
  nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
  rpcUrls: [new URL(chain.rpcUrl, origin).href],
  ...(chain.explorerUrl && { blockExplorerUrls: [chain.explorerUrl] }),
});

/** Asks the wallet to switch its chain. @throws what the wallet throws: 4001 if the user declines */
export async function switchChain(provider: Provider, chain: ChainFacts, origin: string): Promise<void> {
  const ask = () =>
    provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: hexChainId(chain.chainId) }],
    });
  try {
    await ask();
  } catch (error) {
    // -32603 is how some mobile wallets wrap 4902.
    const code = rpcCode(error);
    if (code !== RPC_ERROR.unknownChain && code !== RPC_ERROR.internal) throw error;
    await provider.request({ method: 'wallet_addEthereumChain', params: [addChainParams(chain, origin)] });
    if ((await chainIdOf(provider)) !== chain.chainId) await ask();
  }
}
