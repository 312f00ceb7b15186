-- What of a lottery round's pool was issued: only that part of a prize counts as produced.

-- Of `carried`, what was issued and not paid by players. Null until the previous round has finished; also for rounds before
-- this version and the very first one, of which nothing is known: it counts as 0.
alter table lottery_rounds
  add column carried_issued numeric(38,0),
  add constraint lottery_rounds_carried_issued check (carried_issued between 0 and carried);
