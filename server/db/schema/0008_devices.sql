-- Devices that stay signed in: a key of the device signs a challenge instead of the wallet.
create table devices (
  id text primary key,
  user_id bigint not null references users (id),
  -- P-256: the coordinates x and y of the point, 32 bytes each
  public_key bytea not null check (octet_length(public_key) = 64),
  name text not null check (char_length(name) between 1 and 60),
  -- claim: looks and claims, but no money leaves
  scope text not null check (scope in ('full', 'claim')),
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index devices_by_user on devices (user_id, last_used_at);
create index devices_by_use on devices (last_used_at);

-- Codes with which another device asks an account to be signed in, one per account, for two minutes. `device_id` and what
-- follows: the device that has entered the code, and waits to be confirmed.
create table pairings (
  user_id bigint primary key references users (id),
  code text not null unique check (code ~ '^[0-9]{6}$'),
  expires_at timestamptz not null,
  device_id text unique,
  public_key bytea check (octet_length(public_key) = 64),
  name text check (char_length(name) between 1 and 60),
  check ((device_id is null) = (public_key is null) and (device_id is null) = (name is null))
);

-- Wrong codes by network, whose name is a keyed hash.
create table pairing_tries (network text not null, at timestamptz not null);
create index pairing_tries_by_network on pairing_tries (network, at);
create index pairing_tries_by_time on pairing_tries (at);

-- The device that a session belongs to; its sessions end with it.
alter table sessions add column device_id text references devices (id) on delete cascade;
create index sessions_by_device on sessions (device_id) where device_id is not null;
