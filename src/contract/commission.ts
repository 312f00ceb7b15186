/**
 * Referral rules, all in one table: what the three levels above an account get of what it earns, stakes or is worth. Plain
 * values, so that the page can show them; the server's SQL is given the same rates.
 */
import { times, toUnits } from './amounts.ts';

/** Shares for the direct inviter, the second and the third level above, in smallest units of 1 (10^-18). */
export type Rates = readonly [bigint, bigint, bigint];

/** Source: specification, section 9 "Business constants and limits". */
export const COMMISSION_RATES = {
  /** Of a valid member's own hashrate, as bonus hashrate. */
  mining: [toUnits('0.1'), toUnits('0.05'), toUnits('0.01')],
  /** Of each payout of a stake order, paid from issuance beside it. */
  staking: [toUnits('0.15'), toUnits('0.1'), toUnits('0.05')],
  /** Of a race stake, at settlement. */
  race: [toUnits('0.01'), toUnits('0.005'), toUnits('0.003')],
} as const satisfies Record<string, Rates>;

export type CommissionSource = keyof typeof COMMISSION_RATES;

/** How many levels above an account may be paid (setting TEAM_LEVELS). */
export type TeamLevels = 1 | 2 | 3;

/** The rates of a source when only the first `levels` levels are paid; the others are 0. */
export const ratesOf = (source: CommissionSource, levels: TeamLevels = 3): Rates => {
  const [first, second, third] = COMMISSION_RATES[source];
  return [first, levels > 1 ? second : 0n, levels > 2 ? third : 0n];
};

/**
 * What each level gets of `base`, in smallest units. Every share is rounded down on its own; what is lost to rounding stays
 * in the paying account (product, "Money").
 */
export const commissions = (base: bigint, rates: Rates): readonly [bigint, bigint, bigint] => [
  times(base, rates[0]),
  times(base, rates[1]),
  times(base, rates[2]),
];
