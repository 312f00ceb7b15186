// `npm run bench games`: a round of 100,000 bets settled, compared with a bare INSERT of the same postings, on both
// databases, and 2,000 bets per second in the last ten seconds of a round through two processes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { openDatabase } from '#server/db/client.ts';
import { type Cluster, startCluster } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { counts, keep, percentile, ratio, table, whole } from './figures.ts';
import { type Row, judged } from './goals.ts';
import { type LastSeconds, lastSeconds } from './games-bets.ts';
import { type Raced, settleRace } from './games-settle.ts';

const settledTable = (rows: [string, Raced][]): string =>
  table([
    [
      'database',
      'bets',
      'postings',
      'seconds',
      'bare insert',
      'ratio',
      'with teams, s',
      'ratio',
      'batches',
      'longest, ms',
    ],
    ...rows.map(([name, one]) => [
      name,
      ...[one.orders, one.postings].map(String),
      one.seconds.toFixed(2),
      one.bare.toFixed(2),
      ratio(one.seconds, one.bare),
      (one.seconds + one.counted).toFixed(2),
      ratio(one.seconds + one.counted, one.bare),
      String(one.batches),
      whole(one.longest),
    ]),
  ]);

function betsTable(one: LastSeconds): string {
  const [p50, p99] = [0.5, 0.99].map((share) => whole(percentile(one.latencies, share)));
  return [
    table([
      [
        'offered a second',
        'taken a second',
        'taken',
        'p50 ms',
        'p99 ms',
        'refused as closed',
        'other answers',
      ],
      [
        ...[one.offeredRate, one.acceptedRate].map(whole),
        ...[String(one.accepted), p50 ?? '', p99 ?? '', String(one.closed), counts(one.other)],
      ],
    ]),
    `taken although sent after the close: ${one.takenLate}; placed after it: ${one.booked.late}; answered as taken and not booked,`,
    `or booked and not answered: ${Math.abs(one.accepted - one.booked.bets)} in the ledger, ${Math.abs(one.accepted - one.booked.entries)} in the entries`,
  ].join('\n');
}

async function onPostgres(cluster: Cluster, bets: number): Promise<Raced> {
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query('create database settle');
  await admin.end();
  await using end = new AsyncDisposableStack();
  const database = await openDatabase({ databaseUrl: cluster.url('settle'), log: pino({ level: 'silent' }) });
  end.defer(() => database.close());
  return await settleRace(database, bets);
}

async function onPglite(bets: number): Promise<Raced> {
  await using end = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-bench-'));
  end.defer(() => rm(dataDir, { recursive: true, force: true }));
  const database = await openDatabase({ dataDir, log: pino({ level: 'silent' }) });
  end.defer(() => database.close());
  return await settleRace(database, bets);
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, {
    ...{ bets: 100_000, pgliteBets: 20_000 },
    ...{ rate: 2000, seconds: 10, connections: 128, json: '' },
  });
  await using end = new AsyncDisposableStack();
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const settled: [string, Raced][] = [];
  if (options.bets > 0) settled.push(['PostgreSQL', await onPostgres(cluster, options.bets)]);
  if (options.pgliteBets > 0) settled.push(['PGlite', await onPglite(options.pgliteBets)]);
  console.log(`${settledTable(settled)}\n`);
  const bets = await lastSeconds(cluster, options);
  console.log(`${betsTable(bets)}\n`);
  const { booked, takenLate, accepted } = bets;
  console.log(
    judged([
      ...settled.flatMap(([name, { seconds, bare, counted, longest }]): Row[] => [
        ['race settled beside a bare insert', seconds / bare, name],
        ['race settled and counted for teams beside a bare insert', (seconds + counted) / bare, name],
        ['longest batch', longest, name],
      ]),
      [
        'bets taken after the close, or answered and booked differently',
        takenLate + booked.late + Math.abs(accepted - booked.bets) + Math.abs(accepted - booked.entries),
      ],
    ]),
  );
  await keep(options.json, { options, settled, bets });
}
