-- Accounts that their owners have deleted. The row in `users` stays, since the ledger and the team above count by its
-- number, under an address that nobody has. What is kept here reveals nothing without the key.
create table deleted_accounts (
  user_id bigint primary key references users (id),
  deleted_at timestamptz not null,
  -- HMAC-SHA256 of the wallet's address, and of the UID with which the account was verified
  address_mark bytea not null check (octet_length(address_mark) = 32),
  uid_mark bytea check (octet_length(uid_mark) = 32)
);
create index deleted_accounts_by_address on deleted_accounts (address_mark);
create index deleted_accounts_by_uid on deleted_accounts (uid_mark) where uid_mark is not null;

-- The first account of a wallet that has come back: what every person gets once, it has had.
alter table users add column formerly bigint references users (id);
create index users_by_former on users (formerly) where formerly is not null;
