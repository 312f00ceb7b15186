-- The database functions that games use for draws.

-- Records that someone takes part in a round; called in the transaction of each bet. False when the draw has been
-- decided or was never prepared: the bet must then be refused. Only the round's first bet writes the row.
create function adit.draw_want(p_id text) returns boolean language plpgsql set enable_seqscan = off as $$
begin
  if exists (select 1 from draws where id = p_id and wanted and state = 'waiting') then return true; end if;
  update draws set wanted = true, state = 'waiting' where id = p_id and state in ('waiting', 'idle');
  return found;
end $$;

-- The time that decides whether a round is closed: the latest of the process's clock, the database's, and the newest
-- block's. A clock that is slow, or the wait for a lock, must not let anybody in after the deciding transaction may be
-- known. p_ahead_ms is how far demo mode has moved the product's clock ahead of the machine's; p_head may be null.
create function adit.play_time(p_now timestamptz, p_ahead_ms double precision, p_head timestamptz) returns timestamptz
language sql volatile as $$
  select greatest(p_now, clock_timestamp() + p_ahead_ms * interval '1 millisecond', p_head)
$$;
