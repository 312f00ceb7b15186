-- One person, one account: what ties accounts to each other.

-- One exchange UID, ignoring case, verifies one account, on whatever exchange. Accounts that shared a UID when this rule
-- came keep their state: all but the first of them are marked and left out of the index, until the operator decides.
alter table kyc_submissions add column shared_uid boolean not null default false;
update kyc_submissions s set shared_uid = true where status <> 'failed' and exists (
  select 1 from kyc_submissions o
  where o.status <> 'failed' and lower(o.exchange_uid) = lower(s.exchange_uid) and o.id < s.id);
drop index kyc_uid_once;
create unique index kyc_uid_once on kyc_submissions (lower(exchange_uid)) where status <> 'failed' and not shared_uid;

-- What `kyc show` compares. UIDs and addresses are compared as they are stored, in lower case; documents by a keyed hash
-- of their bytes, which stays when they are deleted.
alter table kyc_documents
  -- HMAC-SHA256; null for documents that were sent before there were any
  add column fingerprint bytea,
  -- which DOCUMENT_KEY it was made with, as `keys list` shows it: those of different keys cannot be compared
  add column fingerprint_key text,
  add constraint kyc_fingerprint_key check ((fingerprint is null) = (fingerprint_key is null));
create index kyc_by_uid on kyc_submissions (lower(exchange_uid));
create index kyc_by_address on kyc_submissions (lower(exchange_address));
create index kyc_by_fingerprint on kyc_documents (fingerprint) where fingerprint is not null;

-- An approval that the operator took back: the submission has failed, and reviewed_at stays the time of the approval.
alter table kyc_submissions
  add column revoked_at timestamptz,
  add column revoked_by text,
  add constraint kyc_revoked check ((revoked_at is null) = (revoked_by is null) and (revoked_at is null or status = 'failed'));

-- A frozen account: no money leaves it and it does not play, until the operator unfreezes it. It is shown the reason.
alter table users
  add column frozen_at timestamptz,
  add column frozen_by text,
  add column frozen_reason text,
  add constraint users_frozen check (num_nulls(frozen_at, frozen_by, frozen_reason) in (0, 3));
