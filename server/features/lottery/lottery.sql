-- The lottery: who has a permanent miner at a close, and the one function that accepts guesses. Amounts are in smallest
-- units (10^-18).
-- The lock hashtextextended('lottery', 5) is shared by those becoming permanent or being deleted, and exclusive for a
-- close, which counts the permanent miners.

-- The time at which an account becomes permanent or is deleted: now, but never before a close that has already counted. No close
-- counts until the transaction ends. The function has several statements, so that rounds are read after the lock was
-- acquired.
create function adit.permanent_moment(p_now timestamptz) returns timestamptz language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('lottery', 5));
  return greatest(p_now, (
    select closes_at from lottery_rounds where state <> 'open' order by round desc limit 1));
end $$;

-- The exact number of miners that became permanent before a close, without those of accounts deleted before it: an account becoming
-- permanent meanwhile waits.
create function adit.lottery_count(p_closes_at timestamptz) returns int
language plpgsql set enable_seqscan = off set jit = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lottery', 5));
  return (select count(*) from miners where permanent_at < p_closes_at) - (
    select count(*) from deleted_accounts d join miners m on m.user_id = d.user_id
    where d.deleted_at < p_closes_at and m.permanent_at < p_closes_at);
end $$;

-- Permanent miners now: those counted at the latest close plus those added since, less those of accounts deleted since.
create function adit.lottery_miners() returns int language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  v_miners int := 0;
  v_since timestamptz := '-infinity';
begin
  select miners, closes_at into v_miners, v_since from lottery_rounds where state <> 'open' order by round desc limit 1;
  return coalesce(v_miners, 0) + (
    select count(*) from miners where permanent_at >= coalesce(v_since, '-infinity')) - (
    select count(*) from deleted_accounts d join miners m on m.user_id = d.user_id
    where d.deleted_at >= coalesce(v_since, '-infinity') and m.permanent_at is not null);
end $$;

-- An account's guesses in a round in their order, as JSON (three digits are stored as one number), what it has paid for them, and how many of them are p_drawn.
create function adit.lottery_own(
  p_user bigint, p_round date, p_drawn int, out guesses jsonb, out paid numeric, out hits int
) language plpgsql stable set enable_seqscan = off as $$
begin
  select coalesce(jsonb_agg(array[g.number / 100, g.number / 10 % 10, g.number % 10] order by g.n), '[]'), coalesce(sum(g.paid), 0),
    count(*) filter (where g.number = p_drawn)
    into guesses, paid, hits from lottery_guesses g where g.round = p_round and g.user_id = p_user;
end $$;

-- Accepts the guess p_numbers[i] for p_round, for calls of different accounts in one transaction, until p_until by the latest of three
-- clocks (play_time). p_codes[i] is 'ok', or the code to refuse it with at once. Each guess has the outcome that it would have alone after
-- those before it, in the order of accounts; a refusal affects only its own reply. An account's second call is answered with 'later' and
-- belongs in the next batch. Unless p_wait, a call whose key, limits or balance somebody else has locked is answered with 'busy'. Nothing
-- of these is done or stored. A reply is p_shown, the round as whoever has not guessed sees it, with what is the account's own.
-- It is the call's output: servers of releases that stored that under the same keys may run beside this one. p_pot is what is in
-- the pool besides this round's payments; p_drawn and p_share are those of the round before it that p_shown contains, p_previous.
-- Lock order: idempotency keys in their order, the round, its draw, play limits, accounts, the pool. Limits and accounts are
-- locked in user order. This cannot deadlock: others lock a key first, and closes and settlements the round before anything else.
create function adit.lottery_guesses(
  p_calls adit.call[], p_codes text[], p_numbers int[], p_round date, p_now timestamptz, p_ahead_ms double precision,
  p_head timestamptz, p_until timestamptz, p_wait boolean, p_price numeric, p_free int, p_most int, p_miner_adds numeric,
  p_most_pool numeric, p_shown jsonb, p_pot numeric, p_previous date, p_drawn int, p_share numeric
) returns table (account bigint, code text, reply text, replay boolean)
language plpgsql set enable_seqscan = off set jit = off as $$
declare
  r lottery_rounds;
  v_users bigint[];
  v_codes text[];
  v_replies text[];
  v_replays boolean[];
  v_fresh int[];
  v_done int[] := '{}';
  v_good int[] := '{}';
  v_numbers int[] := '{}';
  v_open boolean := false;
  v_user bigint;
  v_n int;
  v_paid numeric;
  v_why text;
  v_all numeric;
  v_balance numeric;
  v_refs text[] := '{}';
  v_payers bigint[] := '{}';
  v_amounts numeric[] := '{}';
  v_traces uuid[] := '{}';
  own record;
  past record;
  i int;
begin
  select accounts, codes, replies, replays, fresh into v_users, v_codes, v_replies, v_replays, v_fresh
    from adit.calls_begin(p_calls, p_wait);
  if cardinality(v_fresh) > 0 then
    select * into r from lottery_rounds where round = p_round for update;
    if r.state = 'open' and adit.play_time(p_now, p_ahead_ms, p_head) < p_until then
      -- Whatever the clocks say, no guess is accepted after the draw, and no draw before our commit.
      perform 1 from draws where id = 'lottery:' || p_round and state in ('waiting', 'idle') for no key update;
      v_open := found;
    end if;
  end if;

  -- Checks that do not involve money.
  foreach i in array v_fresh loop
    v_user := v_users[i];
    v_codes[i] := p_codes[i];
    if v_codes[i] = 'ok' then
      if not v_open then
        v_codes[i] := 'betting_closed';
      elsif not exists (select 1 from miners where user_id = v_user and kind = 'permanent') then
        v_codes[i] := 'official_miner_required';
      else
        v_n := 1 + (select count(*) from lottery_guesses g where g.round = p_round and g.user_id = v_user);
        v_paid := case when v_n > p_free then p_price else 0 end;
        if not (p_wait or adit.play_try_lock(v_user) and (v_paid = 0 or adit.ledger_try_lock(v_user, 'ADIT'))) then
          v_codes[i] := 'busy';
          continue;
        end if;
        v_why := adit.play_check(v_user, v_paid, p_now);
        if v_why is not null then
          v_codes[i] := 'play_paused';
          v_replies[i] := adit.play_refusal(v_user, v_why, p_now);
        elsif v_n > p_most then
          perform adit.play_uncheck(v_user, v_paid);
          v_codes[i] := 'play_paused';
          v_replies[i] := json_build_object('reason', 'guesses', 'maxGuesses', p_most)::text;
        else
          v_good := v_good || i;
          v_numbers := v_numbers || v_n;
        end if;
      end if;
    end if;
    v_done := v_done || i;
  end loop;

  for i, v_n in select g, n from unnest(v_good, v_numbers) with ordinality as good (g, n, place) order by place loop
    v_user := v_users[i];
    v_paid := case when v_n > p_free then p_price else 0 end;
    if v_paid > 0 then
      -- What rounds before this one have not paid out may roll over as a whole.
      if v_all is null then
        v_all := adit.lottery_miners() * p_miner_adds + (
          select sum(l.issued + l.paid + coalesce(l.carried, 0)) from lottery_rounds l
          where l.round = p_round or (l.round < p_round and l.rolled is null));
      end if;
      v_balance := adit.ledger_lock(v_user, 'ADIT');
      if v_all + v_paid > p_most_pool then
        v_codes[i] := 'pool_full';
        v_replies[i] := json_build_object('maxPaidPool', adit.amount_text(p_most_pool))::text;
      elsif v_balance < v_paid then
        v_codes[i] := 'insufficient_balance';
        v_replies[i] := adit.lack_text('ADIT', v_balance, v_paid);
      end if;
      if v_codes[i] <> 'ok' then
        perform adit.play_uncheck(v_user, v_paid);
        continue;
      end if;
      v_all := v_all + v_paid;
      v_refs := v_refs || (p_round || '/' || v_user || '/' || v_n);
      v_payers := v_payers || v_user;
      v_amounts := v_amounts || -v_paid;
      v_traces := array_append(v_traces, (p_calls[i]).trace);
    end if;
    insert into lottery_guesses (round, user_id, n, number, paid, placed_at)
      values (p_round, v_user, v_n, p_numbers[i], v_paid, p_now);
    r.guesses := r.guesses + 1;
    r.paid := r.paid + v_paid;
    own := adit.lottery_own(v_user, p_round, null);
    v_replies[i] := p_shown || jsonb_build_object('pool', adit.amount_text(p_pot + r.paid),
      'myGuesses', own.guesses, 'participationAmount', adit.amount_text(own.paid));
    if p_previous is not null then
      past := adit.lottery_own(v_user, p_previous, p_drawn);
      v_replies[i] := jsonb_set(v_replies[i]::jsonb, '{previous}', p_shown->'previous'
        || jsonb_build_object('myGuesses', past.guesses, 'myReward', adit.amount_text(past.hits * p_share)));
    end if;
  end loop;

  if cardinality(v_payers) > 0 then
    perform adit.ledger_each(array_fill('lottery_guess'::text, array[cardinality(v_payers)]), v_refs, p_now, 'ADIT', v_payers,
      v_amounts, 'lottery_pool', v_traces);
  end if;
  update lottery_rounds l set guesses = r.guesses, paid = r.paid where l.round = p_round and l.guesses < r.guesses;
  if found then perform adit.draw_want('lottery:' || p_round); end if;
  perform adit.calls_end(p_calls, v_done, v_users, v_codes, v_replies);
  return query select * from unnest(v_users, v_codes, v_replies, v_replays);
end $$;
