-- Which of our own wallets have received deposits: what is sent to one that has been replaced can still be credited.
alter table own_wallets add column treasury boolean not null default false;
update own_wallets set treasury = true where address not in (select address from payout_wallets);
-- The list's threshold, which was stored with the feed but never counted for a stable coin.
update coin_settings set value = jsonb_set(value::jsonb, '{deviation}', '"0"')::text
  where coin = 'USDT' and name = 'feed' and value like '{%';
