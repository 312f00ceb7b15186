/**
 * The ledger's words.
 *
 * - account: what one owner holds of one coin. Owners are users and the system accounts below.
 * - entry: one movement in the journal, of a kind ("mining", "miner_purchase"), at a time, perhaps with a reference.
 * - posting: one line of an entry: so much of a coin into (or, negative, out of) an account. Postings of an entry sum to
 *   zero per coin; balances are what postings add up to.
 * - fund: a system account that pays users and can never be overdrawn: one row, locked last.
 * - shard: the other system accounts are spread over 64 rows; their balance is the rows' sum.
 */
export const FUNDS = ['buyback', 'lottery_pool', 'race_bank', 'reserve', 'staking_rewards'] as const;

export const SYSTEM_ACCOUNTS = [
  /** New ADIT; its negative balance is the issued supply. */
  'issuance',
  /** What the chain holds for us, as a negative balance: custody = users + system, per coin. */
  'custody',
  /** Fees. */
  'revenue',
  /** The share of repurchased ADIT that goes to the institution. */
  'institution',
  /** Debited for withdrawals that the chain has not paid for good yet. */
  'payouts',
  /** Deposits from addresses that nobody has signed in with yet. */
  'unclaimed',
  /** What users have staked: it is theirs, and comes back to them when they redeem. */
  'staked',
  /** Stakes of race rounds that are not settled yet; a settlement pays out of it and squares the rest with `race_bank`. */
  'race_stakes',
  ...FUNDS,
] as const;

export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];
