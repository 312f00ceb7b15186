/** The chain as the rest of the server sees it: the devnet in demo mode, else the operator's node. Built once by server/main.ts. */
import { computeAddress } from 'ethers';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { COINS, type Listed } from './coins.ts';
import { type Devnet, startDevnet } from './devnet.ts';
import { type Faucet, faucetOf } from './faucet.ts';
import { type Quote, startPrices } from './prices.ts';
import { NodeUnreachable, type Rpc, connect } from './rpc.ts';
import { type Claim, verifyWalletSignature } from './signature.ts';
import { type ChainStatus, type Scan, startWatcher, verifyChain } from './watcher.ts';

export interface ChainConfig {
  readonly dataDir: string;
  /** The operator's node; not set: the devnet. */
  readonly chainRpcUrl?: string | undefined;
  readonly chainId: number;
  readonly confirmations: number;
  readonly treasuryAddress?: string | undefined;
  readonly hotWalletKey?: string | undefined;
}

export interface ChainDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** What final blocks bring about (deposits). */
  readonly scans?: readonly Scan[];
}

export interface Coin extends Listed {
  /** The token on the chain in use; null: neither deposited nor withdrawn. */
  readonly contract: string | null;
}

export interface Chain {
  readonly rpc: Rpc;
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Receives deposits; null outside demo mode when none is configured. */
  readonly treasury: string | null;
  /** Pays withdrawals; null when none is configured. */
  readonly hotWalletKey: string | null;
  readonly coins: readonly Coin[];
  /** From memory, for /api/health. */
  status(): ChainStatus;
  /** USDT a coin; null when it has no price or a stale one. */
  quote(symbol: string): Quote | null;
  /** @throws NodeUnreachable when it takes the chain to tell and the node is away */
  verifySignature(claim: Claim): Promise<boolean>;
  /** Devnet only. */
  readonly faucet?: Faucet;
  /** Devnet only: brings the chain to the clock's time, with fresh prices; call it after the clock was moved. */
  readonly skip?: () => Promise<void>;
  /** Stops watching, then saves and ends the devnet. */
  stop(): Promise<void>;
}

const BNB_CHAIN = 56;
/** Contracts that are known without a devnet. */
const known = (chainId: number) => ({
  tokens: Object.fromEntries(
    COINS.map((coin) => [coin.symbol, chainId === BNB_CHAIN ? coin.bnbChain : null]),
  ),
  feeds: Object.fromEntries(
    COINS.flatMap(({ symbol, price }) =>
      chainId === BNB_CHAIN && price && 'feed' in price ? [[symbol, price.bnbChain]] : [],
    ),
  ) as Record<string, string>,
});

/** A node that is away at the start is waited for by the watcher; one of another chain ends the start. */
async function verifyAtStart(rpc: Rpc, db: Db, chainId: number, node: string, log: Logger): Promise<void> {
  try {
    await verifyChain(rpc, db, chainId, node);
  } catch (error) {
    if (!(error instanceof NodeUnreachable)) throw error;
    log.warn({ err: error }, `${node} does not answer yet`);
  }
}

/**
 * Starts everything that speaks with the chain.
 * @throws ConfigError when the node is on another chain, the devnet's state is damaged, or no devnet exists for this machine
 */
export async function createChain(config: ChainConfig, deps: ChainDeps): Promise<Chain> {
  const { dataDir, chainId, confirmations, hotWalletKey } = config;
  const { db, clock, log, scans } = deps;
  const devnet: Devnet | undefined = config.chainRpcUrl
    ? undefined
    : await startDevnet({ dataDir, chainId, clock, log });
  try {
    const rpc = devnet?.rpc ?? connect(config.chainRpcUrl as string);
    await verifyAtStart(rpc, db, chainId, devnet ? 'the devnet in DATA_DIR' : 'CHAIN_RPC_URL', log);
    const { tokens, feeds } = devnet?.passport ?? known(chainId);
    const prices = await startPrices({ rpc, feeds, clock, log });
    const secure = devnet && ((block: Parameters<Devnet['secure']>[0]) => devnet.secure(block));
    const watcher = startWatcher({ rpc, db, log, chainId, confirmations, scans, secure });
    const demo = devnet && {
      faucet: faucetOf(devnet),
      async skip() {
        await devnet.follow();
        await prices.refresh();
      },
    };
    const payer = hotWalletKey ?? devnet?.passport.keys.treasury ?? null;
    return {
      rpc,
      rpcUrl: rpc.url,
      chainId,
      treasury: config.treasuryAddress ?? (payer && computeAddress(payer)),
      hotWalletKey: payer,
      coins: COINS.map((coin) => ({ ...coin, contract: tokens[coin.symbol] ?? null })),
      status: () => {
        const status = watcher.status();
        return { ...status, ok: status.ok && (devnet?.alive() ?? true) };
      },
      quote: (symbol) => prices.quote(symbol),
      verifySignature: (claim) => verifyWalletSignature(rpc, claim),
      ...demo,
      async stop() {
        await watcher.stop();
        await prices.stop();
        await devnet?.stop();
      },
    };
  } catch (error) {
    await devnet?.stop();
    throw error;
  }
}
