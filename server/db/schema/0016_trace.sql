-- The trace of the request that made an entry (server/http/trace.ts); null for what no request made, and for what several
-- made together.
alter table ledger_journal add trace uuid;
