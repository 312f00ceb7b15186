/**
 * Money that comes from the chain and goes to it. Amounts are in smallest units (10^-18) of the ledger, whatever decimals the
 * token has. Transaction hashes are lower-case hex, addresses carry their EIP-55 checksum.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A Transfer to the treasury that was credited. Its place in the receipt stays the same when its block is another one.
  await sql`
    create table deposits (
      tx_hash text not null check (tx_hash ~ '^0x[0-9a-f]{64}$'),
      ordinal int not null check (ordinal >= 0),
      coin text not null,
      amount numeric(38,0) not null check (amount > 0),
      from_address text not null,
      -- null until somebody signs in with that address; what nobody owns yet stands on the system account 'unclaimed'
      user_id bigint references users (id),
      block_number bigint not null,
      block_hash text not null,
      journal_id bigint not null,
      credited_at timestamptz not null,
      primary key (tx_hash, ordinal)
    )`.execute(db);
  await sql`create index deposits_unclaimed on deposits (from_address) where user_id is null`.execute(db);
  await sql`create index deposits_by_block on deposits (block_number)`.execute(db);

  // A withdrawal from its debit to its end. 'requested' without approved_at waits for the operator.
  await sql`
    create table payouts (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id),
      coin text not null,
      -- what was debited; the receiver gets amount - fee
      amount numeric(38,0) not null,
      fee numeric(38,0) not null check (fee >= 0),
      address text not null,
      state text not null default 'requested'
        check (state in ('requested', 'signed', 'broadcast', 'confirmed', 'failed')),
      requested_at timestamptz not null,
      approved_at timestamptz,
      -- null where no approval was needed
      approved_by text,
      rejected_by text,
      finished_at timestamptz,
      -- why it failed
      reason text,
      journal_id bigint not null,
      wallet text,
      nonce bigint,
      -- the attempt that counts: the newest one until one is in the chain
      tx_hash text,
      check (amount > fee),
      check ((wallet is null) = (nonce is null)),
      check (state not in ('signed', 'broadcast', 'confirmed') or nonce is not null),
      unique (wallet, nonce)
    )`.execute(db);
  await sql`create index payouts_open on payouts (id) where state not in ('confirmed', 'failed')`.execute(db);
  await sql`create index payouts_ready on payouts (id) where state = 'requested' and approved_at is not null`.execute(
    db,
  );
  await sql`create index payouts_flying on payouts (wallet, nonce) where state in ('signed', 'broadcast')`.execute(
    db,
  );
  await sql`create index payouts_by_day on payouts (user_id, coin, requested_at)`.execute(db);

  // Every transaction that was ever signed for a payout, stored before it is sent: the same nonce, a higher gas price.
  await sql`
    create table payout_attempts (
      hash text primary key check (hash ~ '^0x[0-9a-f]{64}$'),
      payout_id bigint not null references payouts (id),
      nonce bigint not null,
      raw text not null,
      gas_price numeric(38,0) not null,
      signed_at timestamptz not null,
      sent_at timestamptz
    )`.execute(db);
  await sql`create index payout_attempts_by_payout on payout_attempts (payout_id)`.execute(db);

  // One row a paying key; its lock is what makes one worker of many.
  await sql`
    create table payout_wallets (
      address text primary key,
      -- null until the chain was asked for the first one; from then on the database counts
      next_nonce bigint check (next_nonce >= 0),
      halted_at timestamptz,
      halt_reason text
    )`.execute(db);

  // What an operator has to look at. The same thing is told once while it stands.
  await sql`
    create table chain_alerts (
      id bigint generated always as identity primary key,
      kind text not null,
      key text not null,
      detail text not null,
      raised_at timestamptz not null,
      cleared_at timestamptz,
      cleared_by text
    )`.execute(db);
  await sql`create unique index chain_alerts_open on chain_alerts (kind, key) where cleared_at is null`.execute(
    db,
  );

  // Between the debit and the chain, and what came from addresses that nobody has signed in with.
  await sql`alter table ledger_accounts drop constraint ledger_accounts_system_check`.execute(db);
  await sql`
    alter table ledger_accounts add constraint ledger_accounts_system_check check (system in (
      'issuance', 'custody', 'revenue', 'institution', 'payouts', 'unclaimed',
      'buyback', 'lottery_pool', 'race_bank', 'reserve', 'staking_rewards'))`.execute(db);
}
