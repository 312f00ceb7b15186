// Decisions about a deposit: what is wrong with an amount, and the state of a sent transaction, judging by what the
// node says.
import type { Receipt } from '#features/assets/chain-reads.ts';
import { fromDecimals, fromUnits, readUnits, toUnits, wholeSteps } from '#rules/amounts.ts';

/**
 * Gas of a plain ERC-20 transfer to an account that already holds the token, rounded up: actual use is 35,000 to
 * 60,000.
 */
export const TRANSFER_GAS = 65_000n;

export type AmountProblem = 'empty' | 'invalid' | 'balance';

/** Why this amount cannot be sent; `held` is the wallet's balance, null while it is unknown. */
export function amountProblem(text: string, held: bigint | null, decimals: number): AmountProblem | null {
  if (text === '') return 'empty';
  const amount = readUnits(text);
  if (amount === null || amount === 0n) return 'invalid';
  if (amount !== wholeSteps(amount, decimals)) return 'invalid';
  return held !== null && amount > held ? 'balance' : null;
}

/** An amount with no more decimals than its coin has, rounded up: what is missing is not enough rounded down. */
export function roundedUp(text: string, decimals: number): string {
  const units = readUnits(text);
  if (units === null) return text;
  const whole = wholeSteps(units, decimals);
  return fromUnits(whole === units ? whole : whole + fromDecimals(1n, decimals));
}

/** Balance in the app once it is credited; null while there is no amount. */
export function balanceAfter(balance: string, text: string): string | null {
  const amount = readUnits(text);
  return amount === null || amount === 0n ? null : fromUnits(toUnits(balance) + amount);
}

/** A deposit that has left the wallet. */
export interface Deposit {
  /** Our own id; stays the same when the transaction is replaced by another one. */
  id: string;
  hash: string;
  coin: string;
  /** Decimal string. */
  amount: string;
  decimals: number;
  token: string;
  treasury: string;
  /** The account that signed in. */
  owner: string;
  chainId: number;
  /** Head of the chain when it was sent. */
  block: number;
  /** Milliseconds on the server's clock. */
  sentAt: number;
  /** The sender of the transaction, and its nonce; null until the node has reported them. */
  sender: string | null;
  nonce: number | null;
}

/** What the node says at one time. */
export interface Observation {
  head: number;
  receipt: Receipt | null;
  /** The node knows the transaction, in a block or pending. */
  known: boolean;
  /** Number of the sender's transactions in the chain; null if it was not requested. */
  nonce: number | null;
}

/** What is remembered from earlier observations. */
export interface Memory {
  /** How often in a row another transaction was seen in this one's place. */
  passed: number;
  /** Since when the node has not known it, in milliseconds; null while it does. */
  unknownSince: number | null;
  /** Since when it has had enough confirmations; null until then. */
  confirmedSince: number | null;
}

export const NO_MEMORY: Memory = { passed: 0, unknownSince: null, confirmedSince: null };

/** Nodes behind one address may be a block apart: seeing a used nonce once proves nothing. */
const PASSED_OFTEN = 3;
/** A node may learn of a transaction late, or forget one that pays too little. */
export const UNKNOWN_MS = 60_000;
/** Longer than it takes until a block includes it, or until the server credits it. */
export const SLOW_MS = 60_000;

export type Status =
  /** Not in a block yet. */
  | { is: 'sent'; slow: boolean }
  | { is: 'confirming'; count: number; of: number }
  /** Confirmed; the server has not credited it yet. */
  | { is: 'crediting'; slow: boolean }
  | { is: 'credited'; amount: string; balanceAfter: string }
  /** Reverted, or it moved nothing to the treasury: the coins have not moved. */
  | { is: 'failed' }
  /** Another transaction took its place, and we do not know it. */
  | { is: 'replaced' }
  /** The node has not known it for a long time. */
  | { is: 'lost' };

/** A block is its own first confirmation, as on the server. */
const countOf = (block: number, head: number): number => Math.max(0, head - block + 1);

export function remember(
  deposit: Pick<Deposit, 'nonce'>,
  observation: Observation,
  old: Memory,
  confirmations: number,
  now: number,
): Memory {
  const { nonce } = deposit;
  const { receipt } = observation;
  const passed =
    receipt === null && nonce !== null && observation.nonce !== null && observation.nonce > nonce;
  const unknown = receipt === null && !observation.known;
  const confirmed = receipt !== null && countOf(receipt.block, observation.head) >= confirmations;
  return {
    passed: passed ? old.passed + 1 : 0,
    unknownSince: unknown ? (old.unknownSince ?? now) : null,
    confirmedSince: confirmed ? (old.confirmedSince ?? now) : null,
  };
}

/** What the transaction moved to the treasury, in the token's smallest units; null if nothing. */
export function moved(deposit: Pick<Deposit, 'token' | 'treasury' | 'owner'>, receipt: Receipt) {
  const same = (a: string, b: string) => a === b.toLowerCase();
  const ours = receipt.transfers.filter(
    ({ token, from, to }) =>
      same(token, deposit.token) && same(from, deposit.owner) && same(to, deposit.treasury),
  );
  return ours.length === 0 ? null : ours.reduce((sum, { amount }) => sum + amount, 0n);
}

/**
 * The state of a deposit; `memory` includes this observation, `now` is in milliseconds on the server's clock. An observation
 * without a receipt after one with a receipt means that the block has left the chain: the deposit waits for another
 * block.
 */
export function statusOf(
  deposit: Deposit,
  observation: Observation,
  memory: Memory,
  confirmations: number,
  now: number,
): Status {
  const late = (since: number | null, ms: number) => since !== null && now - since > ms;
  const { receipt } = observation;
  if (receipt) {
    if (!receipt.ok || moved(deposit, receipt) === null) return { is: 'failed' };
    const count = countOf(receipt.block, observation.head);
    if (count >= confirmations) return { is: 'crediting', slow: late(memory.confirmedSince, SLOW_MS) };
    return { is: 'confirming', count, of: confirmations };
  }
  if (memory.passed >= PASSED_OFTEN) return { is: 'replaced' };
  if (late(memory.unknownSince, UNKNOWN_MS)) return { is: 'lost' };
  return { is: 'sent', slow: late(deposit.sentAt, SLOW_MS) };
}

/** Nothing more will happen: it may be dismissed. */
export const isOver = ({ is }: Status): boolean =>
  is === 'credited' || is === 'failed' || is === 'replaced' || is === 'lost';
