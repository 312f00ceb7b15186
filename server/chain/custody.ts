/** Our holdings on the chain: token balances of our own wallets. */
import { artifact } from './contracts/artifacts.ts';
import type { Coin } from './chain.ts';
import { fromDecimals } from '#rules/amounts.ts';
import { NodeUnreachable, type Rpc, read } from './rpc.ts';

/**
 * Reads the owners' balances (each address once, ignoring case) of every coin with a contract, by coin, in the ledger's
 * smallest units (10^-18). A coin whose contract call fails is omitted.
 * @throws NodeUnreachable when the node does not answer
 */
export async function readCustody(
  rpc: Rpc,
  coins: readonly Pick<Coin, 'symbol' | 'decimals' | 'contract'>[],
  owners: readonly string[],
): Promise<Map<string, bigint>> {
  const wallets = [...new Map(owners.map((owner) => [owner.toLowerCase(), owner])).values()];
  const held = new Map<string, bigint>();
  const one = async ({ symbol, decimals, contract }: (typeof coins)[number]) => {
    if (contract === null || wallets.length === 0) return;
    try {
      const answers = await Promise.all(
        wallets.map((owner) => read(rpc, contract, artifact('TestToken'), 'balanceOf', [owner])),
      );
      const units = answers.reduce((sum, [balance]) => sum + (balance as bigint), 0n);
      held.set(symbol, fromDecimals(units, decimals));
    } catch (error) {
      if (error instanceof NodeUnreachable) throw error;
    }
  };
  await Promise.all(coins.map(one));
  return held;
}
