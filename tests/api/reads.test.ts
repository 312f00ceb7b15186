/**
 * The work that reads cause in the database does not grow with its content: neither with other accounts nor with
 * one's own rows. POSTs are left out: each changes what the next one finds.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callNames } from '#contract';
import { type Database, openDatabase } from '#server/db/client.ts';
import * as bank from '#tests/support/bank.ts';
import { skipToNoon } from '#tests/support/clock.ts';
import { quiet } from '#tests/support/databases.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { growTo } from '#tests/support/many-rows.ts';
import { type Person, VERIFIED_AT_ONCE, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { pagesOf, tellPlans, watchPlans } from '#tests/support/plans.ts';
import { inputOf } from '#tests/support/samples.ts';

/** Reads that are not measured, and why. */
const APART: Readonly<Record<string, string>> = {
  'GET /api/health': 'no data',
  'GET /api/health/live': 'no data',
  'GET /api/health/ready': 'no data',
  'GET /api/openapi.json': 'no data',
  'GET /api/kyc': 'no data',
  'GET /api/game/config': 'no data',
  'GET /api/mining/config': 'no data',
  'GET /api/push/key': 'no data',
  'GET /api/events': 'stays open',
  'GET /api/user/export': 'contains every row, a few times an hour',
  'GET /api/assets/export': 'contains every row, a few times an hour',
};
const FEW = 300;
const MANY = 12_000;

let app: LocalApp;
let database: Database;
let watched: ReturnType<typeof watchPlans>;
let ann: Person;
const pages: Record<string, number>[] = [];

/** Explaining each row's trigger would take longer than the rows themselves. */
const grow = (user: bigint, from: number, to: number): Promise<void> =>
  database.kysely.connection().execute(async (db) => {
    await sql`set auto_explain.log_min_duration = -1`.execute(db);
    await sql`set statement_timeout = 0`.execute(db);
    await growTo(db, user, from, to);
  });

/** Pages read by each call, in a process that has cached nothing. */
async function measured(): Promise<Record<string, number>> {
  await app.restart();
  // A session notes once a minute that it was used, at whichever call comes then: forty pages that are not that call's own.
  await sql`update sessions set last_seen_at = last_seen_at + interval '1 hour'`.execute(database.kysely);
  watched.statements.length = 0;
  const { api } = ann;
  const [order] = (await ask(api, 'GET /api/stake/list', {})).items;
  for (const name of callNames)
    if (name.startsWith('GET ') && !(name in APART)) {
      const input = name === 'GET /api/stake/payments' ? { id: order?.id ?? '' } : inputOf(name);
      await api.send(name, input);
    }
  const sums: Record<string, number> = {};
  for (const statement of watched.statements)
    if (statement.call.startsWith('GET '))
      sums[statement.call] = (sums[statement.call] ?? 0) + pagesOf(statement.plan);
  return sums;
}

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  await tellPlans(app.databaseUrl, { measured: true });
  await skipToNoon(app.url);
  database = await openDatabase({ databaseUrl: app.databaseUrl, log: quiet });
  // As on any day, a round has closed and a tree is published: otherwise, counting since then would count everything.
  await skip(app.url, 86_400);
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select l.round from lottery_rounds l, solvency_trees t
      where l.state <> 'open' and t.state = 'done'`.execute(database.kysely);
    expect(rows).not.toEqual([]);
  });
  const [inviter] = await bank.richPeople(app.url, app.chain, [{ USDT: '10' }]);
  const { inviteCode } = await ask(inviter.api, 'GET /api/user/info', {});
  ann = await newcomer(app.url, { inviteCode });
  await app.chain.credit([[ann.wallet.address, { ADIT: '1000', USDT: '1000' }]]);
  await verify(ann.api);
  await bank.makePermanent(app.url, ann);
  await ask(ann.api, 'POST /api/mining/claim1', {});
  const { id } = await database.kysely
    .selectFrom('users')
    .select('id')
    .where('address', '=', ann.wallet.address)
    .executeTakeFirstOrThrow();
  watched = watchPlans();
  await grow(id, 0, FEW);
  pages.push(await measured());
  await grow(id, FEW, MANY);
  pages.push(await measured());
}, 240_000);
afterAll(async () => {
  watched?.stop();
  await database?.close();
  await app?.stop();
});

test('every read is measured, except those that are named', () => {
  const [few = {}] = pages;
  expect(callNames.filter((name) => name.startsWith('GET ') && !(name in few) && !(name in APART))).toEqual(
    [],
  );
});

// Halving finds a moment among entries in twice as many steps; a page of 20 rows may lie on 20 pages instead of one.
test('no read touches more pages than by deeper indexes when every kind of row is 40 times as many', () => {
  const [few = {}, many = {}] = pages;
  const grown = Object.keys(few).filter((name) => (many[name] ?? 0) > (few[name] ?? 0) * 2.5 + 50);
  expect(grown.map((name) => `${name}: ${few[name]} pages, then ${many[name]}`)).toEqual([]);
});
