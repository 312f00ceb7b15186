-- The database functions that games use for draws.

-- Records that someone takes part in a round; called in the transaction of each bet. False when the draw has been
-- decided or was never prepared: the bet must then be refused. Only the round's first bet writes the row.
create function adit.draw_want(p_id text) returns boolean language plpgsql set enable_seqscan = off as $$
begin
  if exists (select 1 from draws where id = p_id and wanted and state = 'waiting') then return true; end if;
  update draws set wanted = true, state = 'waiting' where id = p_id and state in ('waiting', 'idle');
  return found;
end $$;
