-- What all accounts withdraw of a coin on a day is summed for each withdrawal, where some need approval.
create index payouts_by_coin on payouts (coin, requested_at);
-- Who assigned a deposit to an account that did not send it, and the proof of ownership; null for all others.
alter table deposits add column assigned text check (user_id is not null or assigned is null);
