// The session's wallet for other features (lib/connected-wallet.ts): every answer is checked, every fault has a kind.
import { sameAddress } from '#rules/addresses.ts';
import { answered, type ConnectedWallet, WalletFault } from '#lib/connected-wallet.ts';
import { type ChainFacts, chainIdOf, switchChain } from './chain.ts';
import { type Provider, hexChainId, hexOfText, readAccounts } from './eip1193.ts';
import { walletFault } from './send-fault.ts';
import type { Bond } from './watch.ts';

interface PortDeps {
  /** The app's chain, for a wallet that does not know it. */
  chain(): Promise<ChainFacts>;
  origin: string;
}

const HASH = /^0x[0-9a-f]{64}$/i;
const SIGNATURE = /^0x([0-9a-f]{2})+$/i;

export function walletPort(provider: Provider, bond: Bond, deps: PortDeps): ConnectedWallet {
  async function chainId(): Promise<number> {
    try {
      return await chainIdOf(provider);
    } catch (error) {
      throw walletFault(error, 'disconnected');
    }
  }

  /** A locked wallet answers with no account; another account's coins must not be sent in this one's name. */
  async function checkAccount(): Promise<void> {
    let first: string | undefined;
    try {
      [first] = readAccounts(await provider.request({ method: 'eth_accounts' }));
    } catch (error) {
      throw walletFault(error, 'disconnected');
    }
    if (first === undefined || !sameAddress(first, bond.address)) throw new WalletFault('disconnected');
  }

  async function checkChain(): Promise<void> {
    if ((await chainId()) !== bond.chainId) throw new WalletFault('wrong_chain');
  }

  return {
    address: bond.address,
    chainId,
    async goToChain() {
      try {
        await answered(switchChain(provider, await deps.chain(), deps.origin));
      } catch (error) {
        throw walletFault(error, 'wrong_chain');
      }
      await checkChain();
    },
    async send({ to, data }) {
      await checkAccount();
      await checkChain();
      let hash: unknown;
      try {
        // The chain is named, so that a wallet in the middle of switching refuses instead of sending on another
        // chain.
        const transaction = { from: bond.address, to, data, chainId: hexChainId(bond.chainId) };
        hash = await answered(provider.request({ method: 'eth_sendTransaction', params: [transaction] }));
      } catch (error) {
        throw walletFault(error);
      }
      if (typeof hash !== 'string' || !HASH.test(hash)) throw new WalletFault('failed', hash);
      return hash.toLowerCase();
    },
    async sign(text) {
      await checkAccount();
      let signature: unknown;
      try {
        const params = [hexOfText(text), bond.address];
        signature = await answered(provider.request({ method: 'personal_sign', params }));
      } catch (error) {
        throw walletFault(error);
      }
      if (typeof signature !== 'string' || !SIGNATURE.test(signature))
        throw new WalletFault('failed', signature);
      return signature;
    },
  };
}
