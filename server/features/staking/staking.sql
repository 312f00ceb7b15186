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

-- Stakes p_amounts[i], which then pays p_outputs[i] every p_period, or redeems the order p_orders[i], for calls of different accounts in
-- one transaction. p_codes[i] is 'ok', or the code to refuse it with at once. Each has the outcome that it would have alone; a refusal
-- affects only its own reply. An account's second call is answered with 'later' and belongs in the next batch. Unless p_wait, a call
-- whose key, order or balance somebody else has locked is answered with 'busy'. Nothing of these is done or stored. An order can be
-- redeemed from p_hold after its start, and its time since the last payout earns nothing. Its reference contains its output, which then
-- cannot be changed unnoticed. Replies are the calls' outputs: servers of releases that stored those under the same keys may run beside
-- this one. Lock order: idempotency keys in their order, the lock of payouts, for each account in its order an order and the balance, a
-- sharded account. This cannot deadlock: a payout locks no keys or orders, and nobody else locks more than one order.
-- Only nested loops: a plan made while tables were empty would later read the whole index of another join.
create function adit.staking_acts(
  p_calls adit.call[], p_codes text[], p_amounts numeric[], p_outputs numeric[], p_orders bigint[],
  p_now timestamptz, p_wait boolean, p_hold interval, p_period interval
) returns table (account bigint, code text, reply text, replay boolean)
language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_users bigint[];
  v_codes text[];
  v_replies text[];
  v_replays boolean[];
  v_fresh int[];
  v_done int[] := '{}';
  v_user bigint;
  v_code text;
  v_reply text;
  v_at timestamptz;
  v_balance numeric;
  v_id bigint;
  v_kinds text[] := '{}';
  v_refs text[] := '{}';
  v_movers bigint[] := '{}';
  v_moved numeric[] := '{}';
  v_traces uuid[] := '{}';
  o stake_orders;
  i int;
begin
  select accounts, codes, replies, replays, fresh into v_users, v_codes, v_replies, v_replays, v_fresh
    from adit.calls_begin(p_calls, p_wait);
  if cardinality(v_fresh) > 0 then
    -- Now, but never before what has already been paid. The lock keeps payouts out until the transaction ends; the
    -- watermark is read by a statement of its own, so after the lock was acquired.
    perform pg_advisory_xact_lock_shared(hashtextextended('staking', 4));
    v_at := (select greatest(date_trunc('milliseconds', p_now), settled_at) from stake_state where one = 1);
  end if;
  foreach i in array v_fresh loop
    v_user := v_users[i];
    v_code := p_codes[i];
    v_reply := 'null';
    if v_code = 'invalid_amount' then
      v_reply := '{"coin":"ADIT"}';
    elsif v_code = 'ok' and p_orders[i] is not null then
      if p_wait then
        select * into o from stake_orders where id = p_orders[i] and user_id = v_user and redeemed_at is null for update;
      else
        select * into o from stake_orders where id = p_orders[i] and user_id = v_user and redeemed_at is null
          for update skip locked;
        if not found and exists (
          select from stake_orders where id = p_orders[i] and user_id = v_user and redeemed_at is null
        ) then
          v_codes[i] := 'busy';
          continue;
        end if;
      end if;
      if o.id is null then
        v_code := 'not_found';
        if exists (select from stake_orders where id = p_orders[i] and user_id = v_user) then
          v_reply := '{"reason":"unstaked"}';
        end if;
      elsif p_now < o.staked_at + p_hold then
        v_code := 'stake_locked';
        v_reply := json_build_object('unlocksAt', adit.time_text(o.staked_at + p_hold))::text;
      end if;
    end if;
    if v_code = 'ok' then
      if not p_wait and not adit.ledger_try_lock(v_user, 'ADIT') then v_codes[i] := 'busy'; continue; end if;
      v_balance := adit.ledger_lock(v_user, 'ADIT');
      if p_orders[i] is null and v_balance < p_amounts[i] then
        v_code := 'insufficient_balance';
        v_reply := adit.lack_text('ADIT', v_balance, p_amounts[i]);
      end if;
    end if;
    v_codes[i] := v_code;
    v_replies[i] := v_reply;
    v_done := v_done || i;
    continue when v_code <> 'ok';

    if p_orders[i] is null then
      insert into stake_orders (user_id, ancestor1, ancestor2, ancestor3, amount, output, phase, staked_at)
        select u.id, u.ancestor1, u.ancestor2, u.ancestor3, p_amounts[i], p_outputs[i], adit.stake_phase(v_at), v_at
        from users u where u.id = v_user returning id into v_id;
      v_kinds := v_kinds || 'stake'::text;
      v_refs := v_refs || (v_id || '/' || adit.amount_text(p_outputs[i]));
      v_moved := v_moved || -p_amounts[i];
      v_replies[i] := json_build_object('id', v_id::text, 'amount', adit.amount_text(p_amounts[i]),
        'unlocksAt', adit.time_text(v_at + p_hold), 'nextOutputAt', adit.time_text(v_at + p_period))::text;
    else
      update stake_orders set redeemed_at = v_at where id = o.id;
      v_kinds := v_kinds || 'unstake'::text;
      v_refs := v_refs || o.id::text;
      v_moved := v_moved || o.amount;
      v_replies[i] := json_build_object('id', o.id::text, 'amount', adit.amount_text(o.amount))::text;
    end if;
    v_movers := v_movers || v_user;
    v_traces := array_append(v_traces, (p_calls[i]).trace);
  end loop;

  if cardinality(v_movers) > 0 then
    perform adit.ledger_each(v_kinds, v_refs, v_at, 'ADIT', v_movers, v_moved, 'staked', v_traces);
    insert into team_changes (user_id, level, staked)
      select a.id, a.level, -m.moved from unnest(v_movers, v_moved) as m (u, moved) join users u on u.id = m.u
      cross join lateral (values (u.ancestor1, 1), (u.ancestor2, 2), (u.ancestor3, 3)) as a (id, level)
      where a.id is not null;
  end if;
  perform adit.calls_end(p_calls, v_done, v_users, v_codes, v_replies);
  return query select * from unnest(v_users, v_codes, v_replies, v_replays);
end $$;
