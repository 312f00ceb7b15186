/**
 * An upgrade: the servers of the previous and of this release on the same PostgreSQL, under load, each with its own
 * functions.
 */
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallName } from '#contract';
import { RELEASE } from '#server/db/functions.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { richPeople } from '#tests/support/bank.ts';
import { pass } from '#tests/support/clock.ts';
import { expectSound } from '#tests/support/command.ts';
import { emptyPlace, twoRoles } from '#tests/support/databases.ts';
import { betsOf } from '#tests/support/games.ts';
import { client } from '#tests/support/http.ts';
import { devnetOf } from '#tests/support/money.ts';
import { DAY, UNLIMITED, type Person, ask } from '#tests/support/person.ts';
import { openRace } from '#tests/support/race-play.ts';
import { ROOT } from '#tests/support/steps.ts';

const PEOPLE = 12;
/** How long the load runs with the old server alone, and with both. */
const [ALONE_MS, BOTH_MS] = [1000, 4000];

let folder = '';
let place: Awaited<ReturnType<typeof emptyPlace>>;
let one: App;
let two: App;

const settings = () => ({
  ...UNLIMITED,
  ...twoRoles(place),
  KYC_AUTO_APPROVE_SECONDS: '0',
  DOCUMENT_KEY: '7'.repeat(64),
});

/**
 * A copy of the server in which a function that others call has another name: nothing of it works with this release's
 * functions.
 */
async function releaseBefore(): Promise<string> {
  const root = join(folder, 'before');
  for (const part of ['package.json', 'server', 'src'])
    await cp(join(ROOT, part), join(root, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const name of ['calls.sql', 'session.ts']) {
    const file = join(root, 'server/http', name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll('session_of', 'session_by'));
  }
  return root;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-app-'));
  place = await emptyPlace('postgres');
  const root = await releaseBefore();
  one = await startApp({ root, withoutPage: true, dataDir: join(folder, 'one'), env: settings() });
});
afterAll(async () => {
  await two?.stop();
  await one?.stop();
  await place?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function startTwo(): Promise<void> {
  two = await startApp({ withoutPage: true, dataDir: join(folder, 'two'), env: settings(), joins: one });
}

/** The database's functions for sessions. */
async function functionsThere(): Promise<string[]> {
  const database = new pg.Client(place.databaseUrl);
  await database.connect();
  const { rows } = await database.query<{ name: string }>(`
    select case nspname when '${RELEASE.schema}' then 'new' else 'old' end || '.' || proname as name
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where proname in ('session_of', 'session_by') order by 1`);
  await database.end();
  return rows.map(({ name }) => name);
}

test('no claim, stake or bet is refused while the previous release and this one run side by side', async () => {
  const devnet = await devnetOf(one);
  const people = await richPeople(
    one.url,
    devnet,
    Array.from({ length: PEOPLE }, () => ({ ADIT: '20000' })),
  );
  devnet.close();
  await Promise.all(people.map(({ api }) => ask(api, 'POST /api/mining/claim1', {})));
  await pass(one.url, DAY, ...people);
  const { round } = await openRace(one.url);

  let servers = [one];
  let over = false;
  const refused: string[] = [];
  const done = new Map<string, number>();
  const send = async (app: App, { token }: Person, name: CallName, input: Record<string, unknown>) => {
    const answer = await client(app.url).as(token).send(name, input, { key: randomUUID() });
    const call = `${app === one ? 'old' : 'new'} ${name}`;
    done.set(call, (done.get(call) ?? 0) + 1);
    if (answer.code !== 0) refused.push(`${call}: ${answer.text}`);
  };
  const play = async (person: Person, i: number) => {
    for (let turn = i; !over; turn += 1) {
      const app = servers[turn % servers.length] ?? one;
      await send(app, person, 'POST /api/stake/stake', { amount: '10' });
      await send(app, person, 'POST /api/game/coining', { round, bets: betsOf([[(i % 6) + 1, '1']]) });
    }
  };
  const load = people.map(play);
  const [first, ...others] = people as [Person, ...Person[]];
  await sleep(ALONE_MS);
  await send(one, first, 'POST /api/mining/claim', {});
  await startTwo();
  servers = [one, two];
  for (const [i, person] of others.entries()) {
    await sleep(BOTH_MS / others.length);
    await send(i % 2 ? one : two, person, 'POST /api/mining/claim', {});
  }
  over = true;
  await Promise.all(load);

  expect(refused).toEqual([]);
  for (const server of ['old', 'new'])
    for (const name of ['POST /api/mining/claim', 'POST /api/stake/stake', 'POST /api/game/coining'])
      expect([server, name, done.get(`${server} ${name}`)]).toEqual([server, name, expect.any(Number)]);
  expect(await functionsThere()).toEqual(['new.session_of', 'old.session_by']);
  await expectSound(one.dataDir);
});
