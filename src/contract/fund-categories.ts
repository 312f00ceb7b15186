/**
 * Categories of fund history. Each kind of journal entry that moves a user's balance belongs to one of them; a test holds
 * the two lists together.
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

export type FundCategory = (typeof FUND_CATEGORIES)[number];
