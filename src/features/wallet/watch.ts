// Watches the wallet that a session was signed with: another account, another chain or a disconnect ends the session
// here.
import { sameAddress } from '#rules/addresses.ts';
import { chainIdOf } from './chain.ts';
import { type Provider, readAccounts, readChainId } from './eip1193.ts';

/** Which wallet, account and chain a session belongs to. */
export interface Bond {
  rdns: string;
  address: string;
  chainId: number;
}

export type Ending = 'account_switched' | 'chain_switched' | 'disconnected';

/** What an eth_accounts answer means for a session; a locked or revoked wallet answers with an empty list. */
function endingOfAccounts(answer: unknown, address: string): Ending | undefined {
  const [first] = readAccounts(answer);
  if (first === undefined) return 'disconnected';
  return sameAddress(first, address) ? undefined : 'account_switched';
}

/**
 * Calls `onEnd` once, when the wallet no longer matches what the session was signed with. Returns a function that stops
 * watching.
 */
export function watch(provider: Provider, bond: Bond, onEnd: (ending: Ending) => void): () => void {
  let over = false;
  const stop = () => {
    over = true;
    provider.removeListener?.('accountsChanged', onAccounts);
    provider.removeListener?.('chainChanged', onChain);
    provider.removeListener?.('disconnect', onDisconnect);
  };
  const end = (ending: Ending | undefined) => {
    if (over || !ending) return;
    stop();
    onEnd(ending);
  };
  const onAccounts = (accounts: string[]) => end(endingOfAccounts(accounts, bond.address));
  const onChain = (chainId: string) =>
    end(readChainId(chainId) === bond.chainId ? undefined : 'chain_switched');
  const onDisconnect = () => end('disconnected');
  provider.on?.('accountsChanged', onAccounts);
  provider.on?.('chainChanged', onChain);
  provider.on?.('disconnect', onDisconnect);
  return stop;
}

/**
 * Asks a wallet, without any prompt, whether it still matches what the session was signed with (after a reload). A
 * wallet that cannot be asked proves nothing: the session continues.
 */
export async function stillBonded(provider: Provider, bond: Bond): Promise<Ending | undefined> {
  try {
    const ending = endingOfAccounts(await provider.request({ method: 'eth_accounts' }), bond.address);
    if (ending) return ending;
    return (await chainIdOf(provider)) === bond.chainId ? undefined : 'chain_switched';
  } catch {
    return undefined;
  }
}
