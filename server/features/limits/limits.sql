-- Responsible use: an account's daily bet limit, its pause, and what it has spent on both games today. Days are
-- Singapore days, amounts in smallest units (10^-18).

create function adit.play_day(p_at timestamptz) returns date language sql immutable as $$
  select (p_at at time zone 'Asia/Singapore')::date
$$;

-- Whether an account may spend this amount on a game now: null if so, and the amount is counted; otherwise 'paused' or
-- 'limit', and nothing has changed. A free guess has amount 0, which no limit forbids. The account's row stays locked
-- until the transaction ends. A caller that later refuses for another reason takes that back with play_uncheck, unless
-- it rolls everything back.
create function adit.play_check(p_user bigint, p_amount numeric, p_now timestamptz) returns text
language plpgsql set enable_seqscan = off as $$
declare
  v play_limits;
  v_day date := adit.play_day(p_now);
begin
  select * into v from play_limits where user_id = p_user for no key update;
  if not found then
    insert into play_limits (user_id, day) values (p_user, v_day) on conflict (user_id) do nothing;
    select * into v from play_limits where user_id = p_user for no key update;
  end if;
  if v.paused_until > p_now then return 'paused'; end if;
  if v.pending_at <= p_now then
    v.daily_limit := v.pending_limit;
    v.pending_limit := null;
    v.pending_at := null;
  end if;
  -- A bet from the last second of a day that arrives after one of the next day counts on the next day.
  if v.day < v_day then
    v.day := v_day;
    v.spent := 0;
  end if;
  if p_amount > 0 and v.spent + p_amount > v.daily_limit then return 'limit'; end if;
  update play_limits set daily_limit = v.daily_limit, pending_limit = v.pending_limit, pending_at = v.pending_at,
    day = v.day, spent = v.spent + p_amount where user_id = p_user;
  return null;
end $$;

-- The data of play_paused for the reason that play_check returned. The row is as play_check has left it.
create function adit.play_refusal(p_user bigint, p_reason text, p_now timestamptz) returns text
language plpgsql stable set enable_seqscan = off as $$
begin
  return (select case p_reason
    when 'paused' then json_build_object('reason', p_reason, 'pausedUntil', adit.time_text(p.paused_until))
    else json_build_object('reason', p_reason,
      'dailyBetLimit', adit.amount_text(case when p.pending_at <= p_now then p.pending_limit else p.daily_limit end),
      'spentToday', adit.amount_text(case when p.day >= adit.play_day(p_now) then p.spent else 0 end))
    end::text from play_limits p where p.user_id = p_user);
end $$;

-- Locks an account's row for the transaction, unless somebody else has locked it: false then. True for an account
-- without a row.
create function adit.play_try_lock(p_user bigint) returns boolean language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from play_limits where user_id = p_user for no key update skip locked;
  return found or not exists (select from play_limits where user_id = p_user);
end $$;

-- Takes back what play_check has counted in this transaction, on whatever day that was.
create function adit.play_uncheck(p_user bigint, p_amount numeric) returns void
language plpgsql set enable_seqscan = off as $$
begin
  update play_limits set spent = spent - p_amount where user_id = p_user and p_amount > 0;
end $$;

-- Subtracts returned bets from the days on which they were placed; bets from before the stored day change nothing. Call it before posting the entry that pays them: bets, too, lock these rows
-- before ledger accounts.
create function adit.play_return_all(p_users bigint[], p_amounts numeric[], p_placed_at timestamptz[]) returns void
language plpgsql set enable_seqscan = off as $$
begin
  perform 1 from play_limits where user_id = any (p_users) order by user_id for no key update;
  update play_limits p set spent = greatest(0, p.spent - r.amount)
    from (
      select u as user_id, adit.play_day(t) as day, sum(a) as amount
      from unnest(p_users, p_amounts, p_placed_at) as s (u, a, t) group by 1, 2
    ) r
    where p.user_id = r.user_id and p.day = r.day;
end $$;
