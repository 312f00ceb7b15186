/**
 * Plays the devnet's validator: blocks are mined in its name, and every few seconds it sends a transaction, so that there are
 * blocks whose last transaction came from their own miner (the draw rule), and price feeds stay fresh.
 */
import { Wallet } from 'ethers';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import type { Rpc } from '#server/chain/rpc.ts';
import { type Draft, sender } from './sender.ts';
import type { Passport } from './state.ts';

/** A draw on the devnet waits for its block about this long. */
const BEAT_EVERY_MS = 5000;
/** How often a beat freshens the feeds too; their heartbeat is an hour. */
const FRESHEN_EVERY_MS = 60_000;

export interface Keeper {
  readonly address: string;
  /** Sends a transaction if one is due by `elapsed` (monotonic ms), or in any case with fresh prices. Returns its hashes. */
  beat(elapsed: number, fresh?: boolean): Promise<string[]>;
}

/** The keeper of the devnet with this passport. */
export function keeperOf(rpc: Rpc, passport: Passport): Keeper {
  const wallet = new Wallet(passport.keys.keeper);
  const purse = sender(rpc, wallet, passport.chainId);
  const freshen: Draft = {
    to: passport.keeper,
    data: artifact('Keeper').abi.encodeFunctionData('beat', [Object.values(passport.feeds)]),
    gasLimit: 500_000,
  };
  const plain: Draft = { to: wallet.address, gasLimit: 21_000 };
  let last = Number.NEGATIVE_INFINITY;
  let lastFresh = Number.NEGATIVE_INFINITY;
  return {
    address: wallet.address,
    async beat(elapsed, fresh = false) {
      if (!fresh && elapsed - last < BEAT_EVERY_MS) return [];
      const draft = fresh || elapsed - lastFresh >= FRESHEN_EVERY_MS ? freshen : plain;
      const [sent] = await purse.send([draft]);
      last = elapsed;
      if (draft === freshen) lastFresh = elapsed;
      return sent ? [sent.hash] : [];
    },
  };
}
