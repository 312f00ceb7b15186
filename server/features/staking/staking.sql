-- Staking: moments and the watermark. A moment is a time at which an order pays: its start and whole 24 h after it. Moments
-- stand in the order of (moment, order id); all up to the watermark are paid. Amounts are in smallest units (10^-18); times
-- are whole milliseconds. That an order pays once a UTC day is no argument but how all of this works: its `phase`, the
-- millisecond of the day, is its place in every day's order.
--
-- The lock hashtextextended('staking', 4) is held by whoever stakes or redeems, and alone by a payout: what a payout has decided
-- stays true after it.

create function adit.stake_phase(p_at timestamptz) returns int language sql stable as $$
  select ((extract(epoch from p_at) * 1000)::bigint % 86400000)::int
$$;

-- Whole 24 h up to p_end.
create function adit.stake_periods(p_staked_at timestamptz, p_end timestamptz) returns numeric language sql immutable as $$
  select greatest(0, div(extract(epoch from p_end - p_staked_at), 86400))
$$;

-- The time of a stake or of its redemption: now, and never before what is paid already. Whoever asks keeps payouts out
-- until the transaction ends. A function of several statements, so that the watermark is read after the lock was got.
create function adit.stake_moment(p_now timestamptz) returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('staking', 4));
  return (select greatest(date_trunc('milliseconds', p_now), settled_at) from stake_state where one = 1);
end $$;

-- The moment that follows a place in the order of moments; null without orders. That of an order which is redeemed, or was
-- staked a moment ago, may be named as well: looking there costs nothing.
create function adit.staking_next(p_at timestamptz, p_id bigint) returns timestamptz
language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  v_day timestamptz := date_trunc('day', p_at, 'UTC');
  v_phase int;
begin
  select phase into v_phase from stake_orders where not settled and (phase, id) > (adit.stake_phase(p_at), p_id)
    order by phase, id limit 1;
  if not found then
    v_day := v_day + interval '24 hours';
    select phase into v_phase from stake_orders where not settled order by phase, id limit 1;
  end if;
  return v_day + v_phase * interval '1 millisecond';
end $$;

-- Moves the watermark. What was redeemed before it leaves the orders that may be due.
create function adit.staking_reach(p_at timestamptz, p_id bigint) returns void
language plpgsql set enable_seqscan = off set jit = off as $$
begin
  update stake_state set settled_at = p_at, settled_id = p_id where one = 1;
  update stake_orders set settled = true where redeemed_at is not null and not settled and redeemed_at < p_at;
end $$;
