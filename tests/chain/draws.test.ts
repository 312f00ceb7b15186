/**
 * Draws on a real node: the qualifying block among others, while the chain is rewritten, while the node is down, after
 * a skip of the clock, and verifiable by anybody after the devnet has pruned its old blocks.
 */
import { Wallet } from 'ethers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { raceRoundAt, raceTimes } from '#rules/race.ts';
import { lotteryClose, lotteryRoundAt } from '#rules/lottery.ts';
import { lotteryDigits } from '#draws/lottery.ts';
import { checkDraw, verdictOf } from '#draws/proof.ts';
import { gather } from '#draws/questions.ts';
import { raceRanking } from '#draws/race.ts';
import { lotteryId, raceId } from '#draws/rounds.ts';
import { type Anvil, launchSomewhere } from '#server/chain/devnet/anvil.ts';
import { type Draw, keptBlocks } from '#server/chain/draws/draws.repository.ts';
import type { Draws, DrawsDeps } from '#server/chain/draws/draws.ts';
import { type Rpc, hex, readBlock } from '#server/chain/rpc.ts';
import { sender } from '#server/chain/devnet/sender.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { emptyPlace, freshDatabase, quiet, removeClusterAtEnd } from '#tests/support/databases.ts';
import { mine } from '#tests/support/deposits.ts';
import { CHAIN_ID, openDevnet, tempFolder, testClock } from '#tests/support/devnet.ts';
import { drawSource, want } from '#tests/support/draws.ts';
import { memoryChain, MINER } from '#tests/support/memory-chain.ts';

removeClusterAtEnd();

let folder: Awaited<ReturnType<typeof tempFolder>>;
let database: Database;
const closing: (() => Promise<unknown>)[] = [];
const db = () => database.kysely;

beforeAll(async () => {
  folder = await tempFolder();
  database = await freshDatabase('postgres');
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  for (const table of ['jobs', 'draws', 'chain_cursor'] as const) await db().deleteFrom(table).execute();
});
afterAll(async () => {
  await database.close();
  await folder.remove();
});

function start(rpc: Rpc, secure: DrawsDeps['secure'] = async () => undefined): Draws {
  const draws = drawSource({ db: db(), rpc, secure });
  closing.push(() => draws.stop());
  return draws;
}

/** Prepares a draw with a participant. */
async function open(draws: Draws, id: string, drawsAt: Date): Promise<void> {
  await draws.prepare(db(), [{ id, drawsAt }]);
  await want(db(), id);
}

/** The result that anybody gets who asks the node for the proof of a draw. */
async function proven(draws: Draws, id: string, rpc: Rpc): Promise<string> {
  const { result, rule, seedHash, game } = (await draws.draw(db(), id)) as Draw;
  if (!result) return 'not drawn';
  const drawn = game === 'race' ? raceRanking(result.hash) : lotteryDigits(result.hash);
  const claim = { round: id, rule, chainId: CHAIN_ID, seedHash, ...result, result: drawn };
  const { chain } = await gather(claim, async (questions) => {
    const answers = await rpc.batch(questions.map(({ method, params }) => [method, params] as const));
    return questions.map((question, index) => ({ id: question.id, result: answers[index] }));
  });
  return verdictOf(checkDraw(claim, chain));
}

test('the first final block that ends with its miner’s transaction decides, whatever else the chain does', async () => {
  const round = raceRoundAt(new Date());
  const [id, { drawsAt }] = [raceId(round), raceTimes(round)];
  const T = drawsAt.getTime() / 1000;
  const anvil: Anvil = await launchSomewhere({
    ...{ port: 0, chainId: CHAIN_ID, folder: `${folder.path}/plain` },
    ...{ genesis: T - 100, history: 64 },
  });
  closing.push(() => anvil.kill());
  const { rpc } = anvil;
  const [validator, player] = [Wallet.createRandom(), Wallet.createRandom()].map((wallet) =>
    sender(rpc, new Wallet(wallet.privateKey), CHAIN_ID),
  ) as [ReturnType<typeof sender>, ReturnType<typeof sender>];
  await rpc.call('anvil_setCoinbase', [validator.address]);
  const send = async (who: typeof validator) =>
    (await who.send([{ to: who.address, gasLimit: 21_000 }]))[0]?.hash ?? '';
  const block = async (time: number) => {
    await rpc.call('evm_setNextBlockTimestamp', [hex(time)]);
    await mine(rpc);
    return readBlock(rpc, 'latest');
  };

  await mine(rpc, 40);
  const draws = start(rpc);
  await open(draws, id, drawsAt);
  const state = async () => {
    await draws.pass(new Date(drawsAt.getTime() + 5000));
    return (await draws.draw(db(), id))?.state;
  };
  await send(validator);
  await block(T - 1);
  await mine(rpc, 0);
  const early = [await send(validator), await send(player)];
  expect((await block(T))?.transactions).toEqual(early);
  await send(validator);
  const gone = await block(T + 1);
  expect(await state()).toBe('waiting');
  await block(T + 2);
  expect(await state()).toBe('waiting');
  // One block short of final, it is reorganised away with its transaction.
  await rpc.call('anvil_reorg', [2, []]);
  expect((await readBlock(rpc, gone?.number ?? 0))?.hash).not.toBe(gone?.hash);
  await mine(rpc, 4);
  expect(await state()).toBe('waiting');
  const last = [await send(player), await send(validator)];
  const found = await block(Math.max(T + 30, ((await readBlock(rpc, 'latest'))?.timestamp ?? 0) + 1));
  expect(found?.transactions).toEqual(last);
  await send(validator);
  await mine(rpc, 2);
  expect(await state()).toBe('drawn');
  expect((await draws.draw(db(), id))?.result).toMatchObject({ blockHash: found?.hash, txHash: last[1] });
  expect(await proven(draws, id, rpc)).toBe('matches');
});

test('a skip of the clock draws at once, a killed devnet delays it briefly, and old draws stay verifiable', async () => {
  const clock = testClock();
  const devnet = await openDevnet(folder.path, { clock, recycleBlocks: 1200, kept: () => keptBlocks(db()) });
  closing.push(() => devnet.stop());
  const { rpc } = devnet;
  const draws = start(rpc, (block) => devnet.secure(block));
  const seconds = (time: Date) => Math.ceil((time.getTime() - clock.now().getTime()) / 1000);

  const day = lotteryRoundAt(clock.now());
  const [lottery, race] = [lotteryId(day), raceId(raceRoundAt(lotteryClose(day)) + 1)];
  const close = lotteryClose(day);
  const raceAt = new Date(close.getTime() + 600_000);
  await open(draws, lottery, close);
  await open(draws, race, raceAt);

  clock.advance(seconds(close));
  const begun = performance.now();
  await devnet.follow();
  await draws.pass(clock.now());
  const ms = performance.now() - begun;
  expect((await draws.draw(db(), lottery))?.state).toBe('drawn');
  process.stdout.write(`a skip that draws took ${Math.round(ms)} ms\n`);

  process.kill(devnet.pid(), 'SIGKILL');
  await vi.waitFor(() => expect(devnet.alive()).toBe(false));
  clock.advance(seconds(raceAt));
  // The devnet starts again by itself, on a slow machine before it is asked.
  const failed = await draws.pass(clock.now()).then(() => null, String);
  if (failed !== null) expect(failed).toMatch(/eth_/);
  const settles = async () => {
    await draws.pass(clock.now()).catch(() => undefined);
    expect((await draws.draw(db(), race))?.state).toBe('drawn');
  };
  await vi.waitFor(settles, { timeout: 30_000, interval: 200 });

  // A draw whose block has not been searched yet, among more blocks than the devnet stores.
  const waiting = raceId(raceRoundAt(raceAt) + 1);
  const waitingAt = new Date(raceAt.getTime() + 600_000);
  await mine(rpc, 200);
  const forgotten = Number(await rpc.call('eth_blockNumber')) - 20;
  await open(draws, waiting, waitingAt);
  clock.advance(seconds(waitingAt));
  await devnet.follow();
  const spared = await readBlock(rpc, 'latest');
  const pid = devnet.pid();
  await mine(rpc, 1200);
  await vi.waitFor(() => expect(devnet.pid()).not.toBe(pid), { timeout: 30_000 });
  await vi.waitFor(() => rpc.call('eth_blockNumber'), { timeout: 30_000 });
  expect(await readBlock(rpc, forgotten)).toBeNull();
  expect((await readBlock(rpc, spared?.number ?? 0))?.hash).toBe(spared?.hash);
  await vi.waitFor(
    async () => {
      await draws.pass(clock.now()).catch(() => undefined);
      expect((await draws.draw(db(), waiting))?.state).toBe('drawn');
    },
    { timeout: 30_000, interval: 200 },
  );
  const proofs = [];
  for (const id of [lottery, race, waiting]) proofs.push(await proven(draws, id, rpc));
  expect(proofs).toEqual(['matches', 'matches', 'matches']);
});

test('competing processes on one PostgreSQL prepare and end each draw once', async () => {
  const { databaseUrl = '', remove } = await emptyPlace('postgres');
  const chain = memoryChain();
  const first = 5_850_000;
  const begin = raceTimes(first).drawsAt.getTime();
  for (let time = 0; time < 300 * 41; time += 60) chain.mine(begin / 1000 + time, [MINER]);
  const rounds = Array.from({ length: 40 }, (_, index) => first + index);
  const wanted = rounds.map((round) => ({ id: raceId(round), drawsAt: raceTimes(round).drawsAt }));
  const racers = await Promise.all(
    [1, 2, 3].map(async () => {
      const database = await openDatabase({ databaseUrl, log: quiet });
      return { db: database.kysely, database, draws: drawSource({ db: database.kysely, rpc: chain.rpc }) };
    }),
  );
  const prepared = await Promise.all(racers.map(({ db, draws }) => draws.prepare(db, wanted)));
  expect(new Set(prepared.map((all) => all.map((draw) => draw.seedHash).join())).size).toBe(1);
  const db = (racers[0] as (typeof racers)[0]).db;
  for (const { id } of wanted) await want(db, id);
  await sql`create table ended (id text)`.execute(db);
  await sql`
    create function note_end() returns trigger language plpgsql as $$
    begin insert into ended values (new.id); return null; end $$`.execute(db);
  await sql`create trigger note_end after update on draws for each row when (new.state = 'drawn') execute function note_end()`.execute(
    db,
  );
  await Promise.all([...racers, ...racers].map(({ draws }) => draws.pass(new Date(begin + 300_000 * 40))));
  const ids = wanted.map(({ id }) => id);
  const { rows: ended } = await sql<{ id: string }>`select id from ended order by id`.execute(db);
  expect(ended.map(({ id }) => id)).toEqual(ids);
  const jobs = await db.selectFrom('jobs').select(['kind', 'key']).orderBy('key').execute();
  expect(jobs).toEqual(ids.map((id) => ({ kind: 'race.settle', key: id })));
  await Promise.all(racers.map((racer) => racer.database.close()));
  await remove();
});
