-- Searching the fund history: by an amount, by a transaction, by a recipient.

-- An amount without its sign and without what lists leave out: seven digits, two decimals at least up to millions, none
-- beyond (src/rules/shown-amounts.ts).
create function ledger_shown(units numeric) returns numeric language sql immutable as $$
  select trunc(abs(units), case
    when abs(units) < 10000000000000000000 then -12
    when abs(units) < 100000000000000000000 then -13
    when abs(units) < 1000000000000000000000 then -14
    when abs(units) < 10000000000000000000000 then -15
    when abs(units) < 10000000000000000000000000 then -16
    else -18 end)
$$;

-- With the kind, so that a category's movements of a common amount are found without reading all others of that amount. The
-- negated id gives the order, as in ledger_postings_by_kind.
create index ledger_postings_by_shown on ledger_postings (account_id, ledger_shown(amount), kind, (-journal_id))
  where kind is not null;

-- Compared byte by byte, whatever the database's language, so that the beginning of a hash is a range.
create index deposits_by_hash on deposits (user_id, (tx_hash collate "C")) where user_id is not null;
create index payouts_by_hash on payouts (user_id, (tx_hash collate "C")) where tx_hash is not null;
create index payouts_by_address on payouts (user_id, (lower(address) collate "C"), coin, (-journal_id));
