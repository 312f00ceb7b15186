-- The lottery: who has a permanent miner at a close, and the one function that accepts a guess. Amounts are in smallest
-- units (10^-18).
-- The lock hashtextextended('lottery', 5) is shared by those becoming permanent and exclusive for a close, which counts
-- the permanent miners.

-- The time at which an account becomes permanent: now, but never before a close that has already counted. No close
-- counts until the transaction ends. The function has several statements, so that rounds are read after the lock was
-- acquired.
create function adit.permanent_moment(p_now timestamptz) returns timestamptz language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('lottery', 5));
  return greatest(p_now, (
    select closes_at from lottery_rounds where state <> 'open' order by round desc limit 1));
end $$;

-- The exact number of miners that became permanent before a close: an account becoming permanent meanwhile waits.
create function adit.lottery_count(p_closes_at timestamptz) returns int
language plpgsql set enable_seqscan = off set jit = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lottery', 5));
  return (select count(*) from miners where permanent_at < p_closes_at);
end $$;

-- Permanent miners now: those counted at the latest close plus those added since.
create function adit.lottery_miners() returns int language plpgsql stable set enable_seqscan = off set jit = off as $$
declare
  v_miners int := 0;
  v_since timestamptz := '-infinity';
begin
  select miners, closes_at into v_miners, v_since from lottery_rounds where state <> 'open' order by round desc limit 1;
  return coalesce(v_miners, 0) + (
    select count(*) from miners where permanent_at >= coalesce(v_since, '-infinity'));
end $$;

-- Accepts a guess until p_until, by the latest of three clocks (play_time). p_now must be read while holding the lock of
-- the round's row. Lock order: round, draw, limits, accounts. A refusal is returned as a word, and the caller must then roll back; the ledger raises its
-- own errors.
create function adit.lottery_guess(
  p_user bigint, p_round date, p_number int, p_now timestamptz, p_ahead_ms double precision, p_head timestamptz,
  p_until timestamptz, p_price numeric, p_free int, p_most int, p_miner_adds numeric, p_most_pool numeric,
  out refusal text, out guesses int[], out mine numeric, out paid numeric
) language plpgsql set enable_seqscan = off as $$
declare
  r lottery_rounds;
  v_n int;
  v_paid numeric := 0;
begin
  select * into r from lottery_rounds where round = p_round for update;
  if r.state is distinct from 'open' or adit.play_time(p_now, p_ahead_ms, p_head) >= p_until
    or not adit.draw_want('lottery:' || p_round) then
    refusal := 'closed'; return;
  end if;
  if not exists (select 1 from miners where user_id = p_user and kind = 'permanent') then
    refusal := 'miner'; return;
  end if;
  v_n := 1 + (select count(*) from lottery_guesses g where g.round = p_round and g.user_id = p_user);
  if v_n > p_free then v_paid := p_price; end if;
  refusal := adit.play_check(p_user, v_paid, p_now);
  if refusal is not null then return; end if;
  if v_n > p_most then refusal := 'guesses'; return; end if;
  if v_paid > 0 then
    -- What rounds before this one have not paid out may roll over as a whole.
    if v_paid + adit.lottery_miners() * p_miner_adds + (
        select sum(issued + l.paid + coalesce(carried, 0)) from lottery_rounds l
        where l.round = p_round or (l.round < p_round and l.rolled is null)) > p_most_pool then
      refusal := 'pool'; return;
    end if;
    perform adit.ledger_post('lottery_guess', p_round || '/' || p_user || '/' || v_n, p_now,
      array[p_user, null], array[null, 'lottery_pool'], array['ADIT', 'ADIT'], array[-v_paid, v_paid]);
  end if;
  insert into lottery_guesses (round, user_id, n, number, paid, placed_at)
    values (p_round, p_user, v_n, p_number, v_paid, p_now);
  update lottery_rounds l set guesses = l.guesses + 1, paid = l.paid + v_paid where l.round = p_round;
  paid := r.paid + v_paid;
  select array_agg(g.number order by g.n), sum(g.paid) into guesses, mine
    from lottery_guesses g where g.round = p_round and g.user_id = p_user;
end $$;
