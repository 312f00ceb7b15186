/** Demo mode's faucet: gas and test USDT for a wallet on the devnet. */
import { Wallet, getAddress, parseEther, parseUnits } from 'ethers';
import { artifact } from './contracts/artifacts.ts';
import type { Devnet } from './devnet.ts';
import { readBlock } from './rpc.ts';
import { included, sender } from './sender.ts';

/** wei: 0.5 BNB (product, "Demo mode"). */
export const FAUCET_GAS = parseEther('0.5');
/** Smallest units of test USDT: 1,000. */
export const FAUCET_USDT = parseUnits('1000', 18);
const INCLUSION_LIMIT_MS = 15_000;

/**
 * Sends 0.5 BNB and 1,000 test USDT to `address` and waits until they are in the chain for good.
 * @returns hashes of the two transactions, gas first
 * @throws TypeError when the address is malformed or its EIP-55 checksum is wrong; NodeUnreachable when the devnet is away;
 * Reverted when the address takes no money (the zero address, a contract that refuses it)
 */
export type Faucet = (address: string) => Promise<string[]>;

/** The faucet of a devnet; calls may run in parallel. */
export function faucetOf(devnet: Devnet): Faucet {
  const { rpc, passport } = devnet;
  const owner = sender(rpc, new Wallet(passport.keys.owner), passport.chainId);
  const usdt = passport.tokens['USDT'] ?? null;
  return async (address) => {
    const to = getAddress(address);
    const mint = artifact('TestToken').abi.encodeFunctionData('mint', [to, FAUCET_USDT]);
    const sent = await owner.send([
      // A contract wallet may run code when it is paid.
      { to, value: FAUCET_GAS, gasLimit: 100_000 },
      { to: usdt, data: mint, gasLimit: 100_000 },
    ]);
    const number = await included(rpc, sent, INCLUSION_LIMIT_MS);
    const block = await readBlock(rpc, number);
    if (block) await devnet.secure(block);
    return sent.map(({ hash }) => hash);
  };
}
