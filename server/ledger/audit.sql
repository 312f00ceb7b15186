-- What the audit reads of the ledger, and the chain of hashes over the journal. Amounts are in smallest units (10^-18).

-- A number at the start of a reference, before the first slash; null where there is none. For joining entries with
-- records: a reference that somebody has written over must not end an audit.
create function adit.ref_number(p_ref text) returns bigint language sql immutable as $$
  select case when p_ref ~ '^[0-9]{1,18}(/|$)' then split_part(p_ref, '/', 1)::bigint end
$$;

-- An amount at one place of a reference, in smallest units; null where there is none.
create function adit.ref_amount(p_ref text, p_place int) returns numeric language sql immutable as $$
  select case when split_part(p_ref, '/', p_place) ~ '^[0-9]{1,20}([.][0-9]{1,18})?$'
    then trunc(split_part(p_ref, '/', p_place)::numeric * 1000000000000000000) end
$$;

-- The newest id that was given to an entry, and the transactions, other than ours, that may still commit an entry with it
-- or an older one. Whoever takes an id holds a lock on the sequence until its transaction has ended, and whoever ends is
-- visible before its locks are released. So everything up to `newest` that will ever be there is visible once none of
-- `writers` holds that lock: those who take it later get newer ids. The order of the statements matters.
create function adit.ledger_newest(out newest bigint, out writers text[]) language plpgsql as $$
begin
  select case when is_called then last_value else 0 end into newest from ledger_journal_id_seq;
  writers := adit.ledger_writers();
end $$;

create function adit.ledger_writers() returns text[] language sql volatile as $$
  select coalesce(array_agg(virtualtransaction), '{}') from pg_locks
  where relation = 'ledger_journal_id_seq'::regclass and mode = 'RowExclusiveLock' and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
$$;

-- The entries above p_from up to and including p_to, and the hash of a block of them: SHA-256 of the hash before it and of
-- the SHA-256 of each entry, in the order of ids. An entry is a JSON array of its columns, the time in UTC, and of its
-- postings in the order of accounts, each with the account's owner, so that nothing of it can be changed unnoticed. Hashed
-- entry by entry, because one settlement may have a hundred thousand postings.
create function adit.ledger_block(p_before bytea, p_from bigint, p_to bigint, out entries bigint, out hash bytea)
language plpgsql stable set enable_seqscan = off set jit = off as $$
begin
  select count(*), sha256(p_before || coalesce(string_agg(line, ''::bytea order by id), ''::bytea)) into entries, hash
  from (
    select j.id, sha256(convert_to(json_build_array(j.id, j.kind, j.ref,
      to_char(j.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), (
        select json_agg(json_build_array(
          p.account_id, a.user_id, a.system, a.shard, p.coin, p.amount::text, p.balance_after::text, p.kind) order by p.account_id)
        from ledger_postings p left join ledger_accounts a on a.id = p.account_id where p.journal_id = j.id
      ))::text, 'UTF8')) as line
    from ledger_journal j where j.id > p_from and j.id <= p_to
  ) hashed;
end $$;

-- Hashrate that accounts have bought, and sold as a negative number, entry by entry: its amount begins the reference.
create function adit.hashrate_traded() returns table (user_id bigint, hashrate numeric) language sql stable as $$
  select a.user_id, case j.kind when 'hashrate_purchase' then 1 else -1 end * adit.ref_amount(j.ref, 1)
  from ledger_journal j join ledger_postings p on p.journal_id = j.id join ledger_accounts a on a.id = p.account_id
  where j.kind in ('hashrate_purchase', 'hashrate_resale') and a.user_id is not null
$$;

-- What a fund has paid through entries of these kinds.
create function adit.fund_paid(p_fund text, p_coin text, p_kinds text[]) returns table (entry bigint, at timestamptz, paid numeric)
language sql stable as $$
  select j.id, j.at, -p.amount from ledger_accounts a join ledger_postings p on p.account_id = a.id
  join ledger_journal j on j.id = p.journal_id
  where a.system = p_fund and a.coin = p_coin and p.amount < 0 and j.kind = any(p_kinds)
$$;

-- What a fund has promised.
create function adit.ledger_promised(p_system text, p_coin text) returns numeric language sql stable as $$
  select coalesce(sum(promised), 0) from ledger_accounts where system = p_system and coin = p_coin
$$;
