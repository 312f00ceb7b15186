/**
 * The payout worker's access to the chain: it queries the node, checks the answers (because money depends on them),
 * signs, and sends. Nothing here changes the database.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { keccak256 } from 'ethers/crypto';
import { Transaction } from 'ethers/transaction';
import type { Logger } from 'pino';
import { artifact } from '#server/chain/contracts/artifacts.ts';
import {
  BATCH,
  type Block,
  NodeUnreachable,
  type Rpc,
  RpcError,
  read,
  readBlock,
  readBlocks,
} from '#server/chain/rpc.ts';
import { WATCHER, readCursor } from '#server/chain/cursor.ts';
import type { Signer } from '#server/chain/signer.ts';
import { readyBlock } from '#server/chain/watcher.rules.ts';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { netOf } from './payouts.ledger.ts';
import {
  type Flight,
  type Payout,
  type Signed,
  type WalletRow,
  flights,
  lostFlights,
  readWallet,
} from './payouts.repository.ts';
import {
  type Doubt,
  MAX_GAS,
  type Receipt,
  type SendAnswer,
  doubtOf,
  gasLimitFor,
  isRevert,
  sendAnswer,
  tokenUnits,
} from './payouts.rules.ts';

/** The facts about a coin that a payout needs. */
export interface PayoutCoin {
  readonly symbol: string;
  readonly decimals: number;
  /** The token on the chain in use; null if it cannot be paid. */
  readonly contract: string | null;
}

/** The dependencies of every step of the payout worker. */
export interface Desk {
  readonly db: Db;
  readonly rpc: Rpc;
  /** The key that pays. */
  readonly wallet: Signer;
  readonly chainId: number;
  readonly coins: readonly PayoutCoin[];
  readonly confirmations: number;
  /** Ensures that a block cannot be lost before its effects commit (devnet). */
  readonly secure?: ((block: Pick<Block, 'number' | 'hash'>) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Notifies the open pages of these accounts. */
  readonly changed: (users: readonly bigint[]) => void;
  /** After waiting this long for a block, a transaction is resent at a higher price. */
  readonly replaceAfterMs: number;
  /** The node's last objection to an attempt, by hash, so each is logged only once. */
  readonly refusals: Map<string, string>;
  readonly stopping: AbortSignal;
}

/** The token of a coin, if it is on this chain. */
export function tokenOf(desk: Desk, symbol: string): { address: string; decimals: number } | undefined {
  const coin = desk.coins.find((each) => each.symbol === symbol);
  return coin?.contract ? { address: coin.contract, decimals: coin.decimals } : undefined;
}

const quantity = (method: string, answer: string): bigint => {
  if (!/^0x[0-9a-f]+$/i.test(answer)) throw new NodeUnreachable(`${method}: the answer is not a quantity`);
  return BigInt(answer);
};

async function ask(rpc: Rpc, method: string, params: readonly unknown[] = []): Promise<bigint> {
  return quantity(method, await rpc.call<string>(method, params));
}

/**
 * The number of the address's transactions in the chain or, with 'pending', known to the node. @throws RpcError,
 * NodeUnreachable
 */
export const nonceOf = (rpc: Rpc, address: string, tag: 'latest' | 'pending' = 'latest'): Promise<bigint> =>
  ask(rpc, 'eth_getTransactionCount', [address, tag]);

/** The node's current price, wei per gas. @throws RpcError, NodeUnreachable */
export const marketPrice = (rpc: Rpc): Promise<bigint> => ask(rpc, 'eth_gasPrice');

/** What an address can pay for gas, in wei. @throws RpcError, NodeUnreachable */
export const gasMoney = (rpc: Rpc, address: string): Promise<bigint> =>
  ask(rpc, 'eth_getBalance', [address, 'latest']);

/** In the token's own units. */
async function tokenBalance(rpc: Rpc, token: string, owner: string): Promise<bigint> {
  const [balance] = await read(rpc, token, artifact('TestToken'), 'balanceOf', [owner]);
  return balance as bigint;
}

/** Gas that a transfer would use now, or null if the node says it would fail. @throws RpcError, NodeUnreachable */
async function estimate(rpc: Rpc, from: string, transfer: Transfer): Promise<bigint | null> {
  try {
    return await ask(rpc, 'eth_estimateGas', [{ from, to: transfer.token, data: transferData(transfer) }]);
  } catch (error) {
    if (error instanceof RpcError && isRevert(error)) return null;
    throw error;
  }
}

interface RawReceipt {
  blockNumber: string;
  blockHash: string;
  status: string;
  logs: Receipt['logs'];
}

/** Receipts of those transactions that are in a block. @throws RpcError, NodeUnreachable */
async function receiptsOf(rpc: Rpc, hashes: readonly string[]): Promise<Receipt[]> {
  const found = await rpc.batch<RawReceipt | null>(
    hashes.map((hash) => ['eth_getTransactionReceipt', [hash]] as const),
  );
  return found.flatMap((raw, index) => {
    if (!raw?.blockHash) return [];
    const [transactionHash = '', { blockHash, logs }] = [hashes[index], raw];
    const succeeded = quantity('eth_getTransactionReceipt', raw.status) === 1n;
    return [{ transactionHash, blockHash, blockNumber: Number(raw.blockNumber), succeeded, logs }];
  });
}

interface Transfer {
  readonly token: string;
  readonly to: string;
  /** In the token's own units. */
  readonly amount: bigint;
}

interface Terms {
  readonly chainId: number;
  readonly nonce: bigint;
  /** wei */
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
}

/** Call data of `transfer(to, amount)` (EIP-20). */
export const transferData = ({ to, amount }: Omit<Transfer, 'token'>): string =>
  artifact('TestToken').abi.encodeFunctionData('transfer', [to, amount]);

interface Draft extends Terms {
  readonly to: string;
  readonly data: string;
}

async function sign(wallet: Signer, { nonce, ...draft }: Draft): Promise<Signed> {
  const raw = await wallet.signTransaction({ type: 0, nonce: Number(nonce), ...draft });
  return { hash: keccak256(raw), raw };
}

/**
 * Signs a plain ERC-20 `transfer` of the exact amount, for one chain and one nonce: a legacy transaction (type 0,
 * EIP-155), because every EVM chain accepts it and a single price is easy to raise.
 */
export const signTransfer = (wallet: Signer, transfer: Transfer, terms: Terms): Promise<Signed> =>
  sign(wallet, { ...terms, to: transfer.token, data: transferData(transfer) });

/** The same transaction at another price: the chain accepts only one of the two, because they share a nonce. */
export function signAgain(wallet: Signer, raw: string, gasPrice: bigint): Promise<Signed> {
  const { chainId, nonce, gasLimit, to, data } = Transaction.from(raw);
  if (to === null) throw new Error('a payout has a receiver');
  return sign(wallet, { chainId: Number(chainId), nonce: BigInt(nonce), gasLimit, gasPrice, to, data });
}

/** Sends a signed transaction to the node. @throws NodeUnreachable */
export async function send(rpc: Rpc, raw: string): Promise<{ answer: SendAnswer; words: string }> {
  try {
    await rpc.call('eth_sendRawTransaction', [raw]);
    return { answer: 'taken', words: '' };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { answer: sendAnswer(error.message), words: error.message };
  }
}

/** The state of a wallet: what waits for a block, what has a receipt, and what should not be there. */
export interface Survey {
  readonly address: string;
  readonly row: WalletRow | undefined;
  readonly chainNonce: bigint;
  /** In a block. */
  readonly mined: readonly { flight: Flight; receipt: Receipt }[];
  /** Not in the chain, lowest nonce first; includes ended payouts that a re-org removed from the chain. */
  readonly waiting: readonly Flight[];
  /** Payouts whose nonce has been used, but by none of their attempts. */
  readonly struck: readonly Flight[];
  readonly doubt: Doubt | null;
}

/**
 * Whether a doubt comes from several nodes behind one address, of which one is behind. All is asked again in one
 * request, so one node answers: it has read less than was already read, has another nonce, or has a receipt of a payout
 * whose nonce seemed to be another's.
 */
async function nodesDisagree(
  { rpc, db }: Desk,
  address: string,
  nonce: bigint,
  struck: readonly Flight[],
): Promise<boolean> {
  const read = await readCursor(db, WATCHER);
  // More would not fit into one request; one receipt is enough.
  const hashes = struck.flatMap(({ attempts }) => attempts.map(({ hash }) => hash)).slice(0, BATCH - 2);
  const [head, now, ...receipts] = await rpc.batch([
    ['eth_blockNumber', []],
    ['eth_getTransactionCount', [address, 'latest']],
    ...hashes.map((hash) => ['eth_getTransactionReceipt', [hash]] as const),
  ]);
  const isMined = (receipt: unknown) =>
    ((receipt as { blockNumber?: unknown } | null)?.blockNumber ?? null) !== null;
  return (
    BigInt(head as string) < BigInt(read?.number ?? 0) ||
    BigInt(now as string) !== nonce ||
    receipts.some(isMined)
  );
}

/**
 * Reads a wallet's state on the chain and in the database. Read-only. The chain's nonce is read before the database, which knows
 * every transaction before the chain can.
 * @throws RpcError, NodeUnreachable
 */
export async function survey(desk: Desk, address: string): Promise<Survey> {
  const { rpc, db } = desk;
  const chainNonce = await nonceOf(rpc, address);
  const under = await flights(db, address);
  const row = await readWallet(db, address);
  const next = row?.next_nonce ?? chainNonce;
  const past = under.filter(({ nonce }) => nonce < chainNonce);
  const hashes = past.flatMap(({ attempts }) => attempts.map(({ hash }) => hash));
  const receipts = new Map(
    (await receiptsOf(rpc, hashes)).map((receipt) => [receipt.transactionHash, receipt]),
  );
  const receiptOf = (flight: Flight) =>
    flight.attempts.map(({ hash }) => receipts.get(hash)).find((receipt) => receipt !== undefined);
  const mined = past.flatMap((flight) => {
    const receipt = receiptOf(flight);
    return receipt ? [{ flight, receipt }] : [];
  });
  const open = under.filter(({ nonce }) => nonce >= chainNonce);
  const lost = next - chainNonce > open.length ? await lostFlights(db, address, chainNonce) : [];
  const struck = past.filter((flight) => !receiptOf(flight));
  const waiting = [...lost.filter(({ state }) => state === 'confirmed'), ...open].toSorted((a, b) =>
    a.nonce < b.nonce ? -1 : 1,
  );
  const doubt = doubtOf(chainNonce, next, struck, lost);
  if (doubt && (await nodesDisagree(desk, address, chainNonce, struck)))
    throw new NodeUnreachable('the node is behind what was already read');
  return { address, row, chainNonce, mined, waiting, struck, doubt };
}

/**
 * The final ones among the receipts, newest block first: securing that block secures the others. Final means in the
 * canonical chain at the later of N confirmations and finality.
 * @throws RpcError, NodeUnreachable
 */
export async function finalOnes(
  { rpc, confirmations }: Desk,
  mined: Survey['mined'],
): Promise<Survey['mined']> {
  const [head, finalized] = await readBlocks(rpc, ['latest', 'finalized']);
  if (!head || !finalized) throw new NodeUnreachable('the node has no newest block');
  const ready = readyBlock(head.number, finalized.number, confirmations);
  const old = mined.filter(({ receipt }) => receipt.blockNumber <= ready);
  const numbers = [...new Set(old.map(({ receipt }) => receipt.blockNumber))];
  const blocks = new Map((await readBlocks(rpc, numbers)).map((block) => [block?.number, block?.hash]));
  return old
    .filter(({ receipt }) => blocks.get(receipt.blockNumber) === receipt.blockHash)
    .toSorted((a, b) => b.receipt.blockNumber - a.receipt.blockNumber);
}

const FINAL_LIMIT_MS = 20_000;
const FINAL_POLL_MS = 250;

/**
 * The newest block together with the wallet's nonce in it: the block was the same before and after the nonce was read.
 */
async function pinned({ rpc }: Desk, address: string): Promise<{ block: Block; nonce: bigint } | null> {
  const block = await readBlock(rpc, 'latest');
  const nonce = await nonceOf(rpc, address);
  return block && (await readBlock(rpc, 'latest'))?.hash === block.hash ? { block, nonce } : null;
}

/**
 * Whether `nonce` transactions of the wallet are final. Not every node answers for old blocks, so this waits until
 * the newest one is final; false after 20 s.
 * @throws RpcError, NodeUnreachable
 */
export async function isFinal(desk: Desk, address: string, nonce: bigint): Promise<boolean> {
  const { rpc, confirmations } = desk;
  const deadline = performance.now() + FINAL_LIMIT_MS;
  let pin = await pinned(desk, address);
  for (; performance.now() < deadline; pin ??= await pinned(desk, address)) {
    if (pin && pin.nonce < nonce) return false;
    const [head, finalized] = await readBlocks(rpc, ['latest', 'finalized']);
    if (
      pin &&
      head &&
      finalized &&
      readyBlock(head.number, finalized.number, confirmations) >= pin.block.number
    )
      return (await readBlock(rpc, pin.block.number))?.hash === pin.block.hash;
    await sleep(FINAL_POLL_MS);
  }
  return false;
}

/** What to do with an approved payout. */
export type Plan =
  | { readonly kind: 'pay'; readonly transfer: Transfer; readonly gasLimit: bigint }
  /** The node says it would fail although the wallet has enough. */
  | { readonly kind: 'refuse'; readonly reason: string }
  /** The wallet lacks `lacks`: the coin, or 'gas'. */
  | { readonly kind: 'empty'; readonly lacks: string; readonly detail: string }
  /** The wallet will have enough if pending transactions use less than reserved. */
  | { readonly kind: 'later' };

/** What the wallet lacks if it cannot pay for gas. */
export const GAS = 'gas';

/** What a plan depends on besides the payout. */
export interface Situation {
  /** wei */
  readonly gasPrice: bigint;
  /** Signed payouts that are in no block yet: their amounts are still in the wallet's balance. */
  readonly waiting: readonly Payout[];
}

const REFUSED = 'the token does not take this transfer';

async function forToken(desk: Desk, payout: Payout, { waiting }: Situation): Promise<Plan> {
  const { rpc, wallet } = desk;
  const { coin } = payout;
  const token = tokenOf(desk, coin);
  if (!token) return { kind: 'empty', lacks: coin, detail: `${coin} has no contract on this chain` };
  const units = (one: Payout) => tokenUnits(netOf(one), token.decimals);
  const amount = units(payout);
  const promised = waiting
    .filter((other) => other.coin === coin)
    .reduce((sum, other) => sum + units(other), 0n);
  const balance = await tokenBalance(rpc, token.address, wallet.address);
  const detail = `${wallet.address} holds ${balance} smallest units of ${coin}, payout ${payout.id} needs ${amount}`;
  if (balance < amount) return { kind: 'empty', lacks: coin, detail };
  if (balance < amount + promised) return { kind: 'later' };
  const transfer = { token: token.address, to: payout.address, amount };
  const gas = await estimate(rpc, wallet.address, transfer);
  if (gas !== null && gas <= MAX_GAS) return { kind: 'pay', transfer, gasLimit: gasLimitFor(gas) };
  // The coins may have left between the two requests.
  if ((await tokenBalance(rpc, token.address, wallet.address)) < amount) return { kind: 'later' };
  return { kind: 'refuse', reason: REFUSED };
}

/**
 * Whether a payout can be paid now, and how: asks the node about the token, the hot wallet and the recipient. Changes
 * nothing.
 * @throws RpcError, NodeUnreachable
 */
export async function planOf(desk: Desk, payout: Payout, situation: Situation): Promise<Plan> {
  const plan = await forToken(desk, payout, situation);
  if (plan.kind !== 'pay') return plan;
  const { gasPrice, waiting } = situation;
  // Transfers cost about the same, and those still waiting have not paid their gas yet.
  const needed = plan.gasLimit * gasPrice * BigInt(waiting.length + 1);
  const money = await gasMoney(desk.rpc, desk.wallet.address);
  if (money >= needed) return plan;
  const detail = `${desk.wallet.address} holds ${money} wei for gas, payouts under way need ${needed}`;
  return { kind: 'empty', lacks: GAS, detail };
}
