/**
 * Both games over HTTP: rounds by the server's clock, draws recomputed from the published rule using only ethers, the
 * deciding block, and blocks that a test mines itself.
 */
import { Signature, Transaction, Wallet, concat, keccak256, toBeHex, toUtf8Bytes } from 'ethers';
import { expect, vi } from 'vitest';
import type { Output } from '#contract';
import * as bank from '#tests/support/bank.ts';
import { skipTo, timeAt } from '#tests/support/clock.ts';
import { client } from '#tests/support/http.ts';
import type { Node } from '#tests/support/money.ts';
import { CHAIN_ID, type Person, ask } from '#tests/support/person.ts';

export const ROUND_MS = 300_000;
/** When a race round is drawn. */
export const drawsAt = (round: number) => (round + 1) * ROUND_MS;
const DAY_MS = 86_400_000;
/** 20:00 in Singapore, as time of day in UTC. */
const CLOSE_MS = 12 * 3_600_000;

export type Stake = readonly [lane: number, amount: string];
export type Ranking = Output<'GET /api/game/ranking'>;
export const betsOf = (stakes: readonly Stake[]) => stakes.map(([lane, amount]) => ({ lane, amount }));

export const openingOf = (url: string, person?: Person) =>
  ask(person?.api ?? client(url), 'GET /api/game/opening', {});
export const rankingOf = (url: string, round: number, person?: Person): Promise<Ranking> =>
  ask(person?.api ?? client(url), 'GET /api/game/ranking', { round: String(round) });
export const placed = ({ api }: Person, round: number, ...stakes: Stake[]) =>
  api.send('POST /api/game/coining', { round, bets: betsOf(stakes) });

/** Moves the clock to the beginning of the next race round; resolves with its number. */
export async function nextRace(url: string): Promise<number> {
  const round = Math.floor((await timeAt(url)) / ROUND_MS) + 1;
  await skipTo(url, round * ROUND_MS);
  return round;
}

/** Waits until a race round is settled; resolves with its result. */
export const settled = (url: string, round: number, person?: Person): Promise<Ranking> =>
  vi.waitFor(() => rankingOf(url, round, person), { timeout: 20_000, interval: 200 });

/** Its draw is correct, and its ranking and champion follow from it. */
export async function expectTrueRace(devnet: Node, result: Ranking): Promise<void> {
  const { round, hash, ranking, champion } = result;
  expect(result.drawsAt).toBe(new Date(drawsAt(round)).toISOString());
  await expectTrue(devnet, `race:${round}`, drawsAt(round), result);
  expect([champion, ...ranking]).toEqual([orderOf(hash)[0], ...orderOf(hash)]);
}

/** Ends a race round; some seconds later than necessary, because the chain is ahead if a test has mined a block. */
export async function settledRace(url: string, round: number): Promise<Ranking> {
  await skipTo(url, drawsAt(round) + 3000);
  return settled(url, round);
}

export const guessed = ({ api }: Person, ...numbers: number[]) =>
  api.send('POST /api/mining/bet', { numbers });
export const lotteryOf = (url: string, person?: Person) =>
  ask(person?.api ?? client(url), 'GET /api/mining/bet/index', {});
export const adit = async ({ api }: Person): Promise<string> => (await bank.balances(api))['ADIT'] ?? '';

/** The next 20:00 in Singapore after `ms`. */
export const closeAfter = (ms: number): number =>
  Math.floor((ms - CLOSE_MS) / DAY_MS) * DAY_MS + CLOSE_MS + DAY_MS;

/** The last three decimal digits of the hash, letters skipped, in order. */
export function digitsOf(hash: string): number[] {
  const digits = hash.slice(2).replaceAll(/[a-f]/g, '');
  return digits.length < 3 ? digitsOf(keccak256(hash)) : [...digits.slice(-3)].map(Number);
}

/**
 * The first appearances of 1 to 6; continues with the hash's own hash while two are missing, and a single missing one
 * is last.
 */
export function orderOf(hash: string, before: readonly number[] = []): number[] {
  const order = [...new Set([...before, ...[...hash.slice(2)].map(Number).filter((n) => n >= 1 && n <= 6)])];
  if (order.length < 5) return orderOf(keccak256(hash), order);
  return [...order, ...[1, 2, 3, 4, 5, 6].filter((lane) => !order.includes(lane))];
}

interface Drawn {
  readonly rule: 'validator' | 'plain';
  readonly hash: string | null;
  readonly txHash: string | null;
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
  readonly seed: string | null;
  readonly seedHash: string | null;
}

interface Block {
  readonly number: string;
  readonly hash: string;
  readonly miner: string;
  readonly timestamp: string;
  readonly transactions: readonly { readonly hash: string; readonly from: string }[];
}

const blockAt = (devnet: Node, number: number | 'finalized' | 'latest'): Promise<Block> =>
  devnet.provider.send('eth_getBlockByNumber', [
    typeof number === 'number' ? `0x${number.toString(16)}` : number,
    true,
  ]);
const timeOf = (block: Block) => Number(block.timestamp) * 1000;
const qualifies = (block: Block, from: number) =>
  timeOf(block) >= from && block.transactions.at(-1)?.from === block.miner;

/** The draw follows from seed, transaction and round, with the first final block that the rule allows. */
export async function expectTrue(devnet: Node, id: string, from: number, drawn: Drawn): Promise<void> {
  const { rule, hash, txHash, seed, seedHash, blockNumber } = drawn;
  expect(keccak256(seed ?? '')).toBe(seedHash);
  const made = keccak256(concat([txHash ?? '', seed ?? '', toUtf8Bytes(id)]));
  expect(hash).toBe(rule === 'plain' ? txHash : made);
  const block = await blockAt(devnet, blockNumber ?? -1);
  expect([block.hash, block.transactions.at(-1)?.hash]).toEqual([drawn.blockHash, txHash]);
  expect(qualifies(block, from)).toBe(true);
  expect(Number((await blockAt(devnet, 'finalized')).number)).toBeGreaterThanOrEqual(blockNumber ?? 0);
  for (let number = (blockNumber ?? 0) - 1; number > 0; number -= 1) {
    const earlier = await blockAt(devnet, number);
    if (timeOf(earlier) < from) break;
    expect([number, qualifies(earlier, from)]).toEqual([number, false]);
  }
}

/** The miner of the devnet's next block. */
export const minerOf = (devnet: Node): Promise<string> => devnet.provider.send('eth_coinbase', []);
/** Sets the miner of the devnet's blocks; with any other than the keeper, no draw finds its block. */
export const setMiner = (devnet: Node, address: string) =>
  devnet.provider.send('anvil_setCoinbase', [address]);

/**
 * Mines the block of this moment (by default the next second of the chain) with one transaction of a new account
 * whose hash is as required. With `asMiner` the account is the block's miner too, so that the block qualifies for a
 * draw.
 */
export async function forge(
  devnet: Node,
  {
    ms,
    asMiner = true,
    wanted = () => true,
  }: { ms?: number; asMiner?: boolean; wanted?: (hash: string) => boolean },
): Promise<{ hash: string; number: number }> {
  const { signingKey, address: to } = Wallet.createRandom();
  const tx = Transaction.from({ type: 0, chainId: CHAIN_ID, to, gasPrice: 0, gasLimit: 50_000 });
  const { r } = signingKey.sign(tx.unsignedHash);
  // Any s is a valid signature of some account: this finds a hash a hundred times faster than signing again.
  for (let s = 1; s === 1 || !wanted(tx.hash ?? ''); s += 1)
    tx.signature = Signature.from({ r, s: toBeHex(s, 32), yParity: 0 });
  const address = tx.from ?? '';
  await bank.setMining(devnet, false);
  const miner = await minerOf(devnet);
  if (asMiner) await setMiner(devnet, address);
  if (ms !== undefined) await devnet.provider.send('evm_setNextBlockTimestamp', [ms / 1000]);
  await devnet.provider.send('eth_sendRawTransaction', [tx.serialized]);
  await bank.mine(devnet);
  const { number, transactions } = await blockAt(devnet, 'latest');
  await setMiner(devnet, miner);
  // The keeper's own transaction may come after it in the block, which then decides nothing.
  if (asMiner && transactions.at(-1)?.hash !== tx.hash) return forge(devnet, { wanted });
  await bank.setMining(devnet, true);
  return { hash: tx.hash ?? '', number: Number(number) };
}
