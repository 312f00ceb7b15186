/**
 * What the calls would require of several machines: every statement that a call executes, even inside SQL functions,
 * is compared with the places of tests/support/distribution.ts. server/SCALING.md draws the conclusions.
 */
import { Wallet } from 'ethers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNames } from '#contract';
import * as bank from '#tests/support/bank.ts';
import { skipToNoon } from '#tests/support/clock.ts';
import { operate } from '#tests/support/command.ts';
import { PLACES, exceptionsFor, touchesOf } from '#tests/support/distribution.ts';
import * as games from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, VERIFIED_AT_ONCE, ask, newcomer, skip, verify } from '#tests/support/person.ts';
import { type Plan, type Statement, tellPlans, watchPlans } from '#tests/support/plans.ts';
import { newKey, remember, resumed } from '#tests/support/remembered.ts';
import { inputOf } from '#tests/support/samples.ts';

/** Calls that are rare, or that read nothing from the database: where their statements run does not matter. */
const APART: readonly string[] = [
  ...['GET /api/kyc', 'GET /api/game/config', 'GET /api/mining/config', 'GET /api/push/key'],
  ...[
    'GET /api/health',
    'GET /api/health/live',
    'GET /api/health/ready',
    'GET /api/openapi.json',
    'GET /api/events',
    'GET /api/user/export',
    'GET /api/assets/export',
  ],
  ...[
    'POST /api/user/delete',
    'POST /api/user/kyc/erase',
    'POST /api/push/test',
    'POST /api/demo/faucet',
    'POST /api/demo/skip',
  ],
];
/** Numbers that cannot be confused with anything else in a plan. */
const FIRST = { users: 900_000_001, ledger_accounts: 800_000_001 };

let app: LocalApp;
let admin: pg.Client;
let watched: ReturnType<typeof watchPlans>;
/** Of each table, in their order. */
let columns: ReadonlyMap<string, readonly string[]>;
/** Of the account that makes all calls. */
let caller: string;
/** By the caller's calls, except those excluded. */
let statements: readonly Statement[];

/** Someone below an inviter makes every call. */
async function makeAllCalls(): Promise<void> {
  const { url, dataDir } = app;
  const [ann] = await bank.richPeople(url, app.chain, [{ ADIT: '1000', USDT: '1000' }]);
  await operate(dataDir, ...'coupon add BOTH-2026 --coin ADIT --amount 5 --hashrate 100'.split(' '));
  const { inviteCode } = await ask(ann.api, 'GET /api/user/info', {});
  // A new server has cached nothing of what its calls read.
  await app.restart();
  watched.statements.length = 0;
  const wallet = Wallet.createRandom();
  // Some coins come before the first sign-in.
  await app.chain.credit([[wallet.address, { ADIT: '500' }]]);
  const { api, outboxToken } = await newcomer(url, { inviteCode, wallet });
  await app.chain.credit([[wallet.address, { ADIT: '500', USDT: '1000' }]]);
  await verify(api);
  await ask(api, 'POST /api/push/subscription', inputOf('POST /api/push/subscription'));
  await ask(api, 'POST /api/assets/redeem', { code: 'BOTH-2026' });
  await ask(api, 'POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '100' });
  await ask(api, 'POST /api/user/limits', { dailyBetLimit: '500' });
  await ask(api, 'POST /api/mining/power/buy', { hashrate: '100' });
  await ask(api, 'POST /api/mining/power/buyback', { hashrate: '50' });
  await ask(api, 'POST /api/mining/claim1', {});
  await ask(api, 'POST /api/stake/stake', { amount: '100' });
  const device = await remember(api);
  const { publicKey } = await newKey();
  const { code } = await ask(api, 'POST /api/auth/pair', {});
  const { pairing } = await ask(client(url), 'POST /api/auth/pair/join', { code, publicKey, name: 'Safari' });
  await ask(api, 'POST /api/auth/pair/confirm', { pairing });
  await ask(api, 'POST /api/user/devices/end', { id: pairing });
  await skip(url, DAY);
  await ask(client(url).as(outboxToken), 'POST /api/mining/claim', {});
  const call = client(url).as((await resumed(url, device)).token);
  await ask(call, 'POST /api/mining/buy', { method: 'usdt' });
  // The first guess of a day is free.
  await ask(call, 'POST /api/mining/bet', { numbers: [7, 0, 7] });
  await ask(call, 'POST /api/mining/bet', { numbers: [7, 0, 8] });
  const round = await games.nextRace(url);
  await ask(call, 'POST /api/game/coining', { round, bets: [{ lane: 1, amount: '5' }] });
  const { items } = await ask(call, 'GET /api/stake/list', {});
  await ask(call, 'POST /api/stake/unstake', { id: items[0]?.id ?? '' });
  await ask(call, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '20' });
  for (const name of callNames)
    if (name.startsWith('GET ') && !APART.includes(name)) await call.send(name, inputOf(name));
  await ask(call, 'POST /api/auth/logout', {});
}

beforeAll(async () => {
  app = await openApp(VERIFIED_AT_ONCE);
  await tellPlans(app.databaseUrl);
  admin = new pg.Client(app.databaseUrl);
  await admin.connect();
  for (const [table, id] of Object.entries(FIRST))
    await admin.query(`alter table ${table} alter id restart with ${id}`);
  watched = watchPlans();
  await skipToNoon(app.url);
  await makeAllCalls();
  statements = watched.statements.filter(({ call }) => !APART.includes(call));
  caller = String(FIRST.users + 1);
  const { rows } = await admin.query<{ name: string; columns: string[] }>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and relname not like 'kysely%' group by 1`);
  columns = new Map(rows.map((row) => [row.name, row.columns]));
});
afterAll(async () => {
  watched?.stop();
  await admin?.end();
  await app?.stop();
});

test('every table has a place, and those that are spread have a key', () => {
  expect(Object.keys(PLACES).toSorted()).toEqual([...columns.keys()].toSorted());
  const spread = Object.entries(PLACES).filter(([, { at }]) => at === 'account' || at === 'own');
  expect(spread.filter(([table, { key = '' }]) => !columns.get(table)?.includes(key))).toEqual([]);
});

test('every unique index that lacks the key of its table is named with what keeps it unique on several machines', async () => {
  const { rows } = await admin.query<{ table: string; index: string; columns: string[] }>(`
    select t.relname as table, i.relname as index, array(
      select attname::text from pg_attribute where attrelid = t.oid and attnum = any (x.indkey)) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where x.indisunique and t.relnamespace = 'public'::regnamespace`);
  const lacking = rows.filter(
    ({ table, columns: of }) => PLACES[table]?.key && !of.includes(PLACES[table].key),
  );
  const named = Object.entries(PLACES).flatMap(([table, { unique = {} }]) =>
    Object.keys(unique).map((index) => `${table}.${index}`),
  );
  expect(lacking.map(({ table, index }) => `${table}.${index}`).toSorted()).toEqual(named.toSorted());
});

test('every call is made here, except those that are named', () => {
  const made = new Set(statements.map(({ call }) => call));
  expect(callNames.filter((name) => !made.has(name) && !APART.includes(name))).toEqual([]);
  const claim = statements.filter(({ call }) => call === 'POST /api/mining/claim').map(({ text }) => text);
  expect(claim.filter((text) => text.startsWith('insert into ledger_postings'))).toHaveLength(1);
});

test('every statement of a call finds its rows by their key, or in a way that is named, and every name is needed', () => {
  const needed = new Set<string>();
  const strays = statements.flatMap((statement) =>
    touchesOf(statement, columns).flatMap((touch) => {
      const exceptions = exceptionsFor(touch);
      for (const name of exceptions ?? []) needed.add(name);
      return exceptions ? [] : [{ ...touch, call: statement.call, text: statement.text }];
    }),
  );
  expect(strays).toEqual([]);
  const named = Object.entries(PLACES).flatMap(([table, { ways = {} }]) =>
    Object.keys(ways).map((way) => `${table}.${way}`),
  );
  expect(named.filter((name) => !needed.has(name))).toEqual([]);
});

test('no call names another account, except that a newcomer names the inviter', async () => {
  const { rows } = await admin.query<{ id: string }>(
    'select id from ledger_accounts where user_id is null or user_id = $1',
    [caller],
  );
  const known = new Set([caller, ...rows.map(({ id }) => id)]);
  const strangers = statements.filter(({ plan }) =>
    (JSON.stringify(plan).match(/\b[89]0{6}\d\d\b/g) ?? []).some((id) => !known.has(id)),
  );
  expect([...new Set(strangers.map(({ call }) => call))]).toEqual(['POST /api/auth/login']);
});

const callsBy = (nameOf: (statement: Statement) => readonly string[]): Record<string, string[]> => {
  const calls: Record<string, string[]> = {};
  for (const statement of statements)
    for (const name of nameOf(statement))
      calls[name] = [...new Set([...(calls[name] ?? []), statement.call])].toSorted();
  return calls;
};

test('these calls write where all accounts meet', () => {
  const places = callsBy((statement) =>
    touchesOf(statement, columns).flatMap(({ table, writes }) =>
      writes && PLACES[table]?.at === 'one' ? [table] : [],
    ),
  );
  expect(places).toEqual({
    buyback_days: ['POST /api/assets/swap'],
    coupons: ['POST /api/assets/redeem'],
    draws: ['POST /api/game/coining', 'POST /api/mining/bet'],
    jobs: ['POST /api/user/kyc'],
    lottery_rounds: ['POST /api/mining/bet'],
    race_rounds: ['POST /api/game/coining'],
    repurchases: ['POST /api/assets/swap', 'POST /api/mining/power/buyback'],
  });
});

/** Those of `ledger_is_fund`. */
const FUNDS = ['buyback', 'lottery_pool', 'race_bank', 'resale', 'reserve', 'staking_rewards'];

test('these calls change a fund, which is a single row', () => {
  const funds = callsBy(({ text, plan }) => {
    const [, system = ''] = /system = '(\w+)'.*shard = 0\)/.exec(JSON.stringify(plan)) ?? [];
    return text.startsWith('update ledger_accounts') && FUNDS.includes(system) ? [system] : [];
  });
  expect(funds).toEqual({
    buyback: ['POST /api/assets/swap', 'POST /api/mining/buy', 'POST /api/mining/power/buy'],
    lottery_pool: ['POST /api/mining/bet'],
    resale: ['POST /api/mining/power/buy', 'POST /api/mining/power/buyback'],
    reserve: ['POST /api/assets/swap'],
    staking_rewards: ['POST /api/assets/swap'],
  });
});

test.each([
  "select * from miners where kind = 'trial'",
  'select * from stake_orders where user_id = 7 or amount > 5',
  'select m.* from users u join miners m on m.user_id = u.id where u.sign_ins = 1',
  'update play_limits set spent = 0 where day < now()',
  'delete from mining_cycles where journal_id = 7',
  "update settings set value = '' where key = 'x'",
  'insert into produced (user_id, upto, unsold) select invited_by, 1, 0 from users where id = 7',
])('a statement that spans accounts or writes to a copied table is found: %s', async (text) => {
  const { rows } = await admin.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (verbose, format json) ${text}`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan as Plan;
  const touches = touchesOf({ call: '', text, plan }, columns);
  expect(touches.filter((touch) => !exceptionsFor(touch))).not.toEqual([]);
});
