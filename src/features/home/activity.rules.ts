// What happened to the account, gathered from answers that other pages show too: what came in, what came of withdrawals,
// friends, and draws. What the account did itself (bets, swaps, purchases) is in the fund history.
import type { Output } from '#contract';
import type { FundPurpose } from '#rules/fund-categories.ts';
import { DELETED } from '#rules/addresses.ts';
import { toUnits } from '#rules/amounts.ts';
import { raceTimes } from '#rules/race.ts';

type FundRecord = Output<'GET /api/assets/records'>['items'][number];
type Friend = Output<'GET /api/user/invites'>['items'][number];
type Race = Output<'GET /api/game/record'>['items'][number];
type Guess = Output<'GET /api/mining/bet/list'>['items'][number];

export type Kind =
  | 'claim'
  | 'deposit'
  | 'paid'
  | 'returned'
  | 'staking'
  | 'share'
  | 'team'
  | 'coupon'
  | 'friend'
  | 'race'
  | 'raceVoid'
  | 'guess'
  | 'guessVoid';

export interface ActivityItem {
  /** Changes when something new happened to the same thing, so that it is unread again. */
  key: string;
  kind: Kind;
  /** ISO time. */
  time: string;
  /** What the account got or, for draws, won; undefined if there is no amount. */
  amount?: string;
  coin?: string;
  /** A race's stake, without which its payout means little. */
  stake?: string;
  /** A friend's shortened address. */
  about?: string;
}

const REWARDS: Partial<Record<FundPurpose, Kind>> = {
  staking_reward: 'staking',
  staking_share: 'share',
};
const CATEGORIES: Partial<Record<FundRecord['category'], Kind>> = {
  mining: 'claim',
  deposit: 'deposit',
  refund: 'returned',
  team: 'team',
  airdrop: 'coupon',
};

function kindOf({ category, detail, state }: FundRecord): Kind | undefined {
  if (category === 'withdraw') return state === 'confirmed' ? 'paid' : undefined;
  if (category === 'staking') return detail ? REWARDS[detail.what] : undefined;
  return CATEGORIES[category];
}

const ofRecords = (rows: readonly FundRecord[]): ActivityItem[] =>
  rows.flatMap((row) => {
    const kind = kindOf(row);
    const { id, time, amount, coin } = row;
    return kind ? [{ key: `fund ${id}`, kind, time, amount, coin }] : [];
  });

/**
 * Only friends whom the account itself invited, once they are verified and unless they have left; the time is when they
 * joined.
 */
const ofFriends = (rows: readonly Friend[]): ActivityItem[] =>
  rows
    .filter(({ level, valid, address }) => level === 1 && valid && address !== DELETED)
    .map(({ address, joinedAt }) => ({
      key: `friend ${address} ${joinedAt}`,
      kind: 'friend',
      time: joinedAt,
      about: address,
    }));

const ofRaces = (rows: readonly Race[], coin: string): ActivityItem[] =>
  rows
    .filter(({ state }) => state === 'settled' || state === 'void')
    .map(({ round, state, payout, stake }) => ({
      key: `race ${round}`,
      kind: state === 'void' ? 'raceVoid' : 'race',
      time: raceTimes(round).drawsAt.toISOString(),
      amount: payout,
      coin,
      stake,
    }));

const ofGuesses = (rows: readonly Guess[], coin: string): ActivityItem[] =>
  rows
    .filter(({ myGuesses }) => myGuesses.length > 0)
    .map(({ round, state, closesAt, myReward }) => ({
      key: `guess ${round}`,
      kind: state === 'void' ? 'guessVoid' : 'guess',
      time: closesAt,
      amount: myReward,
      coin,
    }));

export interface Answers {
  records: readonly FundRecord[];
  friends: readonly Friend[];
  races: readonly Race[];
  guesses: readonly Guess[];
}

/** Newest first. @param coin the token, in which games are played */
export function activityItems({ records, friends, races, guesses }: Answers, coin: string): ActivityItem[] {
  return [
    ...ofRecords(records),
    ...ofFriends(friends),
    ...ofRaces(races, coin),
    ...ofGuesses(guesses, coin),
  ].toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
}

/** A draw without a prize has an amount of zero; payments have a minus. */
export const isPrize = ({ amount }: ActivityItem): boolean =>
  amount !== undefined && !amount.startsWith('-') && toUnits(amount) > 0n;

const MOST_KEYS = 400;

/** Marks all of them as read, and keeps the marks of the latest. */
export const withAllRead = (read: readonly string[], shown: readonly ActivityItem[]): string[] =>
  [...new Set([...shown.map(({ key }) => key), ...read])].slice(0, MOST_KEYS);
