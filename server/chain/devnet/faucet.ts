/** Demo mode's faucet: gas and test USDT for a wallet on the devnet. */
import { getAddress } from 'ethers/address';
import { toUnits } from '#rules/amounts.ts';
import { FAUCET_BNB, FAUCET_USDT } from '#rules/figures.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import type { Devnet } from './devnet.ts';
import { readBlock } from '#server/chain/rpc.ts';
import { signerOf } from '#server/chain/signer.ts';
import { included, sender } from './sender.ts';

/** wei */
export const FAUCET_GAS = toUnits(FAUCET_BNB);
/** Smallest units of test USDT, which has 18 decimals. */
export const FAUCET_MINT = toUnits(FAUCET_USDT);
const INCLUSION_LIMIT_MS = 15_000;

/**
 * Sends gas and test USDT to `address` and waits until they can no longer be lost.
 * @returns the two transaction hashes, gas first
 * @throws TypeError when the address is malformed or its EIP-55 checksum is wrong; NodeUnreachable when the devnet is
 * down; Reverted when the address accepts no money (the zero address, a contract that refuses it)
 */
export type Faucet = (address: string) => Promise<string[]>;

/** The faucet of a devnet; calls may run in parallel. */
export function faucetOf(devnet: Devnet): Faucet {
  const { rpc, passport } = devnet;
  const owner = sender(rpc, signerOf(passport.keys.owner), passport.chainId);
  const usdt = passport.tokens['USDT'] ?? null;
  return async (address) => {
    const to = getAddress(address);
    const mint = artifact('TestToken').abi.encodeFunctionData('mint', [to, FAUCET_MINT]);
    const sent = await owner.send([
      // A contract wallet may run code when it receives money.
      { to, value: FAUCET_GAS, gasLimit: 100_000 },
      { to: usdt, data: mint, gasLimit: 100_000 },
    ]);
    const number = await included(rpc, sent, INCLUSION_LIMIT_MS);
    const block = await readBlock(rpc, number);
    if (block) await devnet.secure(block);
    return sent.map(({ hash }) => hash);
  };
}
