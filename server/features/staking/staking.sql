-- Staking: moments and the watermark. A moment is a time at which an order pays: a whole multiple of 24 h after its
-- start. Moments are ordered by (moment, order id); all up to the watermark have been paid. Amounts are in smallest
-- units (10^-18); times are whole milliseconds. That an order pays once per UTC day is built in and not a parameter:
-- its `phase`, the millisecond of the day, is its position in every day's order.
-- The lock hashtextextended('staking', 4) is shared by stakes and redemptions and exclusive for a payout: what a payout
-- has decided stays true afterwards.

create function adit.stake_phase(p_at timestamptz) returns int language sql stable as $$
  select ((extract(epoch from p_at) * 1000)::bigint % 86400000)::int
$$;

-- Number of whole 24 h periods up to p_end.
create function adit.stake_periods(p_staked_at timestamptz, p_end timestamptz) returns numeric language sql immutable as $$
  select greatest(0, div(extract(epoch from p_end - p_staked_at), 86400))
$$;

-- Milliseconds from one time to another; 0 if that is earlier.
create function adit.stake_span(p_from timestamptz, p_to timestamptz) returns numeric language sql stable as $$
  select greatest(0, (extract(epoch from p_to - p_from) * 1000)::bigint)::numeric
$$;

-- The time of a stake or its redemption: now, but never before what has already been paid. The caller keeps payouts out
-- until its transaction ends. The function has several statements, so that the watermark is read after the lock was
-- acquired.
create function adit.stake_moment(p_now timestamptz) returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('staking', 4));
  return (select greatest(date_trunc('milliseconds', p_now), settled_at) from stake_state where one = 1);
end $$;

-- The next moment after a position in the order of moments; null without orders. It may belong to an order that has
-- been redeemed or was only just staked; looking there costs nothing.
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

-- Advances the watermark. Orders redeemed before it no longer count as possibly due.
create function adit.staking_reach(p_at timestamptz, p_id bigint) returns void
language plpgsql set enable_seqscan = off set jit = off as $$
begin
  update stake_state set settled_at = p_at, settled_id = p_id where one = 1;
  update stake_orders set settled = true where redeemed_at is not null and not settled and redeemed_at < p_at;
end $$;
