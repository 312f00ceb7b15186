-- What was exchanged of each coin with a market price, in USDT (18 decimals): by an account in a Singapore day, and by all
-- accounts together (user 0) in an hour.

create table exchanged (
  coin text not null,
  user_id bigint not null,
  -- When the day or the hour began.
  since timestamptz not null,
  worth numeric(38,0) not null check (worth >= 0),
  primary key (coin, user_id, since)
);
