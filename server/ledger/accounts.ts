/**
 * The terms of the ledger.
 *
 * - account: the balance of one owner in one coin. Owners are users and the system accounts below.
 * - entry: one movement in the journal, of a kind ("mining", "miner_purchase"), at a time, perhaps with a reference.
 * - posting: one line of an entry: an amount of a coin into an account or, if negative, out of it. An entry's postings sum to
 *     zero per coin; a balance is the sum of its postings.
 * - fund: a system account that pays users and can never be overdrawn: one row, locked last.
 * - promised: what a fund must keep, because somebody may claim it at any moment.
 * - shard: the other system accounts are spread over 64 rows; their balance is the rows' sum.
 */
export const FUNDS = [
  'buyback',
  'lottery_pool',
  'race_bank',
  'resale',
  'reserve',
  'staking_rewards',
] as const;

export type Fund = (typeof FUNDS)[number];

export const SYSTEM_ACCOUNTS = [
  /** New ADIT; its negative balance is the supply issued. */
  'issuance',
  /** What we hold on the chain, as a negative balance: custody = users + system, per coin. */
  'custody',
  /** Fees. */
  'revenue',
  /** The share of repurchased ADIT that goes to the institution. */
  'institution',
  /** Debited for withdrawals whose payment is not yet final on the chain. */
  'payouts',
  /** Deposits from addresses that have not signed in yet. */
  'unclaimed',
  /** What users have staked. It still belongs to them, and returns to them when they redeem. */
  'staked',
  /**
   * Stakes of race rounds that are not settled yet. A settlement pays out of it and balances the remainder against
   * `race_bank`.
   */
  'race_stakes',
  ...FUNDS,
] as const;

export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];
