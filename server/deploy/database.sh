#!/bin/sh
# One database server of the pair; it runs on the server's machine or in its container.
#   database.sh start PROGRAM…         starts it as what primary.ini says: the primary, or the standby of the one named there
#   database.sh promote                on the standby, once the primary is stopped: takes over, and PgBouncer follows
#   database.sh backup                 copies the primary into CLUSTER_DIR/base, and removes what is older than the seven newest copies
#   database.sh restore BACKUP 'TIME'  fills an empty PGDATA with what was committed by that time, and makes it the primary
# PGDATA, PGHOST and PGPORT name the server. CLUSTER_DIR is shared by the servers and PgBouncer: primary.ini, passwords, WAL, copies.
set -eu
: "${CLUSTER_DIR:=/var/lib/adit-cluster}" "${PGHOST:=127.0.0.1}" "${PGPORT:=5432}" "${KEEP:=7}"
config=${POSTGRESQL_CONF:-/opt/adit/server/deploy/postgresql.conf}
self="host=$PGHOST port=$PGPORT"
pooler=${PGBOUNCER:-host=127.0.0.1 port=6432}
role='dbname=adit user=adit_replica connect_timeout=2'
standby=standby
export PGPORT PGPASSWORD="$REPLICATION_PASSWORD"

die() { echo "$*" >&2; exit 1; }
# PostgreSQL's image starts as root.
as() { if [ "$(id -u)" = 0 ]; then gosu postgres "$@"; else "$@"; fi; }
ask() { psql -XAtq -v ON_ERROR_STOP=1 -d "$@"; }
primary() { sed -n 's/^adit = //p' "$CLUSTER_DIR/primary.ini"; }

# Names the primary for PgBouncer and for the next start of both servers.
point() {
  as tee "$CLUSTER_DIR/primary.ini.new" >/dev/null <<INI
[databases]
adit = $1
adit_direct = $1 dbname=adit pool_mode=session
INI
  as mv "$CLUSTER_DIR/primary.ini.new" "$CLUSTER_DIR/primary.ini"
}

prepare() {
  if [ "$(id -u)" = 0 ]; then install -d -o postgres -g postgres "$CLUSTER_DIR"; fi
  as mkdir -p -m 0700 "$CLUSTER_DIR/wal" "$CLUSTER_DIR/base"
  [ -e "$CLUSTER_DIR/primary.ini" ] || point "${FIRST_PRIMARY:-host=127.0.0.1 port=5432}"
  (umask 077 && printf '"%s" "%s"\n' adit "$POSTGRES_PASSWORD" adit_app "$SERVING_PASSWORD" adit_replica "$REPLICATION_PASSWORD" |
    as tee "$CLUSTER_DIR/userlist.txt" >/dev/null)
}

# The files of a standby: a copy of the primary, or, of a server that was the primary, what both have in common.
join() {
  until pg_isready -q -d "$(primary) $role"; do sleep 1; done
  source="$(primary) $role"
  ask "$source" -c "select pg_create_physical_replication_slot('$standby', true)
    where not exists (select 1 from pg_replication_slots where slot_name = '$standby')" >/dev/null
  if [ -e "$PGDATA/PG_VERSION" ]; then
    as pg_rewind -D "$PGDATA" --source-server="$source" --restore-target-wal --config-file="$config" ||
      die "$PGDATA cannot follow $(primary): empty it, and everything is copied at the next start"
    as rm -rf "$PGDATA/pg_replslot/$standby"
  else
    as pg_basebackup -d "$source" -D "$PGDATA" -S "$standby" -c fast
  fi
  alone
  as touch "$PGDATA/standby.signal"
}

# What the copied server waits for, this one must not: it would acknowledge nothing as the primary before it has a standby.
alone() { as sed -i '/^synchronous_standby_names/d' "$PGDATA/postgresql.auto.conf"; }

# Once the standby has caught up, the primary acknowledges only what the standby has too.
synchronize() {
  until [ "$(ask "$1" -c "select state from pg_stat_replication where application_name = '$standby'" 2>/dev/null)" = streaming ]; do
    sleep 1
  done
  ask "$1" -c "alter system set synchronous_standby_names = '$standby'" -c 'select pg_reload_conf()' >/dev/null
}

start() {
  prepare
  if [ "$(primary)" = "$self" ]; then exec "$@" -c config_file="$config"; fi
  [ -e "$PGDATA/standby.signal" ] || join
  [ "${SYNCHRONOUS:-on}" = off ] || (synchronize "$(primary) $role" &)
  exec "$@" -c config_file="$config" -c primary_slot_name="$standby" \
    -c "primary_conninfo=$(primary) user=adit_replica application_name=$standby"
}

promote() {
  ! pg_isready -q -d "$(primary) $role" || die "$(primary) still accepts connections: stop it first, so that only one server is the primary"
  as pg_ctl promote -s -w -D "$PGDATA"
  point "$self"
  # Ends every connection, also to a primary that is only cut off, and this one without an answer. It is started again, and reads primary.ini.
  told=$(LC_ALL=C ask "$pooler dbname=pgbouncer user=adit_replica" -c shutdown 2>&1) || case $told in
  *'closed the connection'*) ;;
  *) echo "PgBouncer was not stopped; start or restart it: $told" >&2 ;;
  esac
  # For pg_rewind, which looks for the new timeline in the last checkpoint.
  ask "$self $role" -c checkpoint
  echo "$self is the primary. It acknowledges alone until a standby follows it; payouts wait for \`payouts resume\`."
}

backup() {
  to="$CLUSTER_DIR/base/$(date -u +%Y%m%dT%H%M%SZ)"
  as pg_basebackup -d "$(primary) $role" -D "$to" -c fast
  as ls "$CLUSTER_DIR/base" | sort -r | tail -n +"$((KEEP + 1))" | while read -r old; do as rm -rf "$CLUSTER_DIR/base/${old:?}"; done
  oldest=$(as ls "$CLUSTER_DIR/base" | sort | head -n 1)
  as pg_archivecleanup "$CLUSTER_DIR/wal" \
    "$(as sed -n 's/^START WAL LOCATION: .*file \(.*\))$/\1/p' "$CLUSTER_DIR/base/$oldest/backup_label")"
  echo "$to"
}

restore() {
  [ -z "$(as ls -A "$PGDATA" 2>/dev/null || true)" ] || die "$PGDATA is not empty: move what is in it away"
  as mkdir -p "$PGDATA"
  as chmod 0700 "$PGDATA"
  as cp -R "$CLUSTER_DIR/base/$1/." "$PGDATA"
  alone
  as touch "$PGDATA/recovery.signal"
  # Not in its settings, which a later standby would copy.
  failed() { die "not restored: $(tail -n 3 "$CLUSTER_DIR/restore.log")"; }
  as pg_ctl start -s -w -t 86400 -D "$PGDATA" -l "$CLUSTER_DIR/restore.log" \
    -o "-c config_file='$config' -c recovery_target_time='$2' -c recovery_target_action=promote" 2>/dev/null || failed
  # recovery.signal is gone earlier: a server stopped then goes on with the timeline of the one that it replaces.
  until [ "$(ask "$self $role" -c 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do
    as pg_ctl status -s -D "$PGDATA" >/dev/null || failed
    sleep 0.2
  done
  as pg_ctl stop -s -w -D "$PGDATA"
  point "$self"
  echo "restored to $2; start $self"
}

action=$1
shift
"$action" "$@"
