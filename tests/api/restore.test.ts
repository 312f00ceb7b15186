/**
 * A backup of the database is restored to a moment, as server/DEPLOYING.md describes it: what was committed before is there, nothing
 * else, and what happened on the chain since is neither lost nor paid twice.
 */
import { basename } from 'node:path';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Devnet } from '#server/chain/devnet/devnet.ts';
import { endow } from '#server/chain/devnet/sender.ts';
import type { Payouts } from '#server/chain/payouts/payouts.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { balances } from '#server/ledger/read.ts';
import { expectSound } from '#tests/support/command.ts';
import { quiet } from '#tests/support/databases.ts';
import { type Purse, type Watched, openAccount, purse, watchDeposits } from '#tests/support/deposits.ts';
import { openDevnet, tempFolder } from '#tests/support/devnet.ts';
import { COIN } from '#tests/support/ledger.ts';
import { type LocalApp, openApp } from '#tests/support/local-app.ts';
import { type Pair, once, startPair } from '#tests/support/pair.ts';
import * as pay from '#tests/support/payouts.ts';
import {
  DAY,
  type Person,
  VERIFIED_AT_ONCE,
  ask,
  balance,
  newcomer,
  skip,
  verify,
} from '#tests/support/person.ts';

const ends: (() => Promise<unknown>)[] = [];
const hotWallet = Wallet.createRandom();
let pair: Pair;
let devnet: Devnet;
let app: LocalApp;
let database: Database;
let worker: Payouts;
let watched: Watched;
let owner: Purse;
let user: bigint;
let people: Person[];
/** Ordered before the moment, and sent after it. */
let sentLater: bigint;
/** Who gets it, and the transaction. */
const recipient = pay.newAddress();
let paidBy = '';

const held = async () => (await balances(database.kysely, user)).get('USDT') ?? 0n;

/** The app, the watcher of deposits and the payout worker on one of the servers. */
async function openOn(server: Pair['a']): Promise<void> {
  app = await openApp(VERIFIED_AT_ONCE, server.roles);
  database = await openDatabase({ ...server.roles, log: quiet });
  watched = watchDeposits(devnet, database.kysely);
  await watched.watcher.look();
  worker = await pay.openPayouts(devnet, database.kysely, { key: hotWallet.privateKey, doubtMs: 0 });
  await worker.look();
}

async function closeAll(): Promise<void> {
  await worker.stop();
  await watched.watcher.stop();
  await database.close();
  await app.stop();
}

async function deposit(amount: string): Promise<void> {
  await owner.pay('USDT', amount);
  await pay.mine(devnet);
  await watched.confirm();
}

const claim = ({ api }: Person) => ask(api, 'POST /api/mining/claim', {});

beforeAll(async () => {
  const folder = await tempFolder();
  ends.push(() => folder.remove());
  [pair, devnet] = await Promise.all([startPair({ alone: true }), openDevnet(folder.path, { history: 64 })]);
  ends.push(
    () => pair.stop(),
    () => devnet.stop(),
  );
  await pay.mineByHand(devnet);
  await endow(devnet.rpc, hotWallet.address, COIN);
  await pay.mint(devnet, hotWallet.address, 'USDT', 1000n * COIN);
  await openOn(pair.a);
  owner = await purse(devnet, { USDT: '1000' });
  user = await openAccount(database.kysely, owner.address);
  people = [await newcomer(app.url), await newcomer(app.url), await newcomer(app.url)];
  for (const { api } of people) {
    await verify(api);
    await ask(api, 'POST /api/mining/claim1', {});
  }
  await skip(app.url, DAY);
  const [early, between, late] = people as [Person, Person, Person];

  await claim(early);
  const copy = await pair.a.act('backup');
  await deposit('100');
  await claim(between);
  const paid = await pay.order(database.kysely, { user, amount: 20n * COIN });
  sentLater = await pay.order(database.kysely, {
    user,
    amount: 10n * COIN,
    address: recipient,
    approved: false,
  });
  const [moment] = await once<{ at: string }>(pair.a.url, 'select clock_timestamp()::text as at');

  await claim(late);
  await deposit('7');
  await database.kysely.updateTable('payouts').set({ approved_at: new Date() }).execute();
  await worker.look();
  await pay.mine(devnet, 3);
  await worker.look();
  expect((await pay.payoutOf(database.kysely, paid)).state).toBe('confirmed');
  paidBy = (await pay.payoutOf(database.kysely, sentLater)).tx_hash ?? '';
  // Everything up to here must be archived before the server dies.
  const [wal] = await once<{ file: string }>(
    pair.a.url,
    'select pg_walfile_name(pg_current_wal_lsn()) as file',
  );
  await once(pair.a.url, 'select pg_switch_wal()');
  const archived = () => once(pair.a.url, 'select last_archived_wal as file from pg_stat_archiver');
  await vi.waitFor(async () => expect(await archived()).toEqual([wal]), { timeout: 60_000 });
  await closeAll();
  await pair.a.kill();

  await pair.b.act('restore', basename(copy), moment?.at ?? '');
  await pair.b.start();
  await openOn(pair.b);
  ends.push(closeAll);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

test('has what was committed before the moment and nothing else, and the books are sound', async () => {
  await expect(once(pair.a.url, 'select 1')).rejects.toThrow();
  expect(await once(pair.b.url, 'select timeline_id from pg_control_checkpoint()')).toEqual([
    { timeline_id: 2 },
  ]);
  const known = await Promise.all(people.map(({ wallet }) => newcomer(app.url, { wallet })));
  expect(await Promise.all(known.map(({ api }) => balance(api)))).toEqual(['12', '12', '0']);
  await expectSound(app.dataDir);
});

test('credits deposits that arrived since from the chain, once', async () => {
  // 100 and 7, less the two withdrawals.
  expect(await held()).toBe(77n * COIN);
  await watched.confirm();
  expect(await held()).toBe(77n * COIN);
});

test('pays nothing before an operator has compared it with the wallet, and what was paid since only once', async () => {
  const onChain = () => pay.held(devnet, 'USDT', recipient);
  expect(await onChain()).toBe(9n * COIN);
  // As if its approval had come before the moment.
  const approve = () => database.kysely.updateTable('payouts').set({ approved_at: new Date() }).execute();
  await approve();
  await worker.look();
  expect([worker.status().ok, await pay.openAlerts(database.kysely)]).toEqual([
    false,
    [`payouts_halted ${hotWallet.address}`],
  ]);
  const paid = await database.kysely.selectFrom('payouts').select('id').orderBy('id').execute();
  const ids = paid.map(({ id }) => id);
  expect(await worker.resume('olga')).toEqual(ids);
  await worker.look();
  await pay.mine(devnet, 3);
  await worker.look();
  expect(await onChain()).toBe(9n * COIN);

  await expect(worker.adopt(ids[0] ?? 0n, paidBy)).rejects.toThrow(
    /no transfer of the hot wallet of exactly/,
  );
  await worker.adopt(sentLater, paidBy);
  await worker.look();
  expect(await pay.payoutOf(database.kysely, sentLater)).toMatchObject({
    state: 'confirmed',
    tx_hash: paidBy,
  });
  await expect(worker.adopt(sentLater, paidBy)).rejects.toThrow(/has ended/);
  expect([await onChain(), worker.status()]).toEqual([9n * COIN, { ok: true, open: 1 }]);
});
