// Bets in the last seconds of a round and beyond its close, at a given rate through two server processes on one
// PostgreSQL and one devnet: what is accepted, how long it takes, and whether replies, bets and ledger agree.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { toUnits } from '#rules/amounts.ts';
import { raceTimes } from '#rules/race.ts';
import type { Tables } from '#server/db/tables.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { client } from '#tests/support/http.ts';
import { ask, skip } from '#tests/support/person.ts';
import { addToBank } from '#tests/support/race.ts';
import type { Cluster } from '#tests/support/postgres.ts';
import { bytesOf } from './claims.ts';
import { makeAccounts } from './games-rows.ts';
import { type Sent, evenly, pacedLoad } from './paced-load.ts';

export interface LastSeconds {
  offered: number;
  /** Successful replies, and the bets found in the ledger. */
  accepted: number;
  booked: { bets: number; entries: number; late: number };
  /** Accepted although they were sent after the close. */
  takenLate: number;
  closed: number;
  /** Other replies: code → count. */
  other: Record<string, number>;
  /** Milliseconds from the moment at which a bet was due to its reply, for those that were due before the close. */
  latencies: number[];
  /** Per second, as sent and as accepted. */
  offeredRate: number;
  acceptedRate: number;
}

const PREPARE_SECONDS = 25;
const BEYOND_SECONDS = 1;
const LIMITS = { RATE_LIMIT: '0', RATE_LIMIT_SIGN_IN: '0' };

/** Two servers on one database; the second uses the first one's devnet. */
async function startTwo(databaseUrl: string, end: AsyncDisposableStack): Promise<[App, App]> {
  const shared = { ...LIMITS, DATABASE_URL: databaseUrl, DOCUMENT_KEY: randomBytes(32).toString('hex') };
  const first = await startApp({ withoutPage: true, env: shared });
  end.defer(async () => void (await first.stop()));
  const second = await startApp({ withoutPage: true, env: shared, joins: first });
  end.defer(async () => void (await second.stop()));
  return [first, second];
}

/** The round in the database: bets in the ledger by account, and bets placed at or after the close. */
async function bookedOf(db: Kysely<Tables>, round: number): Promise<LastSeconds['booked']> {
  const { rows } = await sql<LastSeconds['booked']>`
    select (select count(*)::int from ledger_journal where kind = 'race_bet' and ref like ${`${round}/%`}) as bets,
      (select coalesce(sum(bets), 0)::int from race_entries where round = ${round}) as entries,
      (select count(*)::int from race_entries
        where round = ${round} and placed_at >= ${raceTimes(round).bettingEndsAt}) as late`.execute(db);
  return rows[0] ?? { bets: -1, entries: -1, late: -1 };
}

export async function lastSeconds(
  cluster: Cluster,
  { rate, seconds, connections }: { rate: number; seconds: number; connections: number },
): Promise<LastSeconds> {
  await using end = new AsyncDisposableStack();
  const admin = new Pool({ connectionString: cluster.url('postgres'), max: 1 });
  end.defer(() => admin.end());
  await admin.query('create database bets');
  const url = cluster.url('bets');
  const [first, second] = await startTwo(url, end);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: url, max: 1 }) }),
  });
  end.defer(() => db.destroy());
  const offered = Math.round(rate * (seconds + BEYOND_SECONDS));
  await makeAccounts(db, offered, toUnits('10'));
  await addToBank(db, toUnits('1000000000'));

  const api = client(first.url);
  const opening = () => ask(api, 'GET /api/game/opening', {});
  const now = await opening();
  const target = Date.parse(now.bettingEndsAt) - (seconds + PREPARE_SECONDS) * 1000;
  const ahead = target - Date.parse(now.serverTime);
  await skip(first.url, Math.max(1, Math.ceil((ahead < 0 ? ahead + 300_000 : ahead) / 1000)));
  const { round, bettingEndsAt } = await opening();
  const origins = [first.url, second.url];
  const requests: Buffer[] = [];
  for (let n = 1; n <= offered; n += 1) {
    const bets = [{ lane: 1 + (n % 6), amount: '1' }];
    requests.push(await bytesOf('POST /api/game/coining', n, { round, bets }));
  }
  await sleep(500);
  // The servers' clock is the machine's plus an offset; a request's time is assumed to be halfway to its reply.
  const asked = performance.now();
  const { serverTime } = await opening();
  const close = (asked + performance.now()) / 2 + Date.parse(bettingEndsAt) - Date.parse(serverTime);
  const start = close - seconds * 1000;
  if (start < performance.now()) throw new Error('the machine was too slow to prepare the bets');
  const answers = await pacedLoad(origins, requests, { connections, start, after: evenly(rate) });
  const figures = summed(answers, close);
  const booked = await bookedOf(db, round);
  // Draws the round and settles it: the ledger must be sound at the end.
  await skip(first.url, 60);
  return { ...figures, offered, booked, offeredRate: rate, acceptedRate: figures.accepted / seconds };
}

function summed(answers: readonly Sent[], close: number) {
  const code = ({ body }: Sent) => Number(/"code":(\d+)/.exec(body)?.[1] ?? -1);
  const other: Record<string, number> = {};
  for (const one of answers)
    if (![0, 1501].includes(code(one))) other[code(one)] = (other[code(one)] ?? 0) + 1;
  const accepted = answers.filter((one) => code(one) === 0);
  return {
    accepted: accepted.length,
    // The difference between the two clocks is known to within a few milliseconds.
    takenLate: accepted.filter(({ sent }) => sent > close + 20).length,
    closed: answers.filter((one) => code(one) === 1501).length,
    other,
    latencies: answers.filter(({ due }) => due < close).map(({ due, answered }) => answered - due),
  };
}
