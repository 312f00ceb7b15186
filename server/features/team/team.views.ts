/** Levels, members and receipts of the team as the contract shows them. Pure. */
import { fromUnits, times } from '#rules/amounts.ts';
import { type Level, type Rates, type TeamLevels, levelSteps, levelsUpTo, standingOf } from '#rules/team.ts';
import type { Output } from '#contract';
import { maskAccount } from '#rules/addresses.ts';

/** Level and progress to the next one, as the share of its valid users reached so far; 1 at the top. */
export const levelsView = (validUsers: number): Output<'GET /api/user/levels'> => ({
  validUsers,
  levels: levelSteps(),
  ...standingOf(validUsers),
});

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

/** The summary of the paid levels; valid users are direct members. Earnings of a level remain when it is disabled. */
export function summaryView(
  counts: readonly TeamCount[],
  levels: TeamLevels,
  earned: readonly bigint[],
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
    totalEarnings: fromUnits(earned.reduce((all, one) => all + one, 0n)),
    earningsByLevel: earned.map(fromUnits),
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
  address: maskAccount(member.address),
  level: member.level,
  valid: member.valid,
  hashrate: fromUnits(member.gifted + member.purchased),
  totalStaking: fromUnits(member.staked),
  purchasedHashrate: fromUnits(member.purchased),
  joinedAt: member.joinedAt.toISOString(),
});

/** One payout of a member's order, or its stakes in a race, as earned by an account above it. */
export interface Earned {
  readonly orderId: bigint;
  readonly address: string;
  readonly level: Level;
  /** What the order paid its owner, or what the member staked. */
  readonly output: bigint;
  /** The payout's due time, or the time of the member's last bet. */
  readonly at: Date;
}

/** A receipt's row. `rates` are those that applied when it was paid. */
export function receiptView(
  { address, level, output, at }: Earned,
  rates: Rates,
): Output<'GET /api/user/earnings/receipt'>['items'][number] {
  const rate = rates[level - 1] ?? 0n;
  return {
    address: maskAccount(address),
    level,
    base: fromUnits(output),
    time: at.toISOString(),
    rate: fromUnits(rate),
    amount: fromUnits(times(output, rate)),
  };
}
