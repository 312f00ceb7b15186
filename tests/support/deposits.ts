// Deposits on an in-process devnet: purses that pay the treasury, and a watcher that credits their deposits into a
// database.
import { type HDNodeWallet, Wallet, computeAddress, getCreateAddress, parseEther } from 'ethers';
import { sql } from 'kysely';
import { toUnits } from '#rules/amounts.ts';
import { COINS } from '#server/chain/coins.ts';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import { newestDepositBlock } from '#server/chain/deposits/deposits.repository.ts';
import type { Book } from '#server/chain/deposits/deposits.rules.ts';
import { type DepositDeps, depositScan } from '#server/chain/deposits/deposits.ts';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { type Rpc, hex, readBlock } from '#server/chain/rpc.ts';
import { type Draft, endow, included, sender } from '#server/chain/devnet/sender.ts';
import type { Passport } from '#server/chain/devnet/state.ts';
import { type Watcher, type WatcherDeps, startWatcher } from '#server/chain/watcher.ts';
import type { Db } from '#server/db/client.ts';
import { CHAIN_ID, memoryLog, testClock } from '#tests/support/devnet.ts';

/** What `server/chain/chain.ts` derives from the devnet's passport. */
export function bookOf({ tokens, keys }: Pick<Passport, 'tokens' | 'keys'>): Book {
  const treasury = computeAddress(keys.treasury);
  const listed = COINS.map(({ symbol, decimals }) => [
    (tokens[symbol] ?? '').toLowerCase(),
    { coin: symbol, decimals },
  ]);
  return {
    tokens: new Map(listed as [string, { coin: string; decimals: number }][]),
    treasuries: [treasury],
  };
}

/** Mines by hand from now on, so that a test controls each block. */
export async function byHand(devnet: Devnet): Promise<void> {
  await devnet.rpc.call('evm_setIntervalMining', [0]);
}

/** Mines `blocks` blocks; thousands take a busy machine longer than a call usually may. */
export const mine = (rpc: Rpc, blocks = 1): Promise<unknown> => rpc.call('anvil_mine', [hex(blocks)], 60_000);

const erc20 = artifact('TestToken').abi;
const transferTo = (to: string, amount: string) =>
  erc20.encodeFunctionData('transfer', [to, toUnits(amount)]);

export interface Paid {
  readonly hash: string;
  readonly raw: string;
}

/** A wallet with gas and coins; its payments wait for the next block. */
export interface Purse {
  readonly wallet: Wallet | HDNodeWallet;
  readonly address: string;
  /** Decimal strings; by default to the treasury. */
  readonly pay: (coin: string, amount: string, to?: string) => Promise<Paid>;
}

/** Mints with the devnet's owner; waits until it is on the chain, which takes blocks. */
export async function mint(devnet: Devnet, to: string, coins: Record<string, string>): Promise<void> {
  const { rpc, passport } = devnet;
  const drafts = Object.entries(coins).map(([coin, amount]): Draft => {
    const data = erc20.encodeFunctionData('mint', [to, toUnits(amount)]);
    return { to: passport.tokens[coin] ?? null, data, gasLimit: 100_000 };
  });
  const sent = await sender(rpc, new Wallet(passport.keys.owner), CHAIN_ID).send(drafts);
  await mine(rpc);
  await included(rpc, sent, 10_000);
}

/** A new wallet, or this one, with gas and coins (decimal strings). */
export async function purse(
  devnet: Devnet,
  coins: Record<string, string>,
  wallet: Wallet | HDNodeWallet = Wallet.createRandom(),
): Promise<Purse> {
  const { rpc, passport } = devnet;
  await endow(rpc, wallet.address, parseEther('1'));
  await mint(devnet, wallet.address, coins);
  const own = sender(rpc, new Wallet(wallet.privateKey), CHAIN_ID);
  const treasury = computeAddress(passport.keys.treasury);
  return {
    wallet,
    address: wallet.address,
    async pay(coin, amount, to = treasury) {
      const draft = { to: passport.tokens[coin] ?? null, data: transferTo(to, amount), gasLimit: 100_000 };
      const [sent] = await own.send([draft]);
      if (!sent) throw new Error('nothing was sent');
      return sent;
    },
  };
}

const word = (value: number) => value.toString(16).padStart(4, '0');
/** Bytes of a transfer's call data, and of the code that makes one call with it. */
const [CALL_DATA, CALL_CODE] = [68, 42];

/**
 * Pays the treasury several times in one transaction: a contract that transfers during its creation, from coins minted
 * to its future address. Returns that address, which is the sender of the transfers.
 */
export async function payAtOnce(
  devnet: Devnet,
  payments: readonly { coin: string; amount: string }[],
): Promise<Paid & { address: string }> {
  const { rpc, passport } = devnet;
  const wallet = Wallet.createRandom();
  await endow(rpc, wallet.address, parseEther('1'));
  const address = getCreateAddress({ from: wallet.address, nonce: 0 });
  for (const { coin, amount } of payments) await mint(devnet, address, { [coin]: amount });
  const treasury = computeAddress(passport.keys.treasury);
  const codeLength = payments.length * CALL_CODE + 1;
  const calls = payments.map(({ coin }, index) => {
    const at = word(codeLength + index * CALL_DATA);
    const token = (passport.tokens[coin] ?? '').slice(2).toLowerCase();
    // CODECOPY(0, at, 0x44); CALL(gas, token, 0, 0, 0x44, 0, 0); POP
    return `604461${at}600039${'6000'.repeat(2)}60446000600073${token}5af150`;
  });
  const data = payments.map(({ amount }) => transferTo(treasury, amount).slice(2));
  const code = `0x${calls.join('')}00${data.join('')}`;
  const [sent] = await sender(rpc, new Wallet(wallet.privateKey), CHAIN_ID).send([
    { to: null, data: code, gasLimit: 500_000 },
  ]);
  if (!sent) throw new Error('nothing was sent');
  return { ...sent, address };
}

/** An account with this address, created as a sign-in would. */
export async function openAccount(db: Db, address: string): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`
    insert into users (address, invite_code, created_at, sign_ins)
    values (${address}, ${address.slice(-10)}, now(), 1) returning id`.execute(db);
  if (!rows[0]) throw new Error('no account was made');
  return rows[0].id;
}

/** The number of the newest block. */
export async function height(rpc: Rpc): Promise<number> {
  return (await readBlock(rpc, 'latest'))?.number ?? 0;
}

export interface Watched {
  readonly watcher: Watcher;
  /** The accounts notified of a change, in order. */
  readonly notified: bigint[];
  /** Confirms everything on the chain and waits until the watcher has seen it. */
  confirm(): Promise<void>;
  readonly log: ReturnType<typeof memoryLog>;
}

/** A watcher with the deposit scan on this database; it checks on request, and on its own every `pollMs`. */
export function watchDeposits(
  devnet: Pick<Devnet, 'rpc' | 'passport'>,
  db: Db,
  {
    rpc = devnet.rpc,
    book = bookOf(devnet.passport),
    changed,
    ...more
  }: Partial<WatcherDeps & Pick<DepositDeps, 'book' | 'changed'>> = {},
): Watched {
  const [clock, log, notified] = [testClock(), memoryLog(), [] as bigint[]];
  const tell = (users: readonly bigint[]) => {
    notified.push(...users);
    changed?.(users);
  };
  const watcher = startWatcher({
    ...{ rpc, db, clock, log, chainId: CHAIN_ID, confirmations: 3, pollMs: 60_000 },
    scan: depositScan({
      ...{ rpc, db, clock, log, book, changed: tell, dropsBlocks: true },
    }),
    anchor: (number) => newestDepositBlock(db, number),
    ...more,
  });
  return {
    watcher,
    notified,
    log,
    async confirm() {
      await mine(devnet.rpc, 2);
      await watcher.look();
    },
  };
}
