/**
 * Draws of both games: a round's sealed seed and the hash of it that was published, and what the chain decided. `race_stakes`
 * holds what race rounds that are not settled yet have taken in.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_accounts drop constraint ledger_accounts_system_check`.execute(db);
  await sql`
    alter table ledger_accounts add constraint ledger_accounts_system_check check (system in (
      'issuance', 'custody', 'revenue', 'institution', 'payouts', 'unclaimed', 'staked', 'race_stakes',
      'buyback', 'lottery_pool', 'race_bank', 'reserve', 'staking_rewards'))`.execute(db);

  await sql`
    create table draws (
      id text primary key,
      game text not null check (game in ('race', 'lottery')),
      -- the first block at or after it that fits the rule decides
      draws_at timestamptz not null,
      rule text not null check (rule in ('validator', 'plain')),
      seed_hash text not null check (seed_hash ~ '^0x[0-9a-f]{64}$'),
      sealed_seed bytea not null,
      -- somebody takes part; nobody looks at the chain for the others
      wanted boolean not null default false,
      -- waiting for its time or its block; idle: its time came and nobody took part
      state text not null default 'waiting' check (state in ('waiting', 'drawn', 'void', 'idle')),
      -- looks at the chain that came to nothing, at most one in ten seconds is counted
      attempts int not null default 0,
      tried_at timestamptz,
      -- why it waits, or became void
      reason text,
      -- the first block at or after draws_at, and the one that decided
      from_block bigint,
      block_number bigint check (block_number >= from_block),
      block_hash text check (block_hash ~ '^0x[0-9a-f]{64}$'),
      tx_hash text check (tx_hash ~ '^0x[0-9a-f]{64}$'),
      -- revealed when it is drawn
      seed text check (seed ~ '^0x[0-9a-f]{64}$'),
      hash text check (hash ~ '^0x[0-9a-f]{64}$'),
      finished_at timestamptz,
      check (id like game || ':%'),
      check (case state
        when 'drawn' then num_nulls(from_block, block_number, block_hash, tx_hash, seed, hash, finished_at) = 0
        when 'void' then num_nonnulls(block_number, seed, hash) = 0 and finished_at is not null
        else num_nonnulls(block_number, seed, hash, finished_at) = 0 end)
    )`.execute(db);
  await sql`create index draws_waiting on draws (draws_at) where state = 'waiting'`.execute(db);
  await sql`create index draws_idle on draws (draws_at) where state = 'idle'`.execute(db);
  await sql`create index draws_blocks on draws (block_number) where state = 'drawn'`.execute(db);

  // Somebody takes part in a round: called in the transaction of each bet. False when the draw is decided, or was never prepared:
  // then the bet must be refused. The row is written by a round's first bet alone.
  await sql`
    create function draw_want(p_id text) returns boolean language plpgsql set enable_seqscan = off as $$
    begin
      if exists (select 1 from draws where id = p_id and wanted and state = 'waiting') then return true; end if;
      update draws set wanted = true, state = 'waiting' where id = p_id and state in ('waiting', 'idle');
      return found;
    end $$`.execute(db);
}
