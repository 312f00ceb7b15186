-- The race: what a round may cost, and the function that accepts bets: many calls from different accounts in one round
-- trip and one transaction. Lanes are 1 to 6; stakes are arrays in lane order. Amounts are in smallest units (10^-18).

-- The most that a round can cost the bank: the most expensive lane wins and pays p_payout times its stakes, and every
-- level above is paid. Actual payouts are rounded down per account, so they are never more.
create function adit.race_liability(p_stakes numeric[], p_total numeric, p_rates numeric[], p_payout numeric) returns numeric
language sql immutable as $$
  select greatest(0,
    p_payout * greatest(p_stakes[1], p_stakes[2], p_stakes[3], p_stakes[4], p_stakes[5], p_stakes[6]) - p_total
      + adit.times(p_total, p_rates[1]) + adit.times(p_total, p_rates[2]) + adit.times(p_total, p_rates[3]))
$$;

-- Call i has the stakes p_stakes[6i-5] to p_stakes[6i] on the lanes of p_rounds[i]; p_codes[i] is 'ok', or the code to
-- refuse it with at once. p_open is the round that accepts bets by the caller's clock, or null; it accepts them until
-- p_until by the latest of three clocks (play_time). An account may stake at most p_most on a lane per round; p_rates
-- apply to rounds whose first bet is in this batch. Each call has the same outcome as if it ran alone after those before it; a refusal affects only
-- its own reply. An account's second call in one batch is answered with 'later' and belongs in the next batch: nothing
-- of it is done or stored. Lock order: idempotency keys, sessions, the advisory lock of all bets, the round, its draw, play
-- limits, users' accounts, a sharded account. Limits and accounts are locked in user order. This cannot deadlock:
-- others that take several of these locks do so in the same order (settlements: the round, limits, users, sharded
-- accounts, funds), except the deletion of an account, which ends sessions last and is retried. Nobody waits for a key while holding the lock of all bets: whoever holds that key, with a slow call,
-- would stop everybody's bets. Bets of
-- all rounds pass here one after another, so that nobody increases the liability while it is being read. Settlements
-- and bets do not wait for each other: the bank and the liabilities of unfinished rounds are read by one statement,
-- which sees a settlement's last step completely or not at all. Until that step, a round keeps its whole liability
-- reserved while nothing has left the bank; in that step, the bank pays at most the liability, and the liability
-- disappears. So the free amount never falls below what was read, and nothing else debits the bank.
create function adit.race_bets(
  p_calls adit.call[], p_wait boolean, p_rounds bigint[], p_codes text[], p_stakes numeric[], p_open bigint, p_until timestamptz,
  p_now timestamptz, p_ahead_ms double precision, p_head timestamptz, p_most numeric, p_payout numeric, p_rates numeric[]
) returns table (code text, reply text, replay boolean, account bigint)
language plpgsql set enable_seqscan = off set jit = off as $$
declare
  r race_rounds;
  i int;
  v_round bigint;
  v_users bigint[];
  v_codes text[];
  v_replies text[];
  v_replays boolean[];
  v_fresh int[];
  v_good int[] := '{}';
  v_last bigint;
  v_free numeric;
  v_first boolean;
  v_why text;
  v_bet numeric[];
  v_next numeric[];
  v_amount numeric;
  v_balance numeric;
  v_number int;
  v_payers bigint[] := '{}';
  v_amounts numeric[] := '{}';
  v_refs text[] := '{}';
  v_traces uuid[] := '{}';
begin
  select accounts, codes, replies, replays, fresh into v_users, v_codes, v_replies, v_replays, v_fresh
    from adit.calls_begin(p_calls, p_wait);

  perform pg_advisory_xact_lock(hashtextextended('race bets', 5));
  select * into r from race_rounds where round = p_open for update;
  if found and r.state = 'open' and adit.play_time(p_now, p_ahead_ms, p_head) < p_until then v_round := p_open; end if;
  v_first := r.total = 0;
  if v_round is not null then
    -- Whatever the clocks say, no bet is accepted after the draw, and no draw before our commit.
    perform 1 from draws d where d.id = 'race:' || v_round and d.state in ('waiting', 'idle') for no key update;
    if not found then v_round := null; end if;
    if v_first then r.rates := p_rates; end if;
  end if;

  -- Checks that do not involve money.
  foreach i in array v_fresh loop
    v_last := v_users[i];
    v_codes[i] := p_codes[i];
    if v_codes[i] = 'invalid_amount' then v_replies[i] := '{"coin":"ADIT"}'; end if;
    continue when v_codes[i] <> 'ok';
    if p_rounds[i] is distinct from v_round then v_codes[i] := 'betting_closed'; continue; end if;
    v_bet := p_stakes[6 * i - 5 : 6 * i];
    if exists (
      select 1 from race_entries e where e.user_id = v_last and e.round = v_round and p_most < greatest(
        e.stakes[1] + v_bet[1], e.stakes[2] + v_bet[2], e.stakes[3] + v_bet[3],
        e.stakes[4] + v_bet[4], e.stakes[5] + v_bet[5], e.stakes[6] + v_bet[6])
    ) then
      v_codes[i] := 'invalid_amount';
      v_replies[i] := '{"coin":"ADIT"}';
      continue;
    end if;
    v_amount := v_bet[1] + v_bet[2] + v_bet[3] + v_bet[4] + v_bet[5] + v_bet[6];
    v_why := adit.play_check(v_last, v_amount, p_now);
    if v_why is null then
      v_good := v_good || i;
    else
      v_codes[i] := 'play_paused';
      v_replies[i] := adit.play_refusal(v_last, v_why, p_now);
    end if;
  end loop;

  if cardinality(v_good) > 0 then
    select adit.ledger_system('race_bank', 'ADIT')
      - coalesce((select sum(adit.race_liability(o.stakes, o.total, o.rates, p_payout)) from race_rounds o
        where o.state in ('open', 'settling', 'returning') and o.round <> v_round and o.total > 0), 0)
      into v_free;
  end if;
  foreach i in array v_good loop
    v_last := v_users[i];
    v_bet := p_stakes[6 * i - 5 : 6 * i];
    v_amount := v_bet[1] + v_bet[2] + v_bet[3] + v_bet[4] + v_bet[5] + v_bet[6];
    v_balance := adit.ledger_lock(v_last, 'ADIT');
    v_next := array[r.stakes[1] + v_bet[1], r.stakes[2] + v_bet[2], r.stakes[3] + v_bet[3],
      r.stakes[4] + v_bet[4], r.stakes[5] + v_bet[5], r.stakes[6] + v_bet[6]];
    if v_balance < v_amount then
      v_codes[i] := 'insufficient_balance';
      v_replies[i] := adit.lack_text('ADIT', v_balance, v_amount);
    elsif adit.race_liability(v_next, r.total + v_amount, r.rates, p_payout) > v_free then
      v_codes[i] := 'exposure_limit';
    end if;
    if v_codes[i] <> 'ok' then
      perform adit.play_uncheck(v_last, v_amount);
      continue;
    end if;

    r.stakes := v_next;
    r.total := r.total + v_amount;
    insert into race_entries as e (user_id, round, stakes, total, bets, ancestor1, ancestor2, ancestor3, placed_at)
      select u.id, v_round, v_bet, v_amount, 1, u.ancestor1, u.ancestor2, u.ancestor3, p_now
      from users u where u.id = v_last
      on conflict (user_id, round) do update set bets = e.bets + 1, total = e.total + excluded.total,
        placed_at = excluded.placed_at,
        stakes = array[e.stakes[1] + v_bet[1], e.stakes[2] + v_bet[2], e.stakes[3] + v_bet[3],
          e.stakes[4] + v_bet[4], e.stakes[5] + v_bet[5], e.stakes[6] + v_bet[6]]
      returning e.bets into v_number;
    v_replies[i] := json_build_object(
      'round', v_round, 'stakes', v_bet::text[], 'balance', (v_balance - v_amount)::text)::text;
    v_payers := v_payers || v_last;
    v_amounts := v_amounts || -v_amount;
    v_refs := v_refs || (v_round || '/' || v_last || '/' || v_number);
    v_traces := array_append(v_traces, (p_calls[i]).trace);
  end loop;

  if cardinality(v_payers) > 0 then
    perform adit.ledger_each(array_fill('race_bet'::text, array[cardinality(v_payers)]), v_refs, p_now, 'ADIT', v_payers, v_amounts, 'race_stakes', v_traces);
    update race_rounds o set stakes = r.stakes, total = r.total, rates = r.rates where o.round = v_round;
    if v_first then perform adit.draw_want('race:' || v_round); end if;
  end if;
  perform adit.calls_end(p_calls, v_fresh, v_users, v_codes, v_replies);
  return query select * from unnest(v_codes, v_replies, v_replays, v_users);
end $$;
