-- Which settlement paid a moment of an order: the first whose window ends no earlier.
create index stake_settlements_by_end on stake_settlements (to_at, to_id);
