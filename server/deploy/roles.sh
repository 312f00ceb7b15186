#!/bin/sh
# Creates the role that serves, beside POSTGRES_USER, which owns the database. The image of PostgreSQL runs this for a new database.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SERVING_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role adit_app login password :'password';
SQL
