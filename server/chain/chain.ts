/**
 * The chain as the rest of the server sees it: the devnet in demo mode, otherwise the operator's node. Built once by
 * server/main.ts.
 */
import { getAddress } from 'ethers/address';
import { computeAddress } from 'ethers/transaction';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { COINS, type Coin } from './coins.ts';
import type { CoinChanges } from './coins.terms.ts';
import { keepOwn, newestDepositBlock, ownWallets } from './deposits/deposits.repository.ts';
import { depositScan } from './deposits/deposits.ts';
import { type Book, tokensOf } from './deposits/deposits.rules.ts';
import { type Devnet, startDevnet } from './devnet/devnet.ts';
import { keptBlocks } from './draws/draws.repository.ts';
import { type Faucet, faucetOf } from './devnet/faucet.ts';
import { type Payouts, startPayouts } from './payouts/payouts.ts';
import { type Quote, feedsInForce, listedFeeds } from './prices/prices.rules.ts';
import { keepPrices, pricesAt } from './prices/prices.repository.ts';
import { type Prices, type TradePrices, startPrices } from './prices/prices.ts';
import { type Block, NodeUnreachable, type Rpc, connect } from './rpc.ts';
import { type Claim, signatureVerifier } from './signature.ts';
import { REREAD, type Range } from './watcher.rules.ts';
import { type ChainStatus, startWatcher, verifyChain } from './watcher.ts';

interface ChainConfig {
  readonly dataDir: string;
  /** The operator's node; undefined starts the devnet. */
  readonly chainRpcUrl?: string | undefined;
  readonly chainId: number;
  readonly confirmations: number;
  readonly treasuryAddress?: string | undefined;
  readonly hotWalletKey?: string | undefined;
}

interface ChainDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called after the commit with the accounts whose balances the chain changed. */
  readonly changed: (users: readonly bigint[]) => void;
  /** The operator's changes to coins; none by default. On the devnet, neither contracts nor feeds can change. */
  readonly changes?: () => CoinChanges;
}

const NO_CHANGES: CoinChanges = new Map();

/** The chain's interface to the rest of the server. */
export interface Chain {
  readonly rpc: Rpc;
  readonly rpcUrl: string;
  readonly chainId: number;
  /** Receives deposits; null outside demo mode if none is configured. */
  readonly treasury: string | null;
  /** Our own wallets, those that have been replaced too; their coins are in the books. */
  readonly own: readonly string[];
  /** Pays withdrawals; null if none is configured. */
  readonly hotWalletKey: string | null;
  /** With the contracts configured at start. */
  readonly coins: readonly Coin[];
  /** Those whose transfers are deposits, with what the operator has changed since. */
  tokens(): Book['tokens'];
  readonly feeds: Pick<Prices, 'list' | 'refresh'>;
  /** True for the devnet, whose contracts cannot be changed. */
  readonly isDevnet: boolean;
  /** Pays withdrawals; null without a hot wallet. */
  readonly payouts: Payouts | null;
  /** From memory, for /api/health. */
  status(): ChainStatus;
  /** The newest block's time, as last seen; null before the first one. */
  headTime(): Date | null;
  /**
   * Rescans blocks, with `replaced` also for what belongs to earlier treasuries and tokens.
   * @throws RangeError if some were never scanned; RpcError, NodeUnreachable
   */
  rescan(range: Range, replaced?: boolean): Promise<void>;
  /** USDT per coin, for display; null if it has no price or a stale one. */
  quote(symbol: string): Quote | null;
  /** Prices to trade at, read from the chain after this call. Answers within seconds, even if the node does not. */
  freshPrices(symbols: readonly string[]): Promise<TradePrices>;
  /**
   * Resolves once a kill can no longer lose `block`. Call it before booking anything that the block proves. Only the
   * devnet has anything to do here. @throws NodeUnreachable if the chain does not (or no longer) contain that block
   */
  secure(block: Pick<Block, 'number' | 'hash'>): Promise<void>;
  /**
   * Whether a wallet signed a text. The chain is asked only if `mayAsk` allows it.
   * @throws NodeUnreachable if the chain has to be asked and the node does not answer; Refusal unavailable
   */
  verifySignature(claim: Claim, mayAsk: () => Promise<boolean>): Promise<boolean>;
  /** Devnet only. */
  readonly faucet?: Faucet;
  /** Devnet only: advances the chain to the clock's time, with new prices. Call it after moving the clock. */
  readonly followClock?: () => Promise<void>;
  /** Stops watching, then saves and stops the devnet. */
  stop(): Promise<void>;
}

/** The devnet's feeds belong to this server, so new prices should show up quickly. */
const DEVNET_PRICES_MS = 5000;
/** After longer, a stored price says little about today's. */
const COMPARED_HOURS = 7 * 24;
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

/** A list that depends on the operator's changes, rebuilt after a change. */
function listOf<T>(changes: () => CoinChanges, make: (from: CoinChanges) => T): () => T {
  let from = changes();
  let made = make(from);
  return () => {
    const next = changes();
    if (next !== from) [from, made] = [next, make(next)];
    return made;
  };
}

/** Which transfers count as deposits. */
function bookOf(coins: readonly Coin[], changes: () => CoinChanges, treasuries: Book['treasuries']): Book {
  const tokens = listOf(changes, (from) => tokensOf(coins, from));
  return {
    treasuries,
    get tokens() {
      return tokens();
    },
  };
}

/** If the node does not answer at start, the watcher waits for it; a node on another chain aborts the start. */
async function verifyAtStart(rpc: Rpc, db: Db, chainId: number, node: string, log: Logger): Promise<void> {
  try {
    await verifyChain(rpc, db, chainId, node);
  } catch (error) {
    if (!(error instanceof NodeUnreachable)) throw error;
    log.warn({ err: error }, `${node} does not answer yet`);
  }
}

/**
 * Starts everything that talks to the chain.
 * @throws ConfigError if the node is on another chain, the devnet's state is damaged, or no devnet exists for this machine
 */
export async function createChain(config: ChainConfig, deps: ChainDeps): Promise<Chain> {
  const { dataDir, chainId, confirmations, hotWalletKey } = config;
  const { db, clock, log, changed } = deps;
  /** If the database cannot say which blocks are needed, none is dropped. */
  const kept = () => keptBlocks(db).catch(() => ({ blocks: [], since: 0 }));
  const devnet: Devnet | undefined = config.chainRpcUrl
    ? undefined
    : await startDevnet({ dataDir, chainId, clock, log, kept });
  try {
    const rpc = devnet?.rpc ?? connect(config.chainRpcUrl as string);
    await verifyAtStart(rpc, db, chainId, devnet ? 'the devnet in DATA_DIR' : 'CHAIN_RPC_URL', log);
    const { tokens, feeds } = devnet?.passport ?? known(chainId);
    const changes = () => (devnet ? NO_CHANGES : (deps.changes?.() ?? NO_CHANGES));
    const symbols = COINS.map(({ symbol }) => symbol);
    const listed = listedFeeds(COINS, feeds);
    const prices = await startPrices({
      ...{ rpc, feeds: listOf(changes, (from) => feedsInForce(listed, from)), clock, log },
      keep: (hour, found) => keepPrices(db, hour, found),
      stored: await pricesAt(db, symbols, [clock.now()], COMPARED_HOURS),
      pollMs: devnet && DEVNET_PRICES_MS,
    });
    const coins = COINS.map((coin) => {
      const own = changes().get(coin.symbol)?.contract;
      const contract = own?.address ?? tokens[coin.symbol] ?? null;
      return { ...coin, contract, decimals: own?.decimals ?? coin.decimals, earlier: own?.earlier ?? [] };
    });
    const payer = hotWalletKey ?? devnet?.passport.keys.treasury ?? null;
    const hotWallet = payer && computeAddress(payer);
    const treasury = config.treasuryAddress ? getAddress(config.treasuryAddress) : hotWallet;
    await keepOwn(db, treasury, hotWallet);
    const own = await ownWallets(db);
    const replaced = [...own].flatMap(([address, is]) => (is && address !== treasury ? [address] : []));
    const book = treasury === null ? null : bookOf(coins, changes, [treasury, ...replaced]);
    const watcher = startWatcher({
      ...{ rpc, db, clock, log, chainId, confirmations },
      scan:
        book && book.tokens.size > 0
          ? depositScan({ rpc, db, clock, log, book, changed, dropsBlocks: devnet !== undefined })
          : undefined,
      anchor: (number) => newestDepositBlock(db, number),
      secure: devnet && ((block) => devnet.secure(block)),
      reread: REREAD,
    });
    const payouts =
      payer === null
        ? null
        : startPayouts({
            ...{ db, rpc, key: payer, chainId, coins, confirmations, clock, log, changed },
            secure: devnet && ((block) => devnet.secure(block)),
          });
    const demo = devnet && {
      faucet: faucetOf(devnet),
      async followClock() {
        await devnet.follow();
        await prices.refresh();
      },
    };
    return {
      rpc,
      rpcUrl: rpc.url,
      chainId,
      treasury,
      own: [...own.keys()],
      hotWalletKey: payer,
      coins,
      tokens: () => book?.tokens ?? new Map(),
      feeds: prices,
      isDevnet: devnet !== undefined,
      payouts,
      status: () => {
        const status = watcher.status();
        return { ...status, ok: status.ok && (devnet?.alive() ?? true) };
      },
      headTime: () => watcher.headTime(),
      rescan: (range, replaced) => watcher.rescan(range, replaced),
      quote: (symbol) => prices.quote(symbol),
      freshPrices: (symbols) => prices.fresh(symbols),
      secure: async (block) => devnet?.secure(block),
      verifySignature: signatureVerifier(rpc),
      ...demo,
      async stop() {
        await watcher.stop();
        await payouts?.stop();
        await prices.stop();
        await devnet?.stop();
      },
    };
  } catch (error) {
    await devnet?.stop();
    throw error;
  }
}
