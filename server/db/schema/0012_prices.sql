-- The price of each coin by the hour, as its feed said when a server first read it in that hour: what charts show.
create table prices (
  coin text not null,
  -- when the hour began
  hour timestamptz not null,
  -- USDT for one coin, 18 decimals
  price numeric(38,0) not null check (price > 0),
  primary key (coin, hour)
);
create index prices_by_hour on prices (hour);
