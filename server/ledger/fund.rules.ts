/** What an operator may put into and take out of the funds, as pure functions. Amounts in smallest units (10^-18). */
import { fromUnits, readUnits } from '#rules/amounts.ts';
import { CommandError } from '#server/operator/protocol.ts';
import type { Fund as AnyFund } from './accounts.ts';
import type { Entry, Line } from './post.ts';

/**
 * The coins of a fund; `listed` means all listed coins. `lottery_pool` is missing: it belongs to its rounds, down to
 * the last unit.
 */
const COINS_OF = {
  reserve: 'listed',
  buyback: ['USDT'],
  resale: ['USDT'],
  race_bank: ['ADIT'],
  staking_rewards: ['ADIT'],
} as const satisfies Partial<Record<AnyFund, 'listed' | readonly string[]>>;

export type Fund = keyof typeof COINS_OF;
export const FUND_NAMES = Object.keys(COINS_OF) as Fund[];

/** Where the coins come from or go to: the wallets on the chain, or newly issued ADIT. */
export type Source = 'custody' | 'issuance';

export interface Move {
  readonly fund: Fund;
  readonly coin: string;
  /** Above 0. */
  readonly amount: bigint;
  readonly direction: 'put' | 'take';
  readonly source: Source;
  readonly reason: string;
}

/** The most characters of a reason that are stored. */
const REASON = 200;

const readAmount = (text: string): bigint => {
  const amount = readUnits(text) ?? 0n;
  if (amount === 0n) throw new CommandError('give an amount above 0 with at most 18 decimals');
  return amount;
};

/**
 * Reads `ACCOUNT COIN AMOUNT REASON…`.
 * @throws CommandError in one line that says what is missing or invalid
 */
export function readMove(
  words: readonly string[],
  kind: { readonly direction: Move['direction']; readonly source: Source },
  listed: readonly string[],
): Move {
  const [account = '', symbol = '', text = '', ...rest] = words;
  const fund = FUND_NAMES.find((name) => name === account);
  if (!fund) throw new CommandError(`give one of the funds ${FUND_NAMES.join(', ')}`);
  const coin = symbol.toUpperCase();
  const coins: readonly string[] = COINS_OF[fund] === 'listed' ? listed : COINS_OF[fund];
  if (!coins.includes(coin)) throw new CommandError(`${fund} holds ${coins.join(', ')}`);
  if (kind.source === 'issuance' && coin !== 'ADIT') throw new CommandError('only ADIT can be issued');
  const reason = rest.join(' ').trim().slice(0, REASON);
  const amount = readAmount(text);
  if (!reason) throw new CommandError('give a reason; it is stored with the entry');
  return { fund, coin, amount, ...kind, reason };
}

/** The entry of a move: the fund gets what its source gives. `id` makes the reference unique. */
export function moveEntry(
  { fund, coin, amount, direction, source, reason }: Move,
  id: string,
  at: Date,
): Entry {
  const into = direction === 'put' ? amount : -amount;
  const lines: Line[] = [
    { system: fund, coin, amount: into },
    { system: source, coin, amount: -into },
  ];
  return { kind: 'fund', ref: `${id} ${reason}`, at, lines };
}

/** Refuses to take more than the fund holds beyond what it has promised. */
export function checkTake({ fund, coin, amount }: Move, balance: bigint, promised: bigint): void {
  const free = balance > promised ? balance - promised : 0n;
  if (amount <= free) return;
  const kept = promised > 0n ? `, ${fromUnits(promised)} of them promised` : '';
  throw new CommandError(
    `${fund} has ${fromUnits(balance)} ${coin}${kept}: at most ${fromUnits(free)} can be taken`,
  );
}
