// The in-memory chain of an app that runs in the test's process, with the devnet's initial prices. A request mines a block if the clock
// has moved on, and deposits are credited directly. Tests control it with a devnet node's RPC methods.
import { randomBytes } from 'node:crypto';
import { Transaction, Wallet, getAddress, hexlify } from 'ethers';
import { toDecimals, toUnits } from '#rules/amounts.ts';
import type { Chain, createChain } from '#server/chain/chain.ts';
import { COINS, seedPrice } from '#server/chain/coins.ts';
import { tokensOf } from '#server/chain/deposits/deposits.rules.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import { creditDeposits, usersOf } from '#server/chain/deposits/deposits.repository.ts';
import { listedFeeds } from '#server/chain/prices/prices.rules.ts';
import { startPrices } from '#server/chain/prices/prices.ts';
import { signatureVerifier } from '#server/chain/signature.ts';
import { inTransaction } from '#server/db/client.ts';
import { MINER, type MemoryChain, type Tx } from '#tests/support/memory-chain.ts';
import type { Node } from '#tests/support/money.ts';

type Coins = Readonly<Record<string, string>>;

export interface LocalChain extends Node {
  /** Deposits coins from these wallets; resolves once they are final and credited. */
  credit(all: readonly (readonly [address: string, coins: Coins])[]): Promise<void>;
  /** Makes a coin's feed answer this price, USD as a decimal string; now, unless `at` is given. */
  answer(coin: string, price: string, at?: Date): void;
  /** The blocks, and the node's faults. */
  readonly memory: MemoryChain;
}

/** Decimals of a feed's answers. */
const PLACES = 10;

const addressOf = (index: number) => getAddress(`0x${(index + 1).toString(16).padStart(40, 'c')}`);

const TREASURY = addressOf(100);
const HOT_WALLET = new Wallet(`0x${'d3'.repeat(32)}`);

/** The chain that the server gets, plus the controls for tests. The blocks in `memory` survive a restart of the server. */
export async function localChain(
  memory: MemoryChain,
  config: Parameters<typeof createChain>[0],
  { db, clock, log, changed }: Parameters<typeof createChain>[1],
): Promise<Chain & LocalChain> {
  let pool: Tx[] = [];
  let mines = true;
  let next: number | undefined;

  function mine(keeper: readonly string[]): void {
    const newest = memory.blocks.at(-1)?.timestamp ?? 0;
    const second = Math.floor(clock.now().getTime() / 1000);
    const at = next ?? Math.max(second, newest + 1);
    memory.mine(at, [...pool, ...keeper]);
    [pool, next] = [[], undefined];
  }
  /** Mines a block for the current second, unless one exists or the test mines by hand. */
  const follow = (): void => {
    const second = Math.floor(clock.now().getTime() / 1000);
    if (mines && (memory.blocks.at(-1)?.timestamp ?? 0) < second) mine([MINER]);
  };
  memory.before = follow;
  follow();

  const { abi } = artifact('MockV3Aggregator');
  const latest = abi.getFunction('latestRoundData')?.selector ?? '';
  const answers = new Map<string, { price: bigint; at: Date }>();
  const feedOf = new Map<string, string>();
  for (const [index, coin] of COINS.entries()) {
    const price = coin.price && 'feed' in coin.price ? seedPrice(coin) : null;
    if (price === null) continue;
    const address = addressOf(200 + index);
    feedOf.set(coin.symbol, address);
    answers.set(coin.symbol, { price, at: clock.now() });
    memory.contracts.set(address.toLowerCase(), (data) => {
      if (!data.startsWith(latest)) return abi.encodeFunctionResult('decimals', [PLACES]);
      const { price: said, at } = answers.get(coin.symbol) ?? { price: 0n, at: new Date(0) };
      const second = Math.floor(at.getTime() / 1000);
      return abi.encodeFunctionResult('latestRoundData', [1, toDecimals(said, PLACES), second, second, 1]);
    });
  }
  const coins = COINS.map((coin, index) => ({ ...coin, contract: addressOf(index) }));
  const feeds = listedFeeds(COINS, Object.fromEntries(feedOf));
  const prices = await startPrices({ rpc: memory.rpc, feeds: () => feeds, clock, log });

  /** A devnet node's control methods, in addition to the standard ones. */
  const methods: Readonly<Record<string, (first: never) => unknown>> = {
    eth_coinbase: () => memory.miner,
    anvil_setCoinbase: (address: string) => void (memory.miner = address.toLowerCase()),
    evm_setIntervalMining: (seconds: number) => void (mines = seconds > 0),
    evm_setNextBlockTimestamp: (second: number) => void (next = second),
    eth_sendRawTransaction(serialized: string) {
      const { hash, from } = Transaction.from(serialized);
      pool.push({ hash: hash ?? '', from: (from ?? '').toLowerCase() });
    },
    anvil_mine(count: string) {
      for (let left = Number(count); left > 0; left -= 1) mine([]);
    },
  };

  return {
    rpc: memory.rpc,
    rpcUrl: 'http://127.0.0.1:1',
    chainId: config.chainId,
    treasury: TREASURY,
    own: [TREASURY, HOT_WALLET.address],
    hotWalletKey: HOT_WALLET.privateKey,
    coins,
    tokens: () => tokensOf(coins, new Map()),
    feeds: prices,
    isDevnet: true,
    // Withdrawals are accepted but never paid.
    payouts: {
      address: HOT_WALLET.address,
      nudge: () => undefined,
      look: async () => undefined,
      status: () => ({ ok: true, open: 0 }),
      halt: async () => false,
      resume: async () => [],
      adopt: async () => undefined,
      stop: async () => undefined,
    },
    status: () => ({
      ok: true,
      head: memory.blocks.length - 1,
      finalized: memory.blocks.length - 1,
      lag: 0,
    }),
    headTime: () => new Date((memory.blocks.at(-1)?.timestamp ?? 0) * 1000),
    rescan: async () => undefined,
    quote: (symbol) => prices.quote(symbol),
    freshPrices: (symbols) => prices.fresh(symbols),
    secure: async () => undefined,
    verifySignature: signatureVerifier(memory.rpc),
    faucet: async () => [hexlify(randomBytes(32)), hexlify(randomBytes(32))],
    async followClock() {
      // As the devnet's keeper does.
      for (const [coin, { price }] of answers) answers.set(coin, { price, at: clock.now() });
      follow();
      await prices.refresh();
    },
    answer: (coin, price, at = clock.now()) => void answers.set(coin, { price: toUnits(price), at }),
    memory,
    stop: () => prices.stop(),
    provider: {
      async send(method, params) {
        const given = params as readonly unknown[];
        const own = methods[method];
        return own ? own(given[0] as never) : memory.rpc.call(method, given);
      },
    },
    async credit(all) {
      follow();
      const block = memory.blocks.at(-1) ?? { number: 0, hash: '' };
      const deposits = all.flatMap(([from, coins]) =>
        Object.entries(coins).map(([coin, amount]) => ({
          ...{ coin, amount: toUnits(amount), from, block },
          ...{ txHash: hexlify(randomBytes(32)), ordinal: 0 },
        })),
      );
      changed(usersOf(await inTransaction(db, (tx) => creditDeposits(tx, deposits, clock.now()))));
    },
  };
}
