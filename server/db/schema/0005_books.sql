-- The audit of the books: records that prove entries, and the chain of hashes over the journal.

-- A withdrawal has a debit of its own.
create unique index payouts_journal on payouts (journal_id);

-- What a claimed cycle was: its end and what it mined with. The entry's reference is the account and that end, so that no
-- cycle is credited twice.
alter table mining_cycles add ends_at timestamptz, add hashrate numeric(38,0), add bonus numeric(38,0);

-- Entries above from_id up to and including to_id. `hash` covers them and the hash of the block before (ledger_block). The
-- last one is published with the daily root.
create table ledger_blocks (
  id bigint primary key,
  from_id bigint not null unique,
  to_id bigint not null check (to_id > from_id),
  entries bigint not null check (entries > 0),
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null
);
create trigger ledger_blocks_fixed before update or delete or truncate on ledger_blocks
  for each statement execute function ledger_immutable();

-- How far the hourly audit has got.
create table books_audits (
  one int primary key default 1 check (one = 1),
  -- on the machine's clock: which process audits in this hour
  begun_at timestamptz not null default 'epoch',
  -- entries up to this id are of earlier releases, which did not note what proves them
  from_id bigint not null,
  -- entries up to this id have been proved
  audited_id bigint not null,
  -- the latest complete audit
  complete_at timestamptz not null default 'epoch'
);
insert into books_audits (from_id, audited_id)
  select id, id from (select coalesce(max(id), 0) as id from ledger_journal) newest;

-- The newest block when the balances of a tree were copied: null before the first one.
alter table solvency_trees add journal_to bigint, add journal_hash bytea, add check ((journal_to is null) = (journal_hash is null));

-- The published head cannot change either.
create function solvency_head_fixed() returns trigger language plpgsql as $$
begin
  raise exception 'a published head of the journal stays as it is';
end $$;
create trigger solvency_trees_head_fixed before update on solvency_trees for each row
  when (old.state = 'done'
    and row(new.journal_to, new.journal_hash) is distinct from row(old.journal_to, old.journal_hash))
  execute function solvency_head_fixed();
