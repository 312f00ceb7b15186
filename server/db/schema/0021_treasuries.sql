-- Which of our own wallets have received deposits: what is sent to one that has been replaced can still be credited.
alter table own_wallets add column treasury boolean not null default false;
