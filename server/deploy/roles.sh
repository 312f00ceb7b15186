#!/bin/sh
# Creates the roles beside POSTGRES_USER, which owns the database: the one that serves, and the one that database.sh uses for the standby.
# The image of PostgreSQL runs this for a new database.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$POSTGRES_USER" -v serving="$SERVING_PASSWORD" -v replica="$REPLICATION_PASSWORD" \
  -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role adit_app login password :'serving';
-- Changing the schema may take longer than a request.
alter role :"owner" set statement_timeout = 0;
create role adit_replica login replication password :'replica' in role pg_monitor, pg_checkpoint;
alter role adit_replica set statement_timeout = 0;
-- Makes the primary wait for the standby.
grant alter system on parameter synchronous_standby_names to adit_replica;
grant execute on function pg_reload_conf() to adit_replica;
-- What pg_rewind reads.
grant execute on function pg_ls_dir(text, boolean, boolean), pg_stat_file(text, boolean), pg_read_binary_file(text),
  pg_read_binary_file(text, bigint, bigint, boolean) to adit_replica;
SQL
