/**
 * Fund history as people see it: which ledger entries belong to which category, what a row shows, where a page ends.
 * Pure.
 */
import { fromUnits, isAmountText, toUnits, UNIT } from '#rules/amounts.ts';
import type { FundCategory, FundPurpose } from '#rules/fund-categories.ts';
import type { Output } from '#contract';
import { type FundName, readSearch } from '#rules/history-search.ts';
import { fittingDecimals } from '#rules/shown-amounts.ts';
import type { HistoryPage, Movement } from '#server/ledger/read.ts';

export type FundRecord = Output<'GET /api/assets/records'>['items'][number];

/** Every kind of journal entry that changes a user's balance. */
export const CATEGORY_OF: Readonly<Record<string, FundCategory>> = {
  deposit: 'deposit',
  withdraw: 'withdraw',
  refund: 'refund',
  exchange: 'exchange',
  mining: 'mining',
  miner_purchase: 'purchase',
  hashrate_purchase: 'purchase',
  hashrate_resale: 'buyback',
  stake: 'staking',
  unstake: 'staking',
  staking: 'staking',
  staking_share: 'staking',
  staking_team: 'team',
  race_bet: 'race',
  race_payout: 'race',
  race_return: 'race',
  race_team: 'team',
  lottery_guess: 'lottery',
  lottery_prize: 'lottery',
  lottery_return: 'lottery',
  coupon: 'airdrop',
};

/** The purpose of entries, where their category has several kinds or is too vague. */
const PURPOSE_OF: Readonly<Record<string, FundPurpose>> = {
  miner_purchase: 'permanent_miner',
  hashrate_purchase: 'hashrate',
  hashrate_resale: 'hashrate_sold',
  stake: 'stake',
  unstake: 'unstake',
  staking: 'staking_reward',
  staking_share: 'staking_share',
  staking_team: 'team_staking',
  race_team: 'team_race',
  race_bet: 'race_bet',
  race_payout: 'race_payout',
  race_return: 'race_return',
  lottery_guess: 'guess',
  lottery_prize: 'guess_prize',
  lottery_return: 'guess_return',
  coupon: 'coupon',
};

/** The kinds of a category; undefined, meaning all kinds, without a category. */
export const kindsOf = (category: FundCategory | undefined): string[] | undefined =>
  category && Object.keys(CATEGORY_OF).filter((kind) => CATEGORY_OF[kind] === category);

/** Every kind that a user's history has. */
export const ALL_KINDS: readonly string[] = Object.keys(CATEGORY_OF);

/** All kinds that a category or a purpose stands for. */
const kindsNamed = (name: FundName): string[] =>
  Object.keys(CATEGORY_OF).filter((kind) => CATEGORY_OF[kind] === name || PURPOSE_OF[kind] === name);

/**
 * An amount in smallest units, without its sign and without the digits that lists omit, as the database compares it.
 */
function shownUnits(units: bigint): bigint {
  const size = units < 0n ? -units : units;
  const step = UNIT / 10n ** BigInt(fittingDecimals(String(size / UNIT)));
  return size - (size % step);
}

/** A search as the ledger understands it; the beginning of a hash or an address still has to be looked up. */
interface Sought extends Pick<HistoryPage, 'fitting'> {
  readonly amount: bigint | undefined;
  readonly entry: bigint | undefined;
  readonly reference: string | undefined;
  readonly code: string | undefined;
  /** It searches for a value, not just for coins and purposes. */
  readonly exact: boolean;
}

/** What a search (contract) looks for. No row has an amount of zero. */
export function soughtBy(text: string | undefined): Sought {
  const { words, value = {} } = (text !== undefined && readSearch(text)) || { words: [] };
  const amount = value.amount === undefined ? 0n : toUnits(value.amount);
  return {
    fitting: words.map(({ coins, names }) => ({ coins, kinds: names.flatMap(kindsNamed) })),
    amount: amount === 0n ? undefined : shownUnits(amount),
    entry: value.entry === undefined ? undefined : BigInt(value.entry),
    reference: value.reference,
    code: value.code,
    exact: Object.keys(value).length > 0,
  };
}

/** The current state of a withdrawal. */
export interface PayoutFacts {
  readonly state: FundRecord['state'];
  readonly txHash: string | null;
  readonly address: string;
  readonly fee: bigint;
}

/** The number that a reference begins with, alone or before a slash. */
function numberOf(ref: string | null): bigint | null {
  const [id] = ref?.match(/^\d{1,18}(?=\/|$)/) ?? [];
  return id === undefined ? null : BigInt(id);
}

/** The payout that a withdrawal's entry refers to; null for every other entry. */
export const payoutOf = ({ kind, ref }: Movement): bigint | null =>
  kind === 'withdraw' ? numberOf(ref) : null;

/** The coupon in an entry's reference `coupon/account`; null for every other entry. */
export const couponOf = ({ kind, ref }: Movement): bigint | null =>
  kind === 'coupon' ? numberOf(ref) : null;

/** Whether it is the side of a swap from which the fee was deducted. */
export const isBought = ({ kind, amount }: Movement): boolean => kind === 'exchange' && amount > 0n;

/** Whether an entry is a resale of hashrate, whose amount is in the list of repurchases. */
export const isResale = ({ kind }: Movement): boolean => kind === 'hashrate_resale';

/** What other tables know about an entry. */
export interface EntryFacts {
  readonly payout?: PayoutFacts | undefined;
  /** In smallest units. */
  readonly hashrateSold?: bigint | undefined;
  readonly coupon?: string | undefined;
  /** In smallest units. */
  readonly swapFee?: bigint | undefined;
}

/** References of games begin with the round, those of hashrate with the amount bought: `300/…`. */
function detailOf({ kind, ref }: Movement, { hashrateSold, coupon }: EntryFacts): FundRecord['detail'] {
  const what = PURPOSE_OF[kind];
  if (!what) return null;
  const first = ref?.split('/')[0] ?? '';
  const bought = what === 'hashrate' && isAmountText(first) ? first : null;
  const ofGame = /^(race|lottery)_/.test(kind) && first !== '';
  return {
    what,
    hashrate: hashrateSold === undefined ? bought : fromUnits(hashrateSold),
    round: ofGame ? first : null,
    code: coupon ?? null,
  };
}

/** A deposit's reference begins with its transaction: `0x…/ordinal`. */
const depositHash = ({ kind, ref }: Movement): string | null =>
  (kind === 'deposit' && ref?.match(/^0x[0-9a-f]{64}(?=\/)/)?.[0]) || null;

/**
 * An entry has fewer than a hundred rows of one user, so the entry and the position together make one stable number.
 */
const PLACES = 100n;

/**
 * One row. A withdrawal carries its payout's state; nothing else ever changes in the ledger.
 * @throws Error for a kind without a category, which is a bug
 */
export function recordView(movement: Movement, facts: EntryFacts = {}): FundRecord {
  const { payout } = facts;
  const { entry, kind, at, coin, amount, balanceAfter, place } = movement;
  const category = CATEGORY_OF[kind];
  if (!category) throw new Error(`entries of kind ${kind} have no category`);
  return {
    id: String(entry * PLACES + place),
    time: at.toISOString(),
    category,
    coin,
    amount: fromUnits(amount),
    balanceAfter: fromUnits(balanceAfter),
    state: payout?.state ?? (category === 'withdraw' ? 'requested' : 'confirmed'),
    txHash: payout?.txHash ?? depositHash(movement),
    entry: String(entry),
    address: payout?.address ?? null,
    fee: payout ? fromUnits(payout.fee) : null,
    swapFee: facts.swapFee === undefined ? null : fromUnits(facts.swapFee),
    detail: detailOf(movement, facts),
  };
}

/** Where the next page begins. */
export type Place = Pick<Movement, 'entry' | 'coin'>;

/** Encodes a position as a cursor. */
export const writePlace = ({ entry, coin }: Place): string => `${entry}.${coin}`;

/** Null for an invalid cursor. */
export function readPlace(text: string): Place | null {
  const [, entry, coin] = /^(\d{1,18})\.([A-Z0-9]{2,10})$/.exec(text) ?? [];
  return entry === undefined || coin === undefined ? null : { entry: BigInt(entry), coin };
}
