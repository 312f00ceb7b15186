// `npm run bench storage`: what each action leaves in the database for good: rows, bytes of tables with their
// indexes, and bytes of the write-ahead log, which replicas receive. Actions run over HTTP, deposits through the
// function that credits them. Tables whose rows are only updated, or soon deleted, are left out; stored replies are
// listed separately, because they are deleted after eight days.
import { Client } from 'pg';
import type { PostName } from '#contract';
import { creditDeposits } from '#server/chain/deposits/deposits.repository.ts';
import { inTransaction, openDatabase } from '#server/db/client.ts';
import { RELEASE } from '#server/db/functions.ts';
import { startApp } from '#tests/support/app.ts';
import { quiet } from '#tests/support/databases.ts';
import { nextRace } from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { newcomer } from '#tests/support/person.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { createAccounts, tokenOf } from './claims.ts';
import { keep, table, whole } from './figures.ts';

const AT_ONCE = 16;
/** Replies, kept for eight days. */
const REPLIES = 'idempotency';
/** Rows that are updated, or deleted within a day. */
const PASSING = [
  ...[
    'rate_counts',
    'jobs',
    'nonces',
    'team_changes',
    'prices',
    'solvency_chunks',
    'solvency_nodes',
    'function_schemas',
  ],
  ...[
    'miners',
    'ledger_accounts',
    'race_rounds',
    'lottery_rounds',
    'play_limits',
    'draws',
    'stake_state',
    'chain_cursor',
  ],
];

/** Rows of each table. Counted: the statistics lag behind by up to ten seconds. */
async function counted(db: Client): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string }>(
    "select relname as name from pg_stat_user_tables where schemaname = 'public'",
  );
  const each = rows.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  const found = await db.query<{ name: string; rows: number }>(each.join(' union all '));
  return new Map(found.rows.map(({ name, rows: made }) => [name, made]));
}

/** Bytes of a row including its share of the indexes, once all actions are done: small tables grow by whole pages. */
async function rowBytes(db: Client, of: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  // Excluding pages that are reserved but not filled; indexes are then nine tenths full.
  await db.query('vacuum full');
  const { rows } = await db.query<{ name: string; bytes: string }>(
    'select relname as name, pg_total_relation_size(relid) as bytes from pg_stat_user_tables',
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes) / (of.get(name) ?? 1)]));
}

const position = async (db: Client): Promise<number> =>
  Number((await db.query<{ at: string }>("select pg_current_wal_lsn() - '0/0'::pg_lsn as at")).rows[0]?.at);

interface Left {
  action: string;
  done: number;
  /** Bytes of log per action. */
  wal: number;
  /** Rows per action, by table. */
  rows: [table: string, rows: number][];
}

/** What `work` leaves behind per action; it returns the number of actions. */
async function leaves(db: Client, action: string, work: () => Promise<number>): Promise<Left> {
  const [before, from] = [await counted(db), await position(db)];
  const done = await work();
  const [to, after] = [await position(db), await counted(db)];
  const rows = Array.from(after, ([name, made]): [string, number] => [
    name,
    (made - (before.get(name) ?? 0)) / done,
  ]);
  return {
    action,
    done,
    wal: (to - from) / done,
    rows: rows.filter(([name, made]) => made > 0.01 && !PASSING.includes(name)),
  };
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { accounts: 400, times: 3, json: '' });
  await using end = new AsyncDisposableStack();
  const cluster = await startCluster();
  end.defer(() => cluster.stop());
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query('create database bench');
  await admin.end();
  const url = cluster.url('bench');
  const app = await startApp({
    withoutPage: true,
    env: {
      DATABASE_URL: url,
      RATE_LIMIT: '0',
      RATE_LIMIT_SIGN_IN: '0',
      LOG_LEVEL: 'warn',
      WITHDRAW_DAILY_LIMITS: 'off',
    },
  });
  end.defer(async () => void (await app.stop()));
  const db = new Client(url);
  await db.connect();
  end.defer(() => db.end());
  const own = await openDatabase({ databaseUrl: url, log: quiet });
  end.defer(() => own.close());

  await createAccounts(db, options.accounts);
  for (const coin of ['ADIT', 'USDT'])
    await db.query(`
      select ${RELEASE.schema}.ledger_post_bulk('deposit', 'bench/${coin}', now(), '${coin}',
        array_agg(id order by id), array_agg(10000e18 order by id), 'custody') from bench_accounts`);
  const guest = client(app.url);
  const everyone = Array.from({ length: options.accounts }, (_, n) => guest.as(tokenOf(n + 1)));

  /** Everybody does it `times` times, one by one. */
  const all =
    (name: PostName, input: Record<string, unknown>, times = options.times, who = everyone) =>
    async () => {
      for (let time = 0; time < times; time += 1) {
        if (name === 'POST /api/mining/claim')
          await db.query(
            "update miners set cycle_ends_at = now() - interval '1 hour' where cycle_ends_at > now()",
          );
        let next = 0;
        const one = async (): Promise<void> => {
          for (let api = who[next++]; api; api = who[next++]) {
            const answer = await api.send(name, input);
            if (answer.code !== 0) throw new Error(`${name}: ${answer.text}`);
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, one));
      }
      return times * who.length;
    };
  const deposit = async (): Promise<number> => {
    for (let time = 0; time < options.times; time += 1)
      for (let n = 1; n <= options.accounts; n += 1)
        await inTransaction(own.kysely, (tx) =>
          creditDeposits(
            tx,
            [
              {
                ...{
                  txHash: `0x${(time * 1e6 + n).toString(16).padStart(64, '0')}`,
                  ordinal: 0,
                  coin: 'USDT',
                  amount: 10n ** 18n,
                },
                ...{
                  from: `0x${n.toString(16).padStart(40, '0')}`,
                  block: { number: 1, hash: `0x${'1'.repeat(64)}` },
                },
              },
            ],
            new Date(),
          ),
        );
    return options.times * options.accounts;
  };
  const signIns = async (): Promise<number> => {
    for (let n = 0; n < options.accounts; n += 1) await newcomer(app.url);
    return options.accounts;
  };

  const lefts: Left[] = [];
  const measure = async (action: string, work: () => Promise<number>): Promise<void> => {
    const left = await leaves(db, action, work);
    console.error(JSON.stringify(left));
    lefts.push(left);
  };
  await measure('claim', all('POST /api/mining/claim', {}));
  await measure('stake', all('POST /api/stake/stake', { amount: '10' }));
  await measure('swap', all('POST /api/assets/swap', { from: 'USDT', to: 'ADIT', amount: '1' }, 1));
  await measure('free guess', all('POST /api/mining/bet', { numbers: [1, 2, 3] }, 1));
  await measure('deposit', deposit);
  // Others' addresses differ from the way a wallet writes them, so that a withdrawal asks for consent.
  const plain = everyone.filter((_, n) => /^\d+$/.test((n + 1).toString(16)));
  const withdrawal = { coin: 'USDT', amount: '20' };
  await measure('withdrawal, requested', all('POST /api/assets/withdraw', withdrawal, 2, plain));
  await measure('first sign-in', signIns);
  const round = await nextRace(app.url);
  const bet = { round, bets: [{ lane: 1, amount: '1' }] };
  await measure('first bet of a round', all('POST /api/game/coining', bet, 1));
  await measure('another bet', all('POST /api/game/coining', bet, 1));

  const each = await rowBytes(db, await counted(db));
  const total = (rows: Left['rows'], replies: boolean) =>
    rows.reduce(
      (sum, [name, made]) => sum + ((name === REPLIES) === replies ? made * (each.get(name) ?? 0) : 0),
      0,
    );
  const lines = lefts.map(({ action, done, wal, rows }) => {
    const kept = rows.filter(([name]) => name !== REPLIES);
    const count = kept.reduce((sum, [, made]) => sum + made, 0).toFixed(1);
    return [action, String(done), count, whole(total(rows, false)), whole(total(rows, true)), whole(wal)];
  });
  console.log(table([['action', 'done', 'rows', 'bytes', 'reply', 'log'], ...lines]));
  const used = Array.from(each).filter(([name]) =>
    lefts.some(({ rows }) => rows.some(([other]) => other === name)),
  );
  console.log(`bytes a row: ${used.map(([name, bytes]) => `${name} ${whole(bytes)}`).join(', ')}`);
  console.log('\nno goals are set for these figures');
  await keep(options.json, { options, lefts, bytes: Object.fromEntries(each) });
}
