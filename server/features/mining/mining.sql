-- The two calls that everyone makes once a day (start, claim) as one function: session, idempotency key, state, money
-- and stored reply in a single round trip. Amounts and hashrate are in smallest units (10^-18).

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

-- Starts a cycle (p_start) or claims one. A claimed permanent miner starts again at once, or waits for its start if the
-- account may not start one. A cycle lasts p_cycle and produces p_output per unit of hashrate; p_rates are
-- the bonus rates of p_levels team levels. p_levels is stored in the reply, so that a replay shows what was shown.
-- Plans are cached for a connection's life: one made while a table was empty would scan the whole table after it has
-- grown (measured: 2 ms per claim instead of 0.2).
create function adit.mining_act(
  c adit.call, p_start boolean, p_cycle interval, p_output numeric, p_rates numeric[], p_levels int,
  out account bigint, out code text, out reply text, out replay boolean
) language plpgsql set enable_seqscan = off as $$
declare
  b record;
  m miners;
  journal bigint;
  hash numeric;
  bonus numeric;
  claimed numeric := 0;
  restart boolean := false;
begin
  -- An assignment, because a function in FROM materialises its row once more.
  b := adit.call_begin(c);
  account := b.account;
  code := b.code;
  reply := b.reply;
  replay := b.replay;
  if code is not null then return; end if;

  code := 'ok';
  select * into m from miners where user_id = account for update;
  if p_start then
    if not adit.mining_may_start(account) then code := 'kyc_required';
    elsif m.user_id is null or m.state in ('not_activated', 'expired') then code := 'miner_not_activated';
    elsif m.state = 'running' and c.at < m.cycle_ends_at then code := 'miner_running';
    elsif m.state = 'running' then code := 'mining_incomplete';
    end if;
    restart := code = 'ok';
  else
    if m.user_id is null or m.state in ('not_activated', 'expired') then code := 'miner_not_activated';
    elsif m.state <> 'running' or c.at < m.cycle_ends_at then code := 'mining_incomplete';
    else
      claimed := m.cycle_output;
      -- The reference is the account and the cycle's end in ms, so that no cycle is credited twice.
      journal := adit.ledger_post('mining', account || '/' || (extract(epoch from m.cycle_ends_at) * 1000)::bigint, c.at,
        array[account, null], array[null, 'issuance'], array['ADIT', 'ADIT'], array[claimed, -claimed]);
      insert into mining_cycles (user_id, claimed_at, journal_id, output, ends_at, hashrate, bonus)
        values (account, c.at, journal, claimed, m.cycle_ends_at, m.cycle_hashrate, m.cycle_bonus);
      restart := m.kind = 'permanent' and adit.mining_may_start(account);
      if not restart then
        update miners set state = case m.kind when 'permanent' then 'pending_start' else 'expired' end, cycle_started_at = null, cycle_ends_at = null,
          total_output = total_output + claimed where user_id = account;
      end if;
    end if;
  end if;

  if restart then
    select m.team1 + t.first, m.team2 + t.second, m.team3 + t.third into m.team1, m.team2, m.team3
      from adit.mining_team_changes(account) t;
    bonus := adit.mining_bonus(m, p_rates);
    hash := m.gifted + m.purchased + bonus;
    update miners set state = 'running', cycle_started_at = c.at, cycle_ends_at = c.at + p_cycle,
      cycle_hashrate = hash, cycle_bonus = bonus, cycle_output = adit.times(hash, p_output),
      total_output = total_output + claimed where user_id = account;
  end if;

  if code = 'ok' then
    reply := json_build_object(
      'facts', adit.mining_facts(account, c.at), 'claimed', claimed::text, 'levels', p_levels)::text;
  end if;
  perform adit.call_end(c, account, code, reply);
end $$;
