/**
 * Categories of fund history. Every kind of journal entry that moves a user's balance belongs to one; a test keeps the
 * two lists in sync.
 */
export const FUND_CATEGORIES = [
  'deposit',
  'withdraw',
  'refund',
  'exchange',
  'mining',
  'purchase',
  'staking',
  'team',
  'buyback',
  'race',
  'lottery',
  'airdrop',
] as const;

/** What a row was for, if its category alone does not say. */
export const FUND_PURPOSES = [
  'permanent_miner',
  'hashrate',
  'hashrate_sold',
  'stake',
  'unstake',
  'staking_reward',
  'staking_share',
  'team_staking',
  'team_race',
  'race_bet',
  'race_payout',
  'race_return',
  'guess',
  'guess_prize',
  'guess_return',
  'coupon',
] as const;

export type FundPurpose = (typeof FUND_PURPOSES)[number];

export type FundCategory = (typeof FUND_CATEGORIES)[number];
