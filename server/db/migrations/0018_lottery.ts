/**
 * The lottery: a round a day, the guesses in it, and the one function that takes a guess. Since every permanent miner adds to the
 * pool of each close, miners say since when they are permanent. Amounts are in smallest units (10^-18).
 */
import { sql, type Kysely } from 'kysely';

/** Held by who becomes permanent, and alone by a close, which counts those who are. */
const LOCK = sql.raw(`hashtextextended('lottery', 5)`);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table miners add column permanent_at timestamptz`.execute(db);
  await sql`update miners set permanent_at = 'epoch' where kind = 'permanent'`.execute(db);
  await sql`
    alter table miners add constraint miners_permanent_since
      check ((kind = 'permanent') = (permanent_at is not null))`.execute(db);
  await sql`create index miners_permanent on miners (permanent_at) where permanent_at is not null`.execute(
    db,
  );
  await tables(db);
  await momentFunctions(db);
  await guessFunction(db);
}

async function tables(db: Kysely<unknown>): Promise<void> {
  // The pool of a round is carried + issued + paid. Rounds finish in order: what one leaves is what the next one carries. Two
  // thirds of a page stay free: the open round's row changes with every guess.
  await sql`
    create table lottery_rounds (
      -- the date in Singapore of its close
      round date primary key,
      closes_at timestamptz not null unique,
      -- closed: it takes no guesses any more and waits for its draw, for the round before it, or for the rest of its payouts
      state text not null default 'open' check (state in ('open', 'closed', 'settled', 'void')),
      -- null until the round before it is finished
      carried numeric(38,0) check (carried >= 0),
      issued numeric(38,0) not null default 0 check (issued >= 0),
      paid numeric(38,0) not null default 0 check (paid >= 0),
      guesses int not null default 0 check (guesses >= 0),
      -- permanent miners at its close
      miners int not null default 0 check (miners >= 0),
      -- the three digits as a number, from its first payout on; null for a round without guesses
      drawn smallint check (drawn between 0 and 999),
      winners int not null default 0 check (winners >= 0),
      -- what each winning guess gets
      share numeric(38,0) not null default 0 check (share >= 0),
      -- accounts up to this id have been paid or given back what is theirs
      settled_to bigint not null default 0,
      batches int not null default 0,
      rolled numeric(38,0) check (rolled >= 0),
      finished_at timestamptz,
      check (case state
        when 'settled' then rolled is not null and finished_at is not null and rolled + winners * share = carried + issued + paid
        when 'void' then rolled is not null and finished_at is not null and rolled = carried + issued
        else rolled is null and finished_at is null end)
    ) with (fillfactor = 33)`.execute(db);
  await sql`create index lottery_rounds_unfinished on lottery_rounds (round) where state in ('open', 'closed')`.execute(
    db,
  );

  // Rows are only added, under the lock of their round, and none after its close.
  await sql`
    create table lottery_guesses (
      round date not null,
      user_id bigint not null references users (id),
      -- from 1
      n smallint not null check (n > 0),
      number smallint not null check (number between 0 and 999),
      -- 0 for a free one
      paid numeric(38,0) not null check (paid >= 0),
      placed_at timestamptz not null,
      primary key (round, user_id, n)
    )`.execute(db);
  await sql`create index lottery_guesses_by_number on lottery_guesses (round, number, user_id)`.execute(db);
}

async function momentFunctions(db: Kysely<unknown>): Promise<void> {
  // The time at which an account becomes permanent: now, and never before a close that has counted already. Until the transaction
  // ends no close counts. A function of several statements, so that rounds are read after the lock was got.
  await sql`
    create function permanent_moment(p_now timestamptz) returns timestamptz language plpgsql set enable_seqscan = off as $$
    begin
      perform pg_advisory_xact_lock_shared(${LOCK});
      return greatest(p_now, (
        select closes_at from lottery_rounds where state <> 'open' order by round desc limit 1));
    end $$`.execute(db);

  // Those who were permanent before a close, to the last one: who becomes it meanwhile waits.
  await sql`
    create function lottery_count(p_closes_at timestamptz) returns int
    language plpgsql set enable_seqscan = off set jit = off as $$
    begin
      perform pg_advisory_xact_lock(${LOCK});
      return (select count(*) from miners where permanent_at < p_closes_at);
    end $$`.execute(db);

  // Permanent miners now: those of the newest close, and who came after it.
  await sql`
    create function lottery_miners() returns int language plpgsql stable set enable_seqscan = off set jit = off as $$
    declare
      v_miners int := 0;
      v_since timestamptz := '-infinity';
    begin
      select miners, closes_at into v_miners, v_since from lottery_rounds where state <> 'open' order by round desc limit 1;
      return coalesce(v_miners, 0) + (
        select count(*) from miners where permanent_at >= coalesce(v_since, '-infinity'));
    end $$`.execute(db);
}

async function guessFunction(db: Kysely<unknown>): Promise<void> {
  // Takes a guess at the time p_now, which has to be read under the lock of the round's row. Locks are taken in this order: round,
  // draw, limits, accounts. A refusal is a word, and then the caller rolls back; the ledger refuses by itself.
  await sql`
    create function lottery_guess(
      p_user bigint, p_round date, p_number int, p_now timestamptz, p_price numeric, p_free int, p_most int,
      out refusal text, out guesses int[], out mine numeric, out paid numeric
    ) language plpgsql set enable_seqscan = off as $$
    declare
      r lottery_rounds;
      v_n int;
      v_paid numeric := 0;
    begin
      select * into r from lottery_rounds where round = p_round for update;
      if r.state is distinct from 'open' or p_now >= r.closes_at or not draw_want('lottery:' || p_round) then
        refusal := 'closed'; return;
      end if;
      if not exists (select 1 from miners where user_id = p_user and kind = 'permanent') then
        refusal := 'miner'; return;
      end if;
      v_n := 1 + (select count(*) from lottery_guesses g where g.round = p_round and g.user_id = p_user);
      if v_n > p_free then v_paid := p_price; end if;
      refusal := play_check(p_user, v_paid, p_now);
      if refusal is not null then return; end if;
      if v_n > p_most then refusal := 'guesses'; return; end if;
      if v_paid > 0 then
        perform ledger_post('lottery_guess', p_round || '/' || p_user || '/' || v_n, p_now,
          array[p_user, null], array[null, 'lottery_pool'], array['ADIT', 'ADIT'], array[-v_paid, v_paid]);
      end if;
      insert into lottery_guesses (round, user_id, n, number, paid, placed_at)
        values (p_round, p_user, v_n, p_number, v_paid, p_now);
      update lottery_rounds l set guesses = l.guesses + 1, paid = l.paid + v_paid where l.round = p_round;
      paid := r.paid + v_paid;
      select array_agg(g.number order by g.n), sum(g.paid) into guesses, mine
        from lottery_guesses g where g.round = p_round and g.user_id = p_user;
    end $$`.execute(db);
}
