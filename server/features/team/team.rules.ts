/** Team rules: levels and the way to the next one, what a search means, where a page goes on, what a receipt's row says. Pure. */
import { fromUnits, times } from '#contract/amounts.ts';
import type { Rates, TeamLevels } from '#contract/commission.ts';
import type { Output } from '#contract';
import { maskAddress } from '#contract/mask.ts';

/** Levels of an account by its valid direct members (product, "Team"), the lowest first; 0 is below all of them. */
export const LEVELS = [
  { level: 1, requiredValidUsers: 1 },
  { level: 2, requiredValidUsers: 10 },
  { level: 3, requiredValidUsers: 50 },
] as const;

/** The level of an account with so many valid direct members. */
export const levelOf = (validUsers: number): number =>
  LEVELS.findLast(({ requiredValidUsers }) => validUsers >= requiredValidUsers)?.level ?? 0;

/** Level and progress to the next one: the share of its valid users that are there already, 1 at the top. */
export function levelsView(validUsers: number): Output<'GET /api/user/levels'> {
  const next = LEVELS.find(({ requiredValidUsers }) => validUsers < requiredValidUsers) ?? null;
  return {
    level: levelOf(validUsers),
    validUsers,
    levels: [...LEVELS],
    next,
    progress: next ? validUsers / next.requiredValidUsers : 1,
  };
}

/** Distance between a member and an account above it. */
export type Level = 1 | 2 | 3;

/** The levels that are paid, nearest first. */
export const levelsUpTo = (levels: TeamLevels): Level[] =>
  ([1, 2, 3] as const).filter((level) => level <= levels);

/** What a search looks for: addresses in small letters with this beginning and this end. */
export interface AddressSearch {
  readonly start: string;
  readonly end: string;
}

const BEGINNING = /^(?:0x)?([0-9a-f]{4,40})$/;
const SHORTENED = /^(?:0x)?([0-9a-f]{4,36})(?:…|\.{3})([0-9a-f]{1,36})$/;

/**
 * Reads a search: an address or its beginning from four digits on, or the form shortened in the middle that lists show, each
 * with or without its 0x.
 * Undefined when there is none (nothing but blanks), null when it cannot be anybody.
 */
export function readSearch(text: string | undefined): AddressSearch | null | undefined {
  const wanted = text?.trim().toLowerCase() ?? '';
  if (wanted === '') return undefined;
  const [, start, end = ''] = BEGINNING.exec(wanted) ?? SHORTENED.exec(wanted) ?? [];
  return start === undefined ? null : { start: `0x${start}`, end };
}

export interface TeamCount {
  readonly level: number;
  readonly members: number;
  /** Members with approved verification. */
  readonly valid: number;
  readonly hashrate: bigint;
  readonly staked: bigint;
  readonly bets: bigint;
}

type Invites = Output<'GET /api/user/invites'>;

/** The summary of the levels that are paid; valid users are direct members. */
export function summaryView(
  counts: readonly TeamCount[],
  levels: TeamLevels,
  totalEarnings: bigint,
): Invites['summary'] {
  const paid = counts.filter(({ level }) => level <= levels);
  const direct = paid.find(({ level }) => level === 1);
  const sum = (of: (count: TeamCount) => bigint) => fromUnits(paid.reduce((all, one) => all + of(one), 0n));
  return {
    directReferrals: direct?.members ?? 0,
    teamMembers: paid.reduce((all, { members }) => all + members, 0),
    membersByLevel: levelsUpTo(levels).map((level) => paid.find((one) => one.level === level)?.members ?? 0),
    validUsers: direct?.valid ?? 0,
    subTeamPerformance: sum(({ staked, bets }) => staked + bets),
    subTeamHashrate: sum(({ hashrate }) => hashrate),
    totalEarnings: fromUnits(totalEarnings),
  };
}

export interface Member {
  readonly id: bigint;
  readonly address: string;
  readonly level: Level;
  readonly valid: boolean;
  readonly gifted: bigint;
  readonly purchased: bigint;
  readonly staked: bigint;
  readonly joinedAt: Date;
}

export const memberView = (member: Member): Invites['items'][number] => ({
  address: maskAddress(member.address),
  level: member.level,
  valid: member.valid,
  hashrate: fromUnits(member.gifted + member.purchased),
  totalStaking: fromUnits(member.staked),
  purchasedHashrate: fromUnits(member.purchased),
  joinedAt: member.joinedAt.toISOString(),
});

/** One payout of a member's order, or its stakes in a race, as an account above it earned from it. */
export interface Earned {
  readonly orderId: bigint;
  readonly address: string;
  readonly level: Level;
  /** What the order paid its owner, or what the member staked. */
  readonly output: bigint;
  /** The payout's moment, or that of the member's last bet. */
  readonly at: Date;
}

/** A receipt's row. `rates` are those that were in force when it was paid. */
export function receiptView(
  { address, level, output, at }: Earned,
  rates: Rates,
): Output<'GET /api/user/earnings/receipt'>['items'][number] {
  const rate = rates[level - 1] ?? 0n;
  return {
    address: maskAddress(address),
    level,
    base: fromUnits(output),
    time: at.toISOString(),
    rate: fromUnits(rate),
    amount: fromUnits(times(output, rate)),
  };
}
