/** What every step of the payouts worker is given. */
import type { Wallet } from 'ethers';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import type { Block, Rpc } from '#server/chain/rpc.ts';

export interface PayoutCoin {
  readonly symbol: string;
  readonly decimals: number;
  /** The token on the chain in use; null: it cannot be paid. */
  readonly contract: string | null;
}

export interface Desk {
  readonly db: Db;
  readonly rpc: Rpc;
  /** The key that pays. */
  readonly wallet: Wallet;
  readonly chainId: number;
  readonly coins: readonly PayoutCoin[];
  readonly confirmations: number;
  /** Makes sure that a block cannot be lost any more before effects of it commit (devnet). */
  readonly secure: ((block: Pick<Block, 'number' | 'hash'>) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Tells the open pages of these accounts. */
  readonly changed: (users: readonly bigint[]) => void;
  /** A transaction that waited so long for a block gets a higher price. */
  readonly replaceAfterMs: number;
  /** What the node last said against an attempt, by hash, so that it is logged once. */
  readonly refusals: Map<string, string>;
  readonly stopping: AbortSignal;
}

/** The token of a coin, if it is on this chain. */
export function tokenOf(desk: Desk, symbol: string): { address: string; decimals: number } | undefined {
  const coin = desk.coins.find((each) => each.symbol === symbol);
  return coin?.contract ? { address: coin.contract, decimals: coin.decimals } : undefined;
}
