/**
 * Accounts that play, created set-based: each with a session and ADIT, in a random tree of inviters (each account was
 * invited by an older one, so most have three levels above them). The ledger is sound.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

const START = '2026-01-01T00:00:00Z';
const FAR = '2099-01-01T00:00:00Z';

/**
 * Fills a database without accounts with this many, numbered from 1, each with `units` of ADIT (0: an empty account).
 */
export async function makeAccounts(db: Kysely<Tables>, count: number, units: bigint): Promise<void> {
  await sql`create temporary table tree (id bigint primary key, parent bigint)`.execute(db);
  await sql`
    insert into tree select n, nullif(('x' || substr(md5(n::text), 1, 7))::bit(28)::int % n, 0)
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`analyze tree`.execute(db);
  await sql`
    insert into users (id, address, invite_code, invited_by, ancestor1, ancestor2, ancestor3, created_at)
    overriding system value
    select a.id, '0x' || lpad(to_hex(a.id), 40, '0'), 'S' || a.id, a.parent, a.parent, b.parent, c.parent, ${START}
    from tree a left join tree b on b.id = a.parent left join tree c on c.id = b.parent order by a.id`.execute(
    db,
  );
  await sql`select setval(pg_get_serial_sequence('users', 'id'), ${count}::bigint)`.execute(db);
  await sql`drop table tree`.execute(db);
  await sql`
    insert into sessions (token_hash, outbox_hash, user_id, created_at, last_seen_at, expires_at, outbox_expires_at)
    select sha256(convert_to('bench-' || id, 'UTF8')), sha256(convert_to('outbox-' || id, 'UTF8')), id,
      ${START}, ${FAR}, ${FAR}, ${FAR} from users`.execute(db);
  await sql`insert into ledger_accounts (user_id, coin) select id, 'ADIT' from users order by id`.execute(db);
  if (units > 0n)
    await pay(db, 'deposit', 'issuance', sql`select id as user_id, ${units}::numeric as amount from users`);
}

/**
 * One entry of many users against a system account: `lines` has user_id and each user's amount, negative for payments.
 */
export async function pay(
  db: Kysely<Tables>,
  kind: string,
  system: string,
  lines: ReturnType<typeof sql>,
  ref = 'bench',
): Promise<void> {
  await sql`
    with lines as materialized (${lines}), changed as (
      update ledger_accounts a set balance = a.balance + l.amount from lines l
      where a.user_id = l.user_id and a.coin = 'ADIT' returning a.id, l.amount, a.balance
    ), entry as (
      insert into ledger_journal (kind, ref, at) values (${kind}, ${ref}, ${START}) returning id
    ), other as (
      insert into ledger_accounts as s (system, coin, balance) select ${system}, 'ADIT', -sum(amount) from lines
      on conflict (system, coin, shard) where system is not null do update set balance = s.balance + excluded.balance
      returning id, guarded, balance
    )
    insert into ledger_postings (journal_id, account_id, coin, amount, balance_after, kind)
    select entry.id, changed.id, 'ADIT', changed.amount, changed.balance, ${kind} from entry, changed
    union all
    select entry.id, other.id, 'ADIT', (select -sum(amount) from lines), case when guarded then balance end, null
    from entry, other`.execute(db);
}
