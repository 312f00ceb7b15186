/** Every table as Kysely sees it. Only server/ledger reads and writes ledger tables. */
import type { CodeName } from '#contract/codes.ts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { AccountTables } from './tables.account.ts';
import type { AirdropTables } from './tables.airdrop.ts';
import type { GameTables } from './tables.games.ts';
import type { OperatorTables } from './tables.operator.ts';
import type { PushTables } from './tables.push.ts';
import type { SettingTables } from './tables.settings.ts';
import type { SolvencyTables } from './tables.solvency.ts';
import type { Bytes, Units, WithDefault } from './values.ts';

type Kyc = 'none' | 'submitted' | 'approved' | 'failed';
export interface Tables
  extends
    AccountTables,
    AirdropTables,
    GameTables,
    OperatorTables,
    PushTables,
    SettingTables,
    SolvencyTables {
  /** A coin's prices by the hour (server/chain/prices). */
  prices: { coin: string; hour: Date; price: Units };
  users: {
    id: GeneratedAlways<bigint>;
    address: string;
    invite_code: string;
    invited_by: bigint | null;
    ancestor1: bigint | null;
    ancestor2: bigint | null;
    ancestor3: bigint | null;
    kyc: WithDefault<Kyc>;
    official: Generated<boolean>;
    sign_ins: Generated<number>;
    created_at: Date;
    /** The first account of a wallet that has come back after deleting one. */
    formerly: WithDefault<bigint | null>;
    /** Since when no money may leave the account; all three columns are set, or none. */
    frozen_at: WithDefault<Date | null>;
    frozen_by: WithDefault<string | null>;
    frozen_reason: WithDefault<string | null>;
  };
  sessions: {
    token_hash: Bytes;
    outbox_hash: Bytes;
    user_id: bigint;
    created_at: Date;
    last_seen_at: Date;
    expires_at: Date;
    outbox_expires_at: Date;
    /** When the device for reminders was last tested. */
    push_tested_at: WithDefault<Date | null>;
    device_id: WithDefault<string | null>;
  };
  nonces: { nonce: string; expires_at: Date; used_at: Date | null };
  idempotency: {
    scope: bigint;
    key: string;
    call: string;
    request: Bytes;
    code: CodeName;
    reply: string;
    created_at: Date;
  };
  rate_counts: { bucket: string; minute: number; count: number };
  settings: { key: string; value: string };
  function_schemas: { name: string; started_at: Date };
  ledger_accounts: {
    id: GeneratedAlways<bigint>;
    user_id: bigint | null;
    system: string | null;
    shard: Generated<number>;
    coin: string;
    balance: Generated<Units>;
    promised: Generated<Units | null>;
    guarded: GeneratedAlways<boolean>;
  };
  ledger_journal: {
    id: GeneratedAlways<bigint>;
    kind: string;
    ref: string | null;
    at: Date;
    trace: WithDefault<string | null>;
  };
  ledger_postings: {
    journal_id: bigint;
    account_id: bigint;
    coin: string;
    amount: Units;
    balance_after: Units | null;
    /** The kind of the entry; set only on users' postings. */
    kind: string | null;
  };
  /**
   * Over all users: by kind of entry and coin, what users received minus what they paid; `running` miners have no coin.
   */
  kept_sums: { kind: string; coin: string; shard: number; amount: Units };
  chain_cursor: { name: string; number: bigint; hash: string };
  jobs: {
    id: GeneratedAlways<bigint>;
    kind: string;
    key: string;
    due_at: Date;
    retry_at: Generated<Date | null>;
    payload: Generated<string>;
    attempts: Generated<number>;
  };
  deposits: {
    tx_hash: string;
    ordinal: number;
    coin: string;
    amount: Units;
    from_address: string;
    user_id: bigint | null;
    block_number: bigint;
    block_hash: string;
    journal_id: bigint;
    credited_at: Date;
    assigned: Generated<string | null>;
  };
  payouts: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    coin: string;
    amount: Units;
    fee: Units;
    address: string;
    state: WithDefault<'requested' | 'signed' | 'broadcast' | 'confirmed' | 'failed'>;
    requested_at: Date;
    approved_at: Date | null;
    approved_by: string | null;
    rejected_by: WithDefault<string | null>;
    finished_at: WithDefault<Date | null>;
    reason: WithDefault<string | null>;
    journal_id: bigint;
    wallet: WithDefault<string | null>;
    nonce: WithDefault<bigint | null>;
    tx_hash: WithDefault<string | null>;
  };
  payout_attempts: {
    hash: string;
    payout_id: bigint;
    nonce: bigint;
    raw: string;
    gas_price: Units;
    signed_at: Date;
    sent_at: WithDefault<Date | null>;
  };
  payout_wallets: {
    address: string;
    next_nonce: bigint | null;
    halted_at: WithDefault<Date | null>;
    halt_reason: WithDefault<string | null>;
  };
  own_wallets: { address: string; treasury: WithDefault<boolean> };
  chain_alerts: {
    id: GeneratedAlways<bigint>;
    kind: string;
    key: string;
    detail: string;
    raised_at: Date;
    cleared_at: WithDefault<Date | null>;
    cleared_by: WithDefault<string | null>;
  };
  miners: {
    user_id: bigint;
    kind: 'trial' | 'permanent';
    state: 'not_activated' | 'pending_start' | 'running' | 'expired';
    gifted: Generated<Units>;
    purchased: Generated<Units>;
    team1: Generated<Units>;
    team2: Generated<Units>;
    team3: Generated<Units>;
    invite_used: Generated<boolean>;
    cycle_started_at: Date | null;
    cycle_ends_at: Date | null;
    cycle_hashrate: Generated<Units>;
    cycle_bonus: Generated<Units>;
    cycle_output: Generated<Units>;
    total_output: Generated<Units>;
    /** Null for a trial. */
    permanent_at: WithDefault<Date | null>;
    /** Whether the account has ever had a device for reminders. */
    reminders: Generated<boolean>;
  };
  stake_orders: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    ancestor1: bigint | null;
    ancestor2: bigint | null;
    ancestor3: bigint | null;
    amount: Units;
    /** Every 24 h. */
    output: Units;
    /** Milliseconds since midnight in UTC. */
    phase: number;
    staked_at: Date;
    redeemed_at: WithDefault<Date | null>;
    settled: Generated<boolean>;
  };
  /** What the account has staked from that time on. */
  stake_levels: { user_id: bigint; at: Date; staked: Units };
  stake_state: { one: Generated<number>; settled_at: Generated<Date>; settled_id: Generated<bigint> };
  /** Times after (from_at, from_id) up to and including (to_at, to_id), all within one day in UTC. */
  stake_settlements: {
    id: Generated<bigint>;
    from_at: Date;
    from_id: bigint;
    to_at: Date;
    to_id: bigint;
    at: Date;
    orders: number;
    rates: bigint[];
    own_journal: bigint | null;
    team_journal: bigint | null;
    share_journal: bigint | null;
    /** Whether its payments are included in `stake_outputs`. */
    summed: Generated<boolean>;
  };
  stake_rounds: {
    id: GeneratedAlways<bigint>;
    at: Date;
    amount: Units;
    /** The sum of the orders' amounts × milliseconds since `since`. */
    weight: Units;
    since: Date;
    paid: Generated<Units>;
  };
  /** `day` is a date in Singapore, as text: 2026-11-21. */
  team_earnings: {
    user_id: bigint;
    day: string;
    staking: Generated<Units>;
    race: Generated<Units>;
    /** How much of both comes from the second and the third level. */
    level2: Generated<Units>;
    level3: Generated<Units>;
  };
  stake_shares: { user_id: bigint; day: string; amount: Units };
  /** Of the account's own orders. */
  stake_outputs: { user_id: bigint; day: string; amount: Units };
  team_changes: {
    id: GeneratedAlways<bigint>;
    /** The ancestor; `level` says how many levels above the member. */
    user_id: bigint;
    level: number;
    members: Generated<number>;
    valid: Generated<number>;
    hashrate: Generated<Units>;
    valid_hashrate: Generated<Units>;
    staked: Generated<Units>;
    bets: Generated<Units>;
  };
  team_counters: {
    user_id: bigint;
    level: number;
    members: Generated<number>;
    valid: Generated<number>;
    hashrate: Generated<Units>;
    staked: Generated<Units>;
    bets: Generated<Units>;
  };
  mining_cycles: {
    user_id: bigint;
    claimed_at: Date;
    journal_id: bigint;
    output: Units;
    ends_at: Date | null;
    hashrate: Units | null;
    bonus: Units | null;
  };
  repurchases: {
    id: GeneratedAlways<bigint>;
    journal_id: bigint;
    at: Date;
    kind: 'token' | 'hashrate';
    amount: Units;
    paid: Units;
    institution: Units;
    stakers: Units;
    bought_total: Units;
    institution_total: Units;
    stakers_total: Units;
    user_id: bigint | null;
    paid_total: Units;
  };
  buyback_days: { day: string; opening: Units; paid_before: Units };
  produced: { user_id: bigint; upto: bigint; unsold: Units };
  kyc_submissions: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    exchange: string;
    exchange_uid: string;
    exchange_address: string;
    status: Exclude<Kyc, 'none'>;
    submitted_at: Date;
    reviewed_at: Date | null;
    reviewed_by: string | null;
    reason: string | null;
    /** When and by whom an approval was revoked; `reviewed_at` is then the time of the approval. */
    revoked_at: WithDefault<Date | null>;
    revoked_by: WithDefault<string | null>;
    /** It had the UID of an older verification when UIDs began to be unique across all exchanges. */
    shared_uid: WithDefault<boolean>;
  };
  kyc_uploads: {
    id: GeneratedAlways<bigint>;
    user_id: bigint;
    network: string;
    at: Date;
    bytes: bigint;
  };
  kyc_documents: {
    submission_id: bigint;
    name: string;
    mime: string;
    size: number;
    /** Null once it has been deleted. */
    sealed: Bytes | null;
    /** Keyed hash of the bytes, which is kept; and the first hex digits of the SHA-256 of its DOCUMENT_KEY. */
    fingerprint: WithDefault<Bytes | null>;
    fingerprint_key: WithDefault<string | null>;
    /** Time of the verdict on the submission; the days until documents are deleted count from here. */
    decided_at: WithDefault<Date | null>;
    deleted_at: WithDefault<Date | null>;
    deleted_why: WithDefault<'expired' | 'owner' | null>;
  };
  welcome_notices: { version: string; lang: string; body: string; published_at: Date };
  /** Banners of the home page. */
  banners: {
    id: GeneratedAlways<bigint>;
    position: number;
    /** A picture's path on this server. */
    image: string;
    article_id: bigint;
  };
  articles: {
    id: GeneratedAlways<bigint>;
    slug: string;
    pinned: WithDefault<boolean>;
    /** A picture's path on this server. */
    cover: string | null;
    /** Not shown before this time; null: a draft. */
    published_at: Date | null;
  };
  article_texts: { article_id: bigint; lang: string; title: string; summary: string; body: string };
  article_seeds: { slug: string };
  links: { id: string; position: number; url: string };
  link_labels: { link_id: string; lang: string; label: string };
}
