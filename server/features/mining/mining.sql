-- The two calls that everyone makes once a day (start, claim) as one function: session, idempotency key, state, money
-- and stored reply of many calls in a single round trip. Amounts and hashrate are in smallest units (10^-18).

-- Bonus hashrate by the rates of the three levels; each is rounded down separately.
create function adit.mining_bonus(m miners, p_rates numeric[]) returns numeric language sql immutable as $$
  select adit.times(m.team1, p_rates[1]) + adit.times(m.team2, p_rates[2]) + adit.times(m.team3, p_rates[3])
$$;

-- Valid members' hashrate that has been recorded but not yet folded into miners.team1 to team3, so that a cycle
-- starting right now already includes it (5 µs of a claim's 250 µs while nothing is waiting). Folding holds the miner's
-- row, so that whoever has locked the row sees each change exactly once.
create function adit.mining_team_changes(p_user bigint, out first numeric, out second numeric, out third numeric)
language plpgsql stable set enable_seqscan = off as $$
begin
  select coalesce(sum(valid_hashrate) filter (where level = 1), 0),
    coalesce(sum(valid_hashrate) filter (where level = 2), 0),
    coalesce(sum(valid_hashrate) filter (where level = 3), 0)
  into first, second, third from team_changes where user_id = p_user;
end $$;

-- The facts that a reply is made from. Amounts stay in smallest units as text; one pure function in the server converts
-- them. It is pl/pgsql because that caches the plan: a plain SQL function is planned at each call (measured: 65 µs of a
-- claim's 250).
create function adit.mining_facts(p_user bigint, p_now timestamptz) returns text
language plpgsql stable set enable_seqscan = off as $$
begin
  return (select json_build_object(
    'now', p_now, 'kind', m.kind, 'state', m.state,
    'gifted', m.gifted::text, 'purchased', m.purchased::text,
    'team1', (m.team1 + t.first)::text, 'team2', (m.team2 + t.second)::text, 'team3', (m.team3 + t.third)::text,
    'startedAt', m.cycle_started_at, 'endsAt', m.cycle_ends_at,
    'cycleHashrate', m.cycle_hashrate::text, 'cycleBonus', m.cycle_bonus::text, 'cycleOutput', m.cycle_output::text,
    'totalOutput', m.total_output::text,
    'yesterdayOutput', (
      select coalesce(sum(c.output), 0)::text from mining_cycles c
      where c.user_id = p_user
        and c.claimed_at >= ((p_now at time zone 'Asia/Singapore')::date - 1)::timestamp at time zone 'Asia/Singapore'
        and c.claimed_at < (p_now at time zone 'Asia/Singapore')::date::timestamp at time zone 'Asia/Singapore'
    ))::text
  from miners m, adit.mining_team_changes(p_user) t where m.user_id = p_user);
end $$;

-- Whether an account may start a cycle now.
create function adit.mining_may_start(p_user bigint) returns boolean language plpgsql stable set enable_seqscan = off as $$
begin
  return exists (select 1 from users where id = p_user and kyc = 'approved' and frozen_at is null);
end $$;

-- Starts a cycle (p_starts[i]) or claims one, for calls of different accounts in one transaction. Each has the outcome that it would
-- have alone; a refusal affects only its own reply. An account's second call is answered with 'later' and belongs in the next batch.
-- Unless p_wait, a call whose key, miner or balance somebody else has locked is answered with 'busy'. Nothing of these is done or
-- stored. A claimed permanent miner starts again at once, or waits for its start if the account may not start one. A cycle lasts
-- p_cycle and produces p_output per unit of hashrate; p_rates are the bonus rates of p_levels team levels. p_levels is stored in the
-- reply, so that a replay shows what was shown. Lock order: idempotency keys in their order, miners and then accounts in user order,
-- a sharded account. This cannot deadlock: others lock a key before a miner, and a miner before accounts.
-- Plans are cached for a connection's life: one made while a table was empty would scan the whole table after it has
-- grown (measured: 2 ms per claim instead of 0.2).
create function adit.mining_acts(
  p_calls adit.call[], p_starts boolean[], p_now timestamptz, p_wait boolean,
  p_cycle interval, p_output numeric, p_rates numeric[], p_levels int
) returns table (account bigint, code text, reply text, replay boolean)
language plpgsql set enable_seqscan = off set jit = off as $$
declare
  v_size int := cardinality(p_calls);
  v_users bigint[] := array_fill(null::bigint, array[v_size]);
  v_codes text[] := array_fill(null::text, array[v_size]);
  v_replies text[] := array_fill('null'::text, array[v_size]);
  v_replays boolean[] := array_fill(false, array[v_size]);
  v_fresh int[] := '{}';
  v_done int[] := '{}';
  v_last bigint;
  v_claims int[] := '{}';
  v_payees bigint[] := '{}';
  v_outputs numeric[] := '{}';
  v_bonuses numeric[] := '{}';
  v_hashrates numeric[] := '{}';
  v_ends timestamptz[] := '{}';
  v_refs text[] := '{}';
  v_traces uuid[] := '{}';
  v_journals bigint[];
  v_code text;
  v_claimed numeric;
  v_restart boolean;
  v_hashrate numeric;
  v_bonus numeric;
  v_begun timestamptz;
  b record;
  m miners;
  i int;
begin
  -- The session and the idempotency state of each call.
  for i in select s from generate_subscripts(p_calls, 1) s order by (p_calls[s]).key loop
    b := adit.call_begin(p_calls[i], p_wait);
    v_users[i] := b.account;
    v_codes[i] := b.code;
    v_replies[i] := b.reply;
    v_replays[i] := b.replay;
    if b.code is null then v_fresh := v_fresh || i; end if;
  end loop;

  for i in select f from unnest(v_fresh) f order by v_users[f], f loop
    if v_users[i] = v_last then v_codes[i] := 'later'; continue; end if;
    v_last := v_users[i];
    if p_wait then
      select * into m from miners where user_id = v_last for update;
    else
      select * into m from miners where user_id = v_last for update skip locked;
      if not found and exists (select from miners where user_id = v_last) then v_codes[i] := 'busy'; continue; end if;
    end if;
    v_claimed := 0;
    v_code := 'ok';
    if p_starts[i] then
      if not adit.mining_may_start(v_last) then v_code := 'kyc_required';
      elsif m.user_id is null or m.state in ('not_activated', 'expired') then v_code := 'miner_not_activated';
      elsif m.state = 'running' and p_now < m.cycle_ends_at then v_code := 'miner_running';
      elsif m.state = 'running' then v_code := 'mining_incomplete';
      end if;
      v_restart := v_code = 'ok';
    elsif m.user_id is null or m.state in ('not_activated', 'expired') then v_code := 'miner_not_activated';
    elsif m.state <> 'running' or p_now < m.cycle_ends_at then v_code := 'mining_incomplete';
    elsif not p_wait and not adit.ledger_try_lock(v_last, 'ADIT') then v_codes[i] := 'busy'; continue;
    else
      v_claimed := m.cycle_output;
      v_restart := m.kind = 'permanent' and adit.mining_may_start(v_last);
      -- A cycle without hashrate has produced nothing, and the ledger books nothing.
      if v_claimed > 0 then
        v_claims := v_claims || i;
        v_payees := v_payees || v_last;
        v_traces := array_append(v_traces, (p_calls[i]).trace);
        v_outputs := v_outputs || v_claimed;
        v_ends := v_ends || m.cycle_ends_at;
        v_hashrates := v_hashrates || m.cycle_hashrate;
        v_bonuses := v_bonuses || m.cycle_bonus;
        -- The account and the cycle's end in ms, so that no cycle is credited twice.
        v_refs := v_refs || (v_last || '/' || (extract(epoch from m.cycle_ends_at) * 1000)::bigint);
      end if;
      if not v_restart then
        update miners set state = case m.kind when 'permanent' then 'pending_start' else 'expired' end, cycle_started_at = null, cycle_ends_at = null,
          total_output = total_output + v_claimed where user_id = v_last;
      end if;
    end if;
    v_codes[i] := v_code;
    v_done := v_done || i;
    continue when v_code <> 'ok' or not v_restart;

    select m.team1 + t.first, m.team2 + t.second, m.team3 + t.third into m.team1, m.team2, m.team3
      from adit.mining_team_changes(v_last) t;
    v_bonus := adit.mining_bonus(m, p_rates);
    v_hashrate := m.gifted + m.purchased + v_bonus;
    v_begun := p_now;
    -- The clock of the server that took the claim before may be ahead of ours: cycles never overlap.
    if p_starts[i] then
      v_begun := greatest(p_now, (select max(claimed_at) from mining_cycles where user_id = v_last));
    end if;
    update miners set state = 'running', cycle_started_at = v_begun, cycle_ends_at = v_begun + p_cycle,
      cycle_hashrate = v_hashrate, cycle_bonus = v_bonus, cycle_output = adit.times(v_hashrate, p_output),
      total_output = total_output + v_claimed where user_id = v_last;
  end loop;

  if cardinality(v_claims) > 0 then
    v_journals := adit.ledger_each('mining', v_refs, p_now, 'ADIT', v_payees, v_outputs, 'issuance', v_traces);
    insert into mining_cycles (user_id, claimed_at, journal_id, output, ends_at, hashrate, bonus)
      select u, p_now, j, o, e, h, x
      from unnest(v_payees, v_journals, v_outputs, v_ends, v_hashrates, v_bonuses) as made (u, j, o, e, h, x);
  end if;
  foreach i in array v_done loop
    if v_codes[i] = 'ok' then
      v_replies[i] := json_build_object('facts', adit.mining_facts(v_users[i], p_now),
        'claimed', coalesce(v_outputs[array_position(v_claims, i)], 0)::text, 'levels', p_levels)::text;
    end if;
    perform adit.call_end(p_calls[i], v_users[i], v_codes[i], v_replies[i]);
  end loop;
  return query select * from unnest(v_users, v_codes, v_replies, v_replays);
end $$;
