-- The lottery counts permanent miners without those of accounts deleted since its latest close.
create index deleted_accounts_by_time on deleted_accounts (deleted_at);
