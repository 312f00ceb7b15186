// A busy honest history of a whole server, and the tools of somebody who writes SQL into it.
import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { type Database, type Db, openDatabase } from '#server/db/client.ts';
import { fn } from '#server/db/functions.ts';
import * as bank from '#tests/support/bank.ts';
import * as clock from '#tests/support/clock.ts';
import { operate } from '#tests/support/command.ts';
import * as games from '#tests/support/games.ts';
import { quiet } from '#tests/support/databases.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { DAY, type Person, VERIFIED_AT_ONCE, ask, newcomer, verify } from '#tests/support/person.ts';

/** Some days of everything that moves money: ann has invited ben, and both are verified. */
async function busyDays(app: LocalApp, ann: Person, ben: Person): Promise<void> {
  const late = await newcomer(app.url);
  await bank.fund(app.chain, [
    [ann, { ADIT: '3000', USDT: '500', BTC: '0.1' }],
    [ben, { ADIT: '3000', USDT: '500' }],
    [late, { ETH: '1' }],
  ]);
  await bank.makePermanent(app.url, ann, ben);
  for (const { api } of [ann, ben]) {
    await ask(api, 'POST /api/mining/claim1', {});
    await ask(api, 'POST /api/mining/power/buy', { hashrate: '500' });
    await ask(api, 'POST /api/stake/stake', { amount: '120.5' });
    await ask(api, 'POST /api/assets/swap', { from: 'ADIT', to: 'USDT', amount: '7.123456789' });
    await ask(api, 'POST /api/assets/swap', { from: 'USDT', to: 'BTC', amount: '20' });
    await ask(api, 'POST /api/mining/bet', { numbers: [1, 2, 3] });
    await ask(api, 'POST /api/mining/bet', { numbers: [4, 5, 6] });
  }
  await ask(ann.api, 'POST /api/mining/power/buyback', { hashrate: '200' });
  await ask(ann.api, 'POST /api/assets/withdraw', { coin: 'USDT', amount: '20' });
  const gift = ['--coin', 'ADIT', '--amount', '3', '--hashrate', '50'];
  expect((await operate(app.dataDir, 'coupon', 'add', 'GIFT-OF-NOVEMBER', ...gift)).code).toBe(0);
  await ask(ben.api, 'POST /api/assets/redeem', { code: 'GIFT-OF-NOVEMBER' });
  await ask(ann.api, 'POST /api/assets/redeem', { code: 'WELCOME-ADIT' });
  expect((await operate(app.dataDir, 'fund', 'reserve', 'USDT', '250', 'more', 'stock')).code).toBe(0);
  expect((await operate(app.dataDir, 'fund', 'take', 'reserve', 'USDT', '50', 'too', 'much')).code).toBe(0);
  const round = await games.nextRace(app.url);
  await games.placed(ann, round, [1, '5'], [2, '7'], [3, '1'], [4, '1'], [5, '1'], [6, '1']);
  await games.placed(ben, round, [1, '2'], [3, '9.5']);
  await games.placed(ben, round, [3, '1']);
  await clock.skipTo(app.url, games.drawsAt(round) + 5000);
  await games.settled(app.url, round);
  await clock.pass(app.url, 2 * DAY, ann, ben);
  for (const { api } of [ann, ben]) await ask(api, 'POST /api/mining/claim', {});
  const { items } = await ask(ben.api, 'GET /api/stake/list', {});
  await ask(ben.api, 'POST /api/stake/unstake', { id: items[0]?.id ?? '' });
  await clock.pass(app.url, DAY, ann, ben);
}

export interface Books {
  readonly app: LocalApp;
  readonly database: Database;
  readonly ann: Person;
  readonly ben: Person;
  /** The findings of `operator ledger check`, one line each. */
  audit(...heads: string[]): Promise<string[]>;
  stop(): Promise<void>;
}

/** A server with the books of some busy days. */
export async function busyBooks(): Promise<Books> {
  const app = await openApp(VERIFIED_AT_ONCE);
  await clock.skipToNoon(app.url);
  const ann = await newcomer(app.url);
  const ben = await newcomer(app.url, { inviteCode: ann.user.inviteCode });
  for (const { api } of [ann, ben]) await verify(api);
  const database = await openDatabase({ databaseUrl: app.databaseUrl, log: quiet });
  await busyDays(app, ann, ben);
  return {
    ...{ app, database, ann, ben },
    async audit(...heads) {
      const { code, stdout, stderr } = await operate(app.dataDir, 'ledger', 'check', ...heads);
      const lines = (code === 0 ? stdout : stderr).trim().split('\n');
      const count = Number(/^(\d+) findings?$/.exec(lines.at(-1) ?? '')?.[1]);
      expect([lines.length - 1, code]).toEqual([count, count === 0 ? 0 : 1]);
      return lines.slice(0, -1);
    },
    async stop() {
      await database.close();
      await app.stop();
    },
  };
}

/** Forgeries with all rights on the database. */
export function forger(db: () => Db) {
  const run = (statement: RawBuilder<unknown>) => statement.execute(db());

  /** As a superuser would: guards off, the change, guards on again. */
  async function unguarded(table: string, change: RawBuilder<unknown>): Promise<void> {
    await run(sql`alter table ${sql.table(table)} disable trigger user`);
    await run(change);
    await run(sql`alter table ${sql.table(table)} enable trigger user`);
  }

  /** An entry as the ledger itself writes it. */
  const booked = (
    kind: string,
    ref: string | null,
    lines: readonly (readonly [bigint | string, string, string])[],
  ) => {
    const owners = lines.map(([owner]) => owner);
    return run(sql`select ${fn('ledger_post')}(${kind}, ${ref}, now(),
      ${owners.map((one) => (typeof one === 'bigint' ? one : null))}::bigint[], ${owners.map((one) => (typeof one === 'string' ? one : null))}::text[],
      ${lines.map(([, coin]) => coin)}::text[], ${lines.map(([, , amount]) => (amount.startsWith('-') ? -toUnits(amount.slice(1)) : toUnits(amount)))}::numeric[])`);
  };
  const idOf = async (person: Person): Promise<bigint> => {
    const row = await db()
      .selectFrom('users')
      .select('id')
      .where('address', '=', person.wallet.address)
      .executeTakeFirstOrThrow();
    return row.id;
  };

  /** Removes the entries of a forgery and restores balances and sums, so that the next one is seen on its own. */
  async function undo(last: bigint): Promise<void> {
    await run(sql`alter table ledger_journal disable trigger user`);
    await run(sql`alter table ledger_postings disable trigger user`);
    await run(sql`update ledger_accounts a set balance = balance - p.sum
      from (select account_id, sum(amount) as sum from ledger_postings where journal_id > ${last} group by 1) p where p.account_id = a.id`);
    await run(sql`delete from ledger_postings where journal_id > ${last}`);
    await run(sql`delete from kept_sums where coin <> ''`);
    await run(
      sql`insert into kept_sums select kind, coin, 0, sum(amount) from ledger_postings where kind is not null group by 1, 2`,
    );
    await run(sql`delete from ledger_journal where id > ${last}`);
    await run(sql`alter table ledger_journal enable trigger user`);
    await run(sql`alter table ledger_postings enable trigger user`);
  }

  return { run, unguarded, booked, idOf, undo };
}
