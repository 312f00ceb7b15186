-- All tables of the first release, with their trigger functions. Later versions change them in files of their own,
-- numbered from 0002. Amounts and hashrate are integers in smallest units (10^-18); days are Singapore days unless
-- stated to be UTC.


-- Accounts

create table users (
  id bigint generated always as identity primary key,
  address text not null unique,
  invite_code text not null unique,
  invited_by bigint references users (id),
  -- the three levels above, so that no query has to walk the tree
  ancestor1 bigint references users (id),
  ancestor2 bigint references users (id),
  ancestor3 bigint references users (id),
  kyc text not null default 'none' check (kyc in ('none', 'submitted', 'approved', 'failed')),
  official boolean not null default false,
  sign_ins int not null default 0,
  created_at timestamptz not null,
  check (invited_by is not distinct from ancestor1 and invited_by <> id)
);
create index users_by_inviter on users (invited_by, id);
create index users_valid_by_inviter on users (invited_by) where kyc = 'approved';
-- Members of the second and third level, newest first.
create index users_by_ancestor2 on users (ancestor2, id) where ancestor2 is not null;
create index users_by_ancestor3 on users (ancestor3, id) where ancestor3 is not null;
-- Address prefixes, case-insensitive.
create index users_by_address on users (lower(address) text_pattern_ops);

-- Tokens are stored only as SHA-256. The outbox token lives as long as its row.
create table sessions (
  token_hash bytea primary key,
  outbox_hash bytea not null unique,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  outbox_expires_at timestamptz not null,
  -- per session, not per device: otherwise a user could name another device before each test
  push_tested_at timestamptz
);
create index sessions_by_user on sessions (user_id);

create table nonces (nonce text primary key, expires_at timestamptz not null, used_at timestamptz);

-- When an account exported its data, so that all processes enforce the same limit.
create table data_exports (
  user_id bigint primary key references users (id),
  -- the latest export and those in the hour before it, oldest first
  times timestamptz[] not null
);


-- Calls, settings and due work

-- Replies are text: jsonb would reorder keys, and a replayed reply must be identical to the byte.
create table idempotency (
  scope bigint not null,
  key uuid not null,
  call text not null,
  request bytea not null,
  code text not null,
  reply text not null,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_by_age on idempotency (created_at);

-- Requests in the current minute, counted across all processes; not worth a write-ahead log.
create unlogged table rate_counts (
  bucket text not null,
  minute int not null,
  count int not null,
  primary key (minute, bucket)
);

create table settings (key text primary key, value text not null);

-- Any process may take a row; it is deleted in the transaction that does the work.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  due_at timestamptz not null,
  payload text not null default '{}',
  attempts int not null default 0,
  -- set after a failure; due_at stays unchanged, since catch-up work depends on it
  retry_at timestamptz,
  unique (kind, key)
);
create index jobs_due on jobs (due_at, id);

-- Schemas that hold a release's functions, and when a server of that release last started.
create table function_schemas (name text primary key, started_at timestamptz not null);


-- The ledger. Its invariants are enforced here, whoever writes: users' balances and funds never go below zero, the
-- postings of an entry sum to zero per coin, and nothing written can be changed.

-- A user's account, or one shard of a system account: those are spread over 64 rows, since one hot row would cut
-- throughput by a factor of 3 to 7. Funds (buyback to staking_rewards) pay users: single rows that cannot be overdrawn.
-- The constraints spell out their names, because a constraint that calls a function is parsed again by every statement
-- (a tenth of a claim). A third of each page stays free, so that an updated balance stays on its page.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  user_id bigint references users (id),
  system text check (system in (
    -- payouts: between the debit and the chain; unclaimed: sent from addresses that nobody has signed in with;
    -- race_stakes: stakes of rounds that are not settled yet
    'issuance', 'custody', 'revenue', 'institution', 'payouts', 'unclaimed', 'staked', 'race_stakes',
    'buyback', 'lottery_pool', 'race_bank', 'reserve', 'staking_rewards')),
  shard int not null default 0 check (shard between 0 and 63),
  coin text not null,
  balance numeric(38,0) not null default 0,
  guarded boolean not null generated always as (
    user_id is not null or system in ('buyback', 'lottery_pool', 'race_bank', 'reserve', 'staking_rewards')) stored,
  check ((user_id is null) <> (system is null)),
  check (shard = 0 or not guarded),
  constraint ledger_not_overdrawn check (not guarded or balance >= 0)
) with (fillfactor = 70);
create unique index ledger_accounts_user on ledger_accounts (user_id, coin) where user_id is not null;
create unique index ledger_accounts_system on ledger_accounts (system, coin, shard) where system is not null;

create table ledger_journal (
  id bigint generated always as identity primary key,
  kind text not null,
  ref text,
  at timestamptz not null
);
-- A reference names the cause of the entry (a seed, a chain transaction, a settlement): it can be booked only once.
create unique index ledger_journal_ref on ledger_journal (kind, ref) where ref is not null;

-- No foreign keys: they cost a seventh of an entry (CPU, measured on PostgreSQL 15) for ids that the only writer has
-- just read. The audit checks them instead.
create table ledger_postings (
  journal_id bigint not null,
  account_id bigint not null,
  coin text not null,
  amount numeric(38,0) not null check (amount <> 0),
  -- for users and funds; for a single shard it would mean nothing
  balance_after numeric(38,0),
  -- the entry's kind, only on users' postings: one category of a long history is read through its own index
  kind text,
  primary key (account_id, journal_id)
);
create index ledger_postings_by_journal on ledger_postings (journal_id);
-- Indexes the negated id, an order that no other index has, so that the planner does not choose another one.
create index ledger_postings_by_kind on ledger_postings (account_id, kind, (-journal_id)) where kind is not null;

-- Applies to anyone who writes SQL, not just ledger_post. An entry is written by one statement, so the new rows alone
-- show whether it is complete, and the check reads nothing from disk (a tenth of an entry's CPU).
create function ledger_check_sum() returns trigger language plpgsql as $$
begin
  if exists (select 1 from written group by journal_id, coin having sum(amount) <> 0) then
    raise exception 'postings of an entry must sum to zero per coin';
  end if;
  return null;
end $$;
create trigger ledger_sum after insert on ledger_postings
  referencing new table as written for each statement execute function ledger_check_sum();

create function ledger_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger ledger_journal_fixed before update or delete or truncate on ledger_journal
  for each statement execute function ledger_immutable();
create trigger ledger_postings_fixed before update or delete or truncate on ledger_postings
  for each statement execute function ledger_immutable();


-- The chain. Transaction hashes are lower-case hex, addresses have their EIP-55 checksum. Amounts are in ledger units,
-- whatever decimals the token has.

-- How far the chain has been read: one row per reader, and a row `identity` with block 1 of the chain that this
-- database belongs to.
create table chain_cursor (
  name text primary key,
  number bigint not null check (number >= 0),
  hash text not null check (hash ~ '^0x[0-9a-f]{64}$')
);

-- A Transfer to the treasury that was credited. Its position in the receipt stays the same if a reorg moves it to
-- another block.
create table deposits (
  tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  ordinal int not null check (ordinal >= 0),
  coin text not null,
  amount numeric(38,0) not null check (amount > 0),
  from_address text not null,
  -- null until someone signs in with that address; until then the amount is in the system account 'unclaimed'
  user_id bigint references users (id),
  block_number bigint not null,
  block_hash text not null,
  journal_id bigint not null,
  credited_at timestamptz not null,
  primary key (tx_hash, ordinal)
);
create index deposits_unclaimed on deposits (from_address) where user_id is null;
create index deposits_by_block on deposits (block_number);

-- A withdrawal from debit to completion. 'requested' without approved_at waits for the operator.
create table payouts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  coin text not null,
  -- the amount debited; the recipient gets amount - fee
  amount numeric(38,0) not null,
  fee numeric(38,0) not null check (fee >= 0),
  address text not null,
  state text not null default 'requested'
    check (state in ('requested', 'signed', 'broadcast', 'confirmed', 'failed')),
  requested_at timestamptz not null,
  approved_at timestamptz,
  -- null if no approval was needed
  approved_by text,
  rejected_by text,
  finished_at timestamptz,
  -- why it failed
  reason text,
  journal_id bigint not null,
  wallet text,
  nonce bigint,
  -- the current attempt: the newest one until one is mined
  tx_hash text,
  check (amount > fee),
  check ((wallet is null) = (nonce is null)),
  check (state not in ('signed', 'broadcast', 'confirmed') or nonce is not null),
  unique (wallet, nonce)
);
create index payouts_open on payouts (id) where state not in ('confirmed', 'failed');
create index payouts_ready on payouts (id) where state = 'requested' and approved_at is not null;
create index payouts_flying on payouts (wallet, nonce) where state in ('signed', 'broadcast');
create index payouts_by_day on payouts (user_id, coin, requested_at);

-- Every transaction ever signed for a payout, stored before it is sent: same nonce, higher gas price.
create table payout_attempts (
  hash text primary key check (hash ~ '^0x[0-9a-f]{64}$'),
  payout_id bigint not null references payouts (id),
  nonce bigint not null,
  raw text not null,
  gas_price numeric(38,0) not null,
  signed_at timestamptz not null,
  sent_at timestamptz
);
create index payout_attempts_by_payout on payout_attempts (payout_id);

-- One row per paying key; its lock lets only one worker at a time pay.
create table payout_wallets (
  address text primary key,
  -- null until the chain has been asked for the first one; after that the database counts
  next_nonce bigint check (next_nonce >= 0),
  halted_at timestamptz,
  halt_reason text
);

-- Problems that need the operator's attention. An unresolved problem is reported once.
create table chain_alerts (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  detail text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  cleared_by text
);
create unique index chain_alerts_open on chain_alerts (kind, key) where cleared_at is null;

-- Draws of both games: a round's encrypted seed, its published hash, and what the chain decided.
create table draws (
  id text primary key,
  game text not null check (game in ('race', 'lottery')),
  -- the first block at or after this time that satisfies the rule decides
  draws_at timestamptz not null,
  rule text not null check (rule in ('validator', 'plain')),
  seed_hash text not null check (seed_hash ~ '^0x[0-9a-f]{64}$'),
  sealed_seed bytea not null,
  -- someone takes part; for other rounds, the chain is not read
  wanted boolean not null default false,
  -- waiting: for its time or its block; idle: its time came and nobody took part
  state text not null default 'waiting' check (state in ('waiting', 'drawn', 'void', 'idle')),
  -- unsuccessful chain reads; at most one in ten seconds is counted
  attempts int not null default 0,
  tried_at timestamptz,
  -- why it waits or became void
  reason text,
  -- the first block at or after draws_at, and the one that decided
  from_block bigint,
  block_number bigint check (block_number >= from_block),
  block_hash text check (block_hash ~ '^0x[0-9a-f]{64}$'),
  tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
  -- revealed when the round is drawn
  seed text check (seed ~ '^0x[0-9a-f]{64}$'),
  hash text check (hash ~ '^0x[0-9a-f]{64}$'),
  finished_at timestamptz,
  check (id like game || ':%'),
  check (case state
    when 'drawn' then num_nulls(from_block, block_number, block_hash, tx_hash, seed, hash, finished_at) = 0
    when 'void' then num_nonnulls(block_number, seed, hash) = 0 and finished_at is not null
    else num_nonnulls(block_number, seed, hash, finished_at) = 0 end)
);
create index draws_waiting on draws (draws_at) where state = 'waiting';
create index draws_idle on draws (draws_at) where state = 'idle';
create index draws_blocks on draws (block_number) where state = 'drawn';


-- Verification. Documents are stored encrypted; one exchange UID, ignoring case, verifies one account.

create table kyc_submissions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  exchange text not null,
  exchange_uid text not null,
  exchange_address text not null,
  status text not null check (status in ('submitted', 'approved', 'failed')),
  submitted_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by text,
  reason text
);
create unique index kyc_uid_once on kyc_submissions (exchange, lower(exchange_uid)) where status <> 'failed';
create unique index kyc_open_once on kyc_submissions (user_id) where status <> 'failed';
create index kyc_by_user on kyc_submissions (user_id, id desc);
create index kyc_waiting on kyc_submissions (id) where status = 'submitted';

-- The encrypted bytes are deleted after a while; the record that they existed stays.
create table kyc_documents (
  submission_id bigint not null references kyc_submissions (id),
  name text not null check (name in ('idDocument', 'addressDocument')),
  mime text not null,
  size int not null,
  -- AES-256-GCM: 12-byte nonce, ciphertext, 16-byte tag
  sealed bytea,
  decided_at timestamptz,
  deleted_at timestamptz,
  deleted_why text check (deleted_why in ('expired', 'owner')),
  primary key (submission_id, name),
  constraint kyc_deleted_or_kept
    check ((sealed is null) = (deleted_at is not null) and (deleted_at is null) = (deleted_why is null)),
  -- never during a review
  constraint kyc_deleted_after_verdict check (deleted_at is null or decided_at is not null)
);
create index kyc_kept_documents on kyc_documents (decided_at) where sealed is not null;


-- Reminders: the devices that want them, and the messages waiting to be sent.

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- the session that registered it last; it may have ended since, because a closed app is exactly who needs reminders
  token_hash bytea not null,
  endpoint text not null unique,
  p256dh bytea not null,
  auth bytea not null,
  lang text not null,
  -- local times of day, HH:MM; all three or none
  quiet_from text,
  quiet_to text,
  time_zone text,
  created_at timestamptz not null,
  check ((quiet_from is null) = (quiet_to is null) and (quiet_from is null) = (time_zone is null))
);
create index push_subscriptions_by_user on push_subscriptions (user_id, created_at);
create index push_subscriptions_by_session on push_subscriptions (token_hash);

create table push_deliveries (
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  -- the end of the cycle to remind of
  cycle_ends_at timestamptz not null,
  due_at timestamptz not null,
  attempts int not null default 0,
  -- on the machine's clock: until then, a process is working on it
  leased_until timestamptz,
  primary key (subscription_id, cycle_ends_at)
);
create index push_deliveries_by_due on push_deliveries (due_at);

-- Outcomes of reminders per hour of the machine's clock, for the operator.
create table push_outcomes (
  hour timestamptz not null,
  outcome text not null,
  count bigint not null,
  primary key (hour, outcome)
);


-- Mining

create table miners (
  user_id bigint primary key references users (id),
  kind text not null check (kind in ('trial', 'permanent')),
  -- 'running' includes 'pending claim': cycle_ends_at and the current time tell which
  state text not null check (state in ('not_activated', 'pending_start', 'running', 'expired')),
  gifted numeric(38,0) not null default 0 check (gifted >= 0),
  purchased numeric(38,0) not null default 0 check (purchased >= 0),
  -- own hashrate of the valid members of each level, maintained by events
  team1 numeric(38,0) not null default 0,
  team2 numeric(38,0) not null default 0,
  team3 numeric(38,0) not null default 0,
  invite_used boolean not null default false,
  cycle_started_at timestamptz,
  cycle_ends_at timestamptz,
  cycle_hashrate numeric(38,0) not null default 0,
  cycle_bonus numeric(38,0) not null default 0,
  cycle_output numeric(38,0) not null default 0,
  total_output numeric(38,0) not null default 0,
  -- every permanent miner adds to the lottery's pool at each close
  permanent_at timestamptz,
  -- true from an account's first device on, so that claims of all other accounts skip the lookup (measured: 22 of a
  -- claim's 195 µs)
  reminders boolean not null default false,
  check ((state = 'running') = (cycle_ends_at is not null)),
  constraint miners_permanent_since check ((kind = 'permanent') = (permanent_at is not null))
);
create index miners_permanent on miners (permanent_at) where permanent_at is not null;

-- A starting cycle schedules a reminder for each of the account's devices, due at its end; a claim deletes it. Devices
-- are locked before their deliveries, in the same order as when a device is removed.
create function push_schedule() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from push_subscriptions where user_id = new.user_id for key share;
  if not found then return null; end if;
  delete from push_deliveries d using push_subscriptions s
    where s.user_id = new.user_id and d.subscription_id = s.id;
  if new.cycle_ends_at is not null then
    insert into push_deliveries (subscription_id, cycle_ends_at, due_at)
      select id, new.cycle_ends_at, new.cycle_ends_at from push_subscriptions where user_id = new.user_id
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger miners_push after update of cycle_ends_at on miners
  for each row when (new.reminders and old.cycle_ends_at is distinct from new.cycle_ends_at)
  execute function push_schedule();

-- Written only by mining_act, which holds the account's miner row: a foreign key would lock the account's row as well
-- at each claim (measured: a fifth of the claims per second).
create table mining_cycles (
  user_id bigint not null,
  claimed_at timestamptz not null,
  journal_id bigint not null,
  output numeric(38,0) not null,
  primary key (user_id, claimed_at, journal_id)
);


-- Teams. A change is recorded as rows of its own, one for each of the member's three ancestors, and folded into their
-- counters shortly afterwards: no member's transaction ever locks the row of an ancestor, whom a hundred thousand
-- others may share.

-- Rows are inserted and deleted, never updated. No foreign keys: they would lock the ancestor's row at each change.
create table team_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  level smallint not null check (level between 1 and 3),
  members int not null default 0,
  valid int not null default 0,
  hashrate numeric(38,0) not null default 0,
  valid_hashrate numeric(38,0) not null default 0,
  staked numeric(38,0) not null default 0,
  bets numeric(38,0) not null default 0
);
create index team_changes_by_user on team_changes (user_id);

-- One row for each level below an account that has members. The hashrate of valid members is in miners.team1 to team3,
-- where the start of a cycle reads it.
create table team_counters (
  user_id bigint not null,
  level smallint not null check (level between 1 and 3),
  members int not null default 0,
  valid int not null default 0,
  hashrate numeric(38,0) not null default 0,
  staked numeric(38,0) not null default 0,
  bets numeric(38,0) not null default 0,
  primary key (user_id, level)
);

-- Earnings from members' stakes and races, by day, so that totals and charts sum only some hundred rows. Every race
-- round of a day updates its row: free space on the page avoids index updates.
create table team_earnings (
  user_id bigint not null,
  day date not null,
  staking numeric(38,0) not null default 0,
  race numeric(38,0) not null default 0,
  primary key (user_id, day)
) with (fillfactor = 70);


-- Staking

-- Payouts do not write here: what an order has paid follows from its times and the watermark.
create table stake_orders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  -- copied from users, where they never change
  ancestor1 bigint,
  ancestor2 bigint,
  ancestor3 bigint,
  amount numeric(38,0) not null check (amount > 0),
  -- what it pays every 24 h, fixed at the time of staking
  output numeric(38,0) not null check (output >= 0),
  -- the millisecond of the UTC day at which it pays
  phase int not null check (phase between 0 and 86399999),
  staked_at timestamptz not null,
  redeemed_at timestamptz check (redeemed_at >= staked_at),
  -- redeemed, with nothing left to pay
  settled boolean not null default false check (not settled or redeemed_at is not null)
);
create index stake_orders_due on stake_orders (phase, id) where not settled;
create index stake_orders_by_user on stake_orders (user_id, id);
-- What an account has staked now, for the coin list and team members; its cost does not depend on past redemptions.
create index stake_orders_active on stake_orders (user_id) where redeemed_at is null;
create index stake_orders_by_ancestor1 on stake_orders (ancestor1, phase, id) where ancestor1 is not null;
create index stake_orders_by_ancestor2 on stake_orders (ancestor2, phase, id) where ancestor2 is not null;
create index stake_orders_by_ancestor3 on stake_orders (ancestor3, phase, id) where ancestor3 is not null;
create index stake_orders_leaving on stake_orders (redeemed_at) where redeemed_at is not null and not settled;

-- The watermark. 1970 until the first payout.
create table stake_state (
  one int primary key default 1 check (one = 1),
  settled_at timestamptz not null default 'epoch',
  settled_id bigint not null default 0
);
insert into stake_state default values;

-- What a payout covered: the moments after (from_at, from_id) up to and including (to_at, to_id), all within one UTC
-- day and one Singapore day, at these rates of the three levels.
create table stake_settlements (
  id bigint generated by default as identity primary key,
  from_at timestamptz not null,
  from_id bigint not null,
  to_at timestamptz not null,
  to_id bigint not null,
  at timestamptz not null,
  orders int not null,
  rates numeric[] not null,
  own_journal bigint,
  team_journal bigint,
  share_journal bigint
);
create unique index stake_settlements_by_team on stake_settlements (team_journal) where team_journal is not null;

-- Repurchased ADIT being shared: order X gets amount × X / staked, at its next moment within 24 h.
create table stake_rounds (
  id bigint generated always as identity primary key,
  at timestamptz not null unique,
  amount numeric(38,0) not null check (amount > 0),
  staked numeric(38,0) not null check (staked > 0),
  paid numeric(38,0) not null default 0 check (paid between 0 and amount)
);

create table stake_shares (
  user_id bigint not null,
  day date not null,
  amount numeric(38,0) not null,
  primary key (user_id, day)
);


-- Repurchases. The newest row holds the running totals, so that reading them costs the same however long the list is.
-- This works because rows are written strictly one after another: each is written right after its entry has debited the
-- fund, in the same transaction, and the fund is one row, locked until the commit. The next writer has waited for that
-- lock and therefore sees this row.

create table repurchases (
  id bigint generated always as identity primary key,
  journal_id bigint not null unique,
  at timestamptz not null,
  kind text not null check (kind in ('token', 'hashrate')),
  -- ADIT or hashrate
  amount numeric(38,0) not null check (amount > 0),
  -- USDT paid by the fund, including the fee
  paid numeric(38,0) not null check (paid > 0),
  -- the two halves of the ADIT bought; hashrate has none
  institution numeric(38,0) not null check (institution >= 0),
  stakers numeric(38,0) not null check (stakers >= 0),
  bought_total numeric(38,0) not null,
  institution_total numeric(38,0) not null,
  stakers_total numeric(38,0) not null,
  check (institution + stakers = case kind when 'token' then amount else 0 end),
  check (institution_total + stakers_total = bought_total)
);


-- Games

-- Responsible use. A third of each page stays free, so that the row, which changes with every bet, stays on its page.
create table play_limits (
  user_id bigint primary key references users (id),
  -- null: no limit
  daily_limit numeric(38,0) check (daily_limit >= 0),
  -- the limit from pending_at on; null then means no limit
  pending_limit numeric(38,0) check (pending_limit >= 0),
  pending_at timestamptz,
  paused_until timestamptz,
  -- the day of the latest bet, and the amount spent on it
  day date not null,
  spent numeric(38,0) not null default 0 check (spent >= 0),
  check (pending_at is not null or pending_limit is null)
) with (fillfactor = 70);

-- The pool of a round is carried + issued + paid. Rounds finish in order: each carries over what the previous one left.
-- Two thirds of a page stay free, because the open round's row changes with every guess.
create table lottery_rounds (
  -- the date of its close
  round date primary key,
  closes_at timestamptz not null unique,
  -- closed: accepts no more guesses and waits for its draw, for the previous round, or for its remaining payouts
  state text not null default 'open' check (state in ('open', 'closed', 'settled', 'void')),
  -- null until the previous round has finished
  carried numeric(38,0) check (carried >= 0),
  issued numeric(38,0) not null default 0 check (issued >= 0),
  paid numeric(38,0) not null default 0 check (paid >= 0),
  guesses int not null default 0 check (guesses >= 0),
  -- permanent miners at its close
  miners int not null default 0 check (miners >= 0),
  -- the three digits as a number, set at the first payout; null for a round without guesses
  drawn smallint check (drawn between 0 and 999),
  winners int not null default 0 check (winners >= 0),
  -- what each winning guess gets
  share numeric(38,0) not null default 0 check (share >= 0),
  -- accounts up to this id have been paid or refunded
  settled_to bigint not null default 0,
  batches int not null default 0,
  rolled numeric(38,0) check (rolled >= 0),
  finished_at timestamptz,
  check (case state
    when 'settled' then rolled is not null and finished_at is not null and rolled + winners * share = carried + issued + paid
    when 'void' then rolled is not null and finished_at is not null and rolled = carried + issued
    else rolled is null and finished_at is null end)
) with (fillfactor = 33);
create index lottery_rounds_unfinished on lottery_rounds (round) where state in ('open', 'closed');

-- Rows are only inserted, under the lock of their round, and never after its close.
create table lottery_guesses (
  round date not null,
  user_id bigint not null references users (id),
  -- from 1
  n smallint not null check (n > 0),
  number smallint not null check (number between 0 and 999),
  -- 0 for a free one
  paid numeric(38,0) not null check (paid >= 0),
  placed_at timestamptz not null,
  primary key (round, user_id, n)
);
create index lottery_guesses_by_number on lottery_guesses (round, number, user_id);

-- Lanes are 1 to 6; stakes are arrays in lane order. Half of each page stays free, so that the open round's row, which
-- every batch of bets updates, stays on its page.
create table race_rounds (
  -- epoch seconds / 300
  round bigint primary key,
  -- settling, returning: some accounts have already been paid or refunded
  state text not null default 'open' check (state in ('open', 'settling', 'returning', 'settled', 'void')),
  stakes numeric(38,0)[] not null default '{0,0,0,0,0,0}' check (cardinality(stakes) = 6),
  total numeric(38,0) not null default 0
    check (total = stakes[1] + stakes[2] + stakes[3] + stakes[4] + stakes[5] + stakes[6]),
  -- rates of the three levels above an account, in smallest units of 1; fixed by the round's first bet
  rates numeric(38,0)[] not null default '{0,0,0}' check (cardinality(rates) = 3),
  -- the lanes in finishing order, '316245'
  ranking text check (ranking ~ '^[1-6]{6}$'),
  champion smallint check (champion = left(ranking, 1)::smallint),
  -- accounts up to this id have been paid, in this many batches
  settled_user bigint not null default 0,
  batches int not null default 0,
  -- payouts or returned stakes, and what the levels above got
  paid numeric(38,0) not null default 0,
  team numeric(38,0) not null default 0,
  -- the accounts with the largest payouts so far, at most ten, largest first
  leaders bigint[] not null default '{}',
  finished_at timestamptz,
  check ((state in ('settling', 'settled')) = (champion is not null)),
  check ((state in ('settled', 'void')) = (finished_at is not null))
) with (fillfactor = 50);
create index race_rounds_unfinished on race_rounds (round) where state in ('open', 'settling', 'returning');

-- Written only by bets, which hold the round's lock: a settlement changes nothing here. No foreign keys: they would
-- lock the account's row at each bet.
create table race_entries (
  user_id bigint not null,
  round bigint not null,
  stakes numeric(38,0)[] not null check (cardinality(stakes) = 6),
  total numeric(38,0) not null check (total > 0),
  -- how many bets the stakes come from
  bets int not null,
  -- copied from users, where they never change
  ancestor1 bigint,
  ancestor2 bigint,
  ancestor3 bigint,
  -- time of the last bet; a round lies within one day
  placed_at timestamptz not null,
  primary key (user_id, round)
) with (fillfactor = 80);
create index race_entries_by_round on race_entries (round, user_id);

-- Which accounts of a round a settlement batch has paid: after from_user up to and including to_user. Its ledger
-- entries have the reference 'round/batch'. `counted`: the teams' counters include it, or need not (returned stakes).
create table race_batches (
  round bigint not null,
  batch int not null,
  from_user bigint not null,
  to_user bigint not null,
  paid_at timestamptz not null,
  counted boolean not null,
  primary key (round, batch)
);


-- Coupons

-- What a coupon gives never changes: a use refers to the coupon instead of copying it. `used` changes with every use.
create table coupons (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9-]{1,20}$'),
  coin text,
  amount numeric(38,0) check (amount > 0),
  -- gifted hashrate: it mines and cannot be sold
  hashrate numeric(38,0) check (hashrate > 0),
  -- maximum number of uses over all accounts; null: unlimited
  uses_limit int check (uses_limit > 0),
  used int not null default 0 check (used >= 0),
  expires_at timestamptz,
  made_at timestamptz not null,
  made_by text not null,
  closed_at timestamptz,
  note text,
  check ((coin is null) = (amount is null)),
  check (amount is not null or hashrate is not null),
  check (used <= uses_limit)
);
create table coupon_uses (
  coupon_id bigint not null references coupons (id),
  user_id bigint not null references users (id),
  -- its position in the account's list
  id bigint generated always as identity unique,
  at timestamptz not null,
  -- null for a coupon that gives only hashrate and moves no money
  journal_id bigint unique,
  primary key (coupon_id, user_id)
);
create index coupon_uses_by_user on coupon_uses (user_id, id);
create index coupon_uses_by_coupon on coupon_uses (coupon_id, id);

-- One row per wrong code and counted party: the account, and the network under a keyed hash. Deleted after an hour.
create table coupon_tries (who text not null, at timestamptz not null);
create index coupon_tries_by_who on coupon_tries (who, at);
create index coupon_tries_by_time on coupon_tries (at);


-- The operator's texts and pictures, one row per language

create table welcome_notices (
  version text not null,
  lang text not null,
  body text not null,
  published_at timestamptz not null,
  primary key (version, lang)
);

create table links (id text primary key, position int not null, url text not null);
create table link_labels (
  link_id text not null references links (id) on delete cascade,
  lang text not null,
  label text not null,
  primary key (link_id, lang)
);

create table articles (
  id bigint generated always as identity primary key,
  slug text not null unique,
  pinned boolean not null default false,
  cover text,
  -- null: a draft; hidden until a time in the future. Whole milliseconds, so that the list's cursor can name it exactly
  published_at timestamptz(3)
);
create index articles_latest on articles (published_at desc, id desc);
-- Without it, finding the newest pinned article would scan all announcements.
create index articles_pinned on articles (published_at desc, id desc) where pinned;
create table article_texts (
  article_id bigint not null references articles (id) on delete cascade,
  lang text not null,
  title text not null,
  summary text not null,
  body text not null,
  primary key (article_id, lang)
);
-- The articles that ship with the product. A row outlives its article, so that one the operator deleted does not come
-- back at the next start.
create table article_seeds (slug text primary key);

-- Banners of the home page, each linking to an announcement.
create table banners (
  id bigint generated always as identity primary key,
  position int not null,
  image text not null,
  article_id bigint not null references articles (id) on delete cascade
);
create index banners_of_article on banners (article_id);

-- Stored in the database, so that all servers sharing it serve the same ones. The name is derived from the content.
create table pictures (
  name text primary key check (name ~ '^[0-9a-f]{32}[.](png|jpg|webp|avif)$'),
  mime text not null,
  bytes bytea not null check (octet_length(bytes) <= 1048576),
  added_at timestamptz not null
);


-- The operator

-- One row before a command runs and one after it. Rows are never changed or deleted; a command whose process dies keeps
-- only its first row.
create table operator_commands (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  os_user text not null,
  as_name text,
  command text not null,
  -- JSON; for files, their names, sizes and SHA-256
  args text not null,
  options text not null,
  files text not null
);
create index operator_commands_by_time on operator_commands (at);
create table operator_outcomes (
  command_id bigint primary key references operator_commands (id),
  at timestamptz not null,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  answer text not null
);

create function operator_log_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'the operator''s log is append-only';
end $$;
create trigger operator_commands_fixed before update or delete or truncate on operator_commands
  for each statement execute function operator_log_immutable();
create trigger operator_outcomes_fixed before update or delete or truncate on operator_outcomes
  for each statement execute function operator_log_immutable();

-- What was changed while servers ran: settings by name, and terms of coins (fees, switches, contract, feed). A row
-- overrides the environment and the coin list.
create table operator_settings (
  name text primary key,
  -- in the same format as in the environment
  value text not null,
  changed_at timestamptz not null,
  changed_by text not null
);
create table coin_settings (
  coin text not null,
  name text not null,
  value text not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (coin, name)
);


-- Solvency: the daily trees over all balances. A copy of the balances in leaf order, the nodes that proofs are made of,
-- and the published roots, which are kept.

create table solvency_trees (
  id bigint generated always as identity primary key,
  day text not null unique,
  state text not null default 'wanted' check (state in ('wanted', 'taken', 'done')),
  secret bytea,
  as_of timestamptz,
  leaves int not null default 0,
  owed text,
  hashed int not null default 0,
  root text,
  sums text,
  check (state = 'wanted' or as_of is not null),
  check (state <> 'done' or (root is not null and sums is not null))
);

-- What has been published cannot change; only the data that proofs are made of may be deleted.
create function solvency_fixed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or row(new.day, new.state, new.as_of, new.leaves, new.owed, new.root, new.sums)
      is distinct from row(old.day, old.state, old.as_of, old.leaves, old.owed, old.root, old.sums) then
    raise exception 'a published tree stays as it is';
  end if;
  return new;
end $$;
create trigger solvency_trees_fixed before update or delete on solvency_trees
  for each row when (old.state = 'done') execute function solvency_fixed();

create table solvency_chunks (
  tree bigint not null references solvency_trees (id) on delete cascade,
  chunk int not null,
  first_key bytea not null,
  leaves int not null,
  body text not null,
  primary key (tree, chunk)
);
create index solvency_chunks_by_key on solvency_chunks (tree, first_key);
create table solvency_nodes (
  tree bigint not null references solvency_trees (id) on delete cascade,
  level int not null,
  index int not null,
  hash bytea not null,
  sums text not null,
  primary key (tree, level, index)
);
