// Accounts with a finished cycle, created set-based, and the single SQL call that claims it, as pgbench sends it.
import type { Client } from 'pg';
import type { CallName } from '#contract';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { RELEASE } from '#server/db/functions.ts';
import { requestOf } from '#tests/support/http.ts';

/** The session token of account `n`; the database has only its SHA-256. */
export const tokenOf = (n: number): string => `bench-${n}`;

/** Account `n`'s signed request as bytes for the socket, prepared before the clock starts. */
export async function bytesOf(
  name: CallName,
  n: number,
  input: Record<string, unknown> = {},
): Promise<Buffer> {
  const options = { token: tokenOf(n) };
  const { method, path, headers, body = '' } = await requestOf(name, input, options, DEVELOPMENT_SIGN_KEY);
  const all = { host: 'bench', 'content-length': String(body.length), ...headers };
  const head = Object.entries(all).map(([field, value]) => `${field}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...head, '', body.toString()].join('\r\n'));
}

/** Creates `count` permanent miners with a session each; account n is row n. */
export async function createAccounts(db: Client, count: number): Promise<void> {
  await db.query(`
    create table bench_accounts as
    with made as (
      insert into users (address, invite_code, created_at, sign_ins, kyc, official)
      select '0x' || lpad(to_hex(n), 40, '0'), 'B' || n, now() - interval '2 days', 1, 'approved', true
      from generate_series(1, ${count}) n
      returning id
    )
    select row_number() over (order by id)::int as n, id from made`);
  await db.query('alter table bench_accounts add primary key (n)');
  await db.query(`
    insert into sessions (token_hash, outbox_hash, user_id, created_at, last_seen_at, expires_at, outbox_expires_at)
    select sha256(convert_to('bench-' || n, 'UTF8')), sha256(convert_to('outbox-' || n, 'UTF8')), id,
      now(), now(), now() + interval '7 days', now() + interval '3 days'
    from bench_accounts`);
  await db.query(`
    insert into miners (user_id, kind, permanent_at, state, gifted, cycle_started_at, cycle_ends_at, cycle_hashrate, cycle_output)
    select id, 'permanent', now(), 'running', 1200e18, now() - interval '25 hours', now() - interval '1 hour', 1200e18, 12e18
    from bench_accounts`);
  await db.query('create sequence bench_next');
}

/** Ends everybody's cycle again and lets the database settle, so that each round starts from the same state. */
export async function endCycles(db: Client): Promise<void> {
  await db.query(`
    update miners set cycle_started_at = now() - interval '25 hours', cycle_ends_at = now() - interval '1 hour'
    where cycle_ends_at > now()`);
  await db.query('update sessions set last_seen_at = now()');
  await db.query("select setval('bench_next', 1, false)");
  await db.query('vacuum analyze');
  await db.query('checkpoint');
}

/** How many claims are in the ledger; proves that both sides did the work they report. */
export async function claimsBooked(db: Client): Promise<number> {
  const { rows } = await db.query<{ count: string }>('select count(*) from mining_cycles');
  return Number(rows[0]?.count);
}

/** pgbench's script: the server's own statement, each transaction for the next account. */
export const PGBENCH_SCRIPT = `select a.code, a.reply, a.replay
from (select nextval('bench_next') as n) s,
  lateral ${RELEASE.schema}.mining_acts(
    array[row('POST /api/mining/claim', sha256(convert_to('bench-' || s.n, 'UTF8')), true, gen_random_uuid(), '\\x00'::bytea, now(),
      interval '24 hours', interval '1 minute', true, false, gen_random_uuid())::${RELEASE.schema}.call],
    array[false], now(), true, interval '24 hours', 0.01e18, array[0.1e18, 0.05e18, 0.01e18], 3) a;
`;
