-- Every address that is or was the treasury or the hot wallet. What it sends to the treasury is no deposit: those coins
-- are booked already.
create table own_wallets (
  address text primary key
);
insert into own_wallets select address from payout_wallets;
