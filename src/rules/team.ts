/**
 * The team: what the three levels above an account get of what it earns, stakes or owns, and an account's level by its
 * own valid members. The server's SQL receives the same rates.
 */
import { times, toUnits } from './amounts.ts';
import { LEVEL_MEMBERS, MINING_REFERRAL, RACE_REFERRAL, STAKING_REFERRAL } from './figures.ts';

/** Shares for the direct inviter and for the second and third level above, in smallest units of 1 (10^-18). */
export type Rates = readonly [bigint, bigint, bigint];

/** What the levels get: bonus hashrate from mining, ADIT from staking payouts and race stakes. */
export const COMMISSION_RATES = {
  mining: MINING_REFERRAL,
  staking: STAKING_REFERRAL,
  race: RACE_REFERRAL,
} as const;

export type CommissionSource = keyof typeof COMMISSION_RATES;

/** How many levels above an account may be paid (setting TEAM_LEVELS). */
export type TeamLevels = 1 | 2 | 3;

/** The rates of a source if only the first `levels` levels are paid; the others are 0. */
export const ratesOf = (source: CommissionSource, levels: TeamLevels = 3): Rates => {
  const [first, second, third] = COMMISSION_RATES[source];
  return [toUnits(first), levels > 1 ? toUnits(second) : 0n, levels > 2 ? toUnits(third) : 0n];
};

/**
 * What each level gets of `base`, in smallest units. Every share is rounded down separately; the remainder stays in the
 * paying account (product, "Money").
 */
export const commissions = (base: bigint, rates: Rates): readonly [bigint, bigint, bigint] => [
  times(base, rates[0]),
  times(base, rates[1]),
  times(base, rates[2]),
];

/** Distance between a member and an account above it. */
export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];

/** The levels that are paid, nearest first. */
export const levelsUpTo = (levels: TeamLevels): Level[] => LEVELS.filter((level) => level <= levels);

/**
 * The levels of an account by its valid direct members, lowest first; an account may also be at 0, below all of them.
 */
export const levelSteps = () =>
  LEVEL_MEMBERS.map((requiredValidUsers, at) => ({ level: at + 1, requiredValidUsers }));

/** The level of an account with the given number of valid direct members. */
export const levelOf = (validUsers: number): number =>
  levelSteps().findLast(({ requiredValidUsers }) => validUsers >= requiredValidUsers)?.level ?? 0;

/**
 * An account's progress: its level, the next one, and the share of the required valid members that it already has; 1 at
 * the top.
 */
export function standingOf(validUsers: number) {
  const next = levelSteps().find(({ requiredValidUsers }) => validUsers < requiredValidUsers) ?? null;
  return { level: levelOf(validUsers), next, progress: next ? validUsers / next.requiredValidUsers : 1 };
}
