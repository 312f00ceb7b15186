/** The life of draws: prepared, wanted, drawn once, void, idle; with an in-memory chain. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { raceTimes } from '#rules/race.ts';
import { lotteryClose } from '#rules/lottery.ts';
import { drawHash, seedHash } from '#draws/hash.ts';
import { lotteryId, raceId } from '#draws/rounds.ts';
import { CHAIN_ID, memoryLog } from '#tests/support/devnet.ts';
import { drawSource, want as wanted } from '#tests/support/draws.ts';
import { onPostgres, removeClusterAtEnd } from '#tests/support/databases.ts';
import { MINER, type MemoryChain, STRANGER, memoryChain } from '#tests/support/memory-chain.ts';
import { openAlerts } from '#server/chain/alerts.ts';
import { seedKey } from './draw-seeds.ts';
import type { Draws, DrawsDeps } from './draws.ts';
import { keptBlocks } from './draws.repository.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';

removeClusterAtEnd();

const ROUND = 5_850_000;
const ID = raceId(ROUND);
const T = raceTimes(ROUND).drawsAt;
const T_SECONDS = T.getTime() / 1000;
const after = (ms: number) => new Date(T.getTime() + ms);
const HOUR = 3_600_000;

onPostgres((open) => {
  const db = () => open().kysely;
  let chain: MemoryChain;
  let log: ReturnType<typeof memoryLog>;
  let secured: number[];
  const made: Draws[] = [];

  function start(more: Partial<DrawsDeps> = {}): Draws {
    const draws = drawSource({
      ...{ db: db(), rpc: chain.rpc, log },
      secure: async ({ number }) => void secured.push(number),
      ...more,
    });
    made.push(draws);
    return draws;
  }
  const prepare = (draws: Draws, id = ID, drawsAt = T) => draws.prepare(db(), [{ id, drawsAt }]);
  const want = (id = ID) => wanted(db(), id);
  const jobs = async () =>
    (await db().selectFrom('jobs').selectAll().orderBy('id').execute()).map((job) => [
      `${job.kind} ${job.key}`,
      job.due_at.toISOString(),
    ]);
  const alerts = async () => (await openAlerts(db(), 10)).map((alert) => `${alert.kind} ${alert.key}`);
  const settled = [[`race.settle ${ID}`, T.toISOString()]];
  /** The deciding block at T, final. */
  const decide = () => {
    chain.mine(T_SECONDS - 1, [MINER]);
    chain.mine(T_SECONDS, [MINER, STRANGER]);
    const block = chain.mine(T_SECONDS, [STRANGER, MINER]);
    chain.mine(T_SECONDS);
    chain.mine(T_SECONDS + 1);
    return block;
  };
  /** Searches once a minute from then on. */
  const look = async (draws: Draws, from: number, times: number) => {
    for (let minute = 0; minute < times; minute += 1)
      await draws.pass(after(from + minute * 60_000)).catch(() => undefined);
  };

  beforeEach(async () => {
    for (const table of ['jobs', 'draws', 'chain_alerts', 'chain_cursor'] as const)
      await db().deleteFrom(table).execute();
    chain = memoryChain();
    log = memoryLog();
    secured = [];
  });
  afterEach(async () => {
    await Promise.all(made.splice(0).map((draws) => draws.stop()));
  });

  test('is prepared once with one seed by any number of callers, and only with its round’s time', async () => {
    const [one, other] = [start(), start()];
    const all = await Promise.all([prepare(one), prepare(other), prepare(one)]);
    const [first] = all[0] ?? [];
    expect(first).toMatchObject({ id: ID, game: 'race', rule: 'validator', state: 'waiting', wanted: false });
    expect(first?.drawsAt).toEqual(T);
    expect(new Set(all.flat().map((draw) => draw.seedHash)).size).toBe(1);
    // A new rule does not change existing draws.
    expect((await prepare(start({ rule: 'plain' })))[0]).toEqual(first);
    const lottery = lotteryId('2026-11-21');
    const [second] = await prepare(start({ rule: 'plain' }), lottery, lotteryClose('2026-11-21'));
    expect(second).toMatchObject({ game: 'lottery', rule: 'plain' });
    await expect(prepare(one, ID, after(1))).rejects.toThrow('is not drawn at');
    expect([...(await one.draws(db(), [ID, lottery, 'race:1'])).keys()].toSorted()).toEqual(
      [lottery, ID].toSorted(),
    );
  });

  test('is drawn by the first matching final block, once, with the job that settles its round', async () => {
    const draws = start();
    const [{ seedHash: published } = { seedHash: '' }] = await prepare(draws);
    expect([await want(), await want(), await want('race:1')]).toEqual([true, true, false]);
    await draws.pass(after(-1));
    await draws.pass(T);
    expect([await jobs(), draws.status()]).toEqual([[], { ok: true, waiting: 1 }]);
    const block = decide();
    await draws.pass(after(2000));
    const drawn = await draws.draw(db(), ID);
    expect(drawn).toMatchObject({ state: 'drawn', seedHash: published });
    const { seed = '', hash, txHash = '', ...rest } = drawn?.result ?? {};
    expect(rest).toEqual({ blockNumber: block.number, blockHash: block.hash });
    expect([seedHash(seed), txHash]).toEqual([published, block.txs.at(-1)?.hash]);
    expect(hash).toBe(drawHash('validator', { txHash, seed, round: ID }));
    expect([await jobs(), secured, draws.status()]).toEqual([
      settled,
      [block.number],
      { ok: true, waiting: 0 },
    ]);
    expect(await keptBlocks(db())).toEqual({
      blocks: [[block.number - 2, block.number]],
      since: Number.POSITIVE_INFINITY,
    });
    // Nothing can change it now.
    await db().deleteFrom('jobs').execute();
    await draws.pass(after(9 * HOUR));
    expect([await jobs(), await draws.draw(db(), ID), await want()]).toEqual([[], drawn, false]);
  });

  test('is searched for automatically, and its end is reported', async () => {
    const now = new Date();
    const round = Math.floor(now.getTime() / 300_000) - 1;
    const draws = start();
    await prepare(draws, raceId(round), raceTimes(round).drawsAt);
    await want(raceId(round));
    for (let count = 0; count < 3; count += 1) chain.mine(raceTimes(round).drawsAt.getTime() / 1000, [MINER]);
    await new Promise<void>((resolve) => draws.watch(resolve));
    expect((await jobs()).map(([name]) => name)).toEqual([`race.settle ${raceId(round)}`]);
  });

  test('uses the transaction’s own hash under the plain rule', async () => {
    const draws = start({ rule: 'plain' });
    await prepare(draws);
    await want();
    const block = decide();
    await draws.pass(T);
    const result = (await draws.draw(db(), ID))?.result;
    expect([result?.hash, result?.txHash]).toEqual([block.txs.at(-1)?.hash, block.txs.at(-1)?.hash]);
  });

  test('is marked idle without reading the chain if nobody took part, returns for a late bet, and is deleted', async () => {
    const draws = start();
    await prepare(draws);
    chain.down = true;
    await draws.pass(T);
    expect([(await draws.draw(db(), ID))?.state, chain.requests()]).toEqual(['idle', 0]);
    chain.down = false;
    expect(await want()).toBe(true);
    decide();
    await draws.pass(after(1000));
    expect((await draws.draw(db(), ID))?.state).toBe('drawn');

    const [unwanted, newer] = [raceId(ROUND + 1), raceId(ROUND + 290)];
    await prepare(draws, unwanted, raceTimes(ROUND + 1).drawsAt);
    await prepare(draws, newer, raceTimes(ROUND + 290).drawsAt);
    await draws.pass(raceTimes(ROUND + 1).drawsAt);
    expect((await draws.draw(db(), unwanted))?.state).toBe('idle');
    await draws.pass(raceTimes(ROUND + 290).drawsAt);
    expect([await draws.draw(db(), unwanted), (await draws.draw(db(), newer))?.state]).toEqual([
      undefined,
      'idle',
    ]);
  });

  test('waits while the node is unreachable or on another chain, and is drawn afterwards', async () => {
    const draws = start();
    await prepare(draws);
    await want();
    decide();
    chain.down = true;
    await expect(draws.pass(T)).rejects.toThrow('no answer');
    chain.down = false;
    chain.chainId = 56;
    await expect(draws.pass(after(1000))).rejects.toThrow('leads to chain 56');
    expect(await jobs()).toEqual([]);
    expect(draws.status()).toEqual({ ok: true, waiting: 1 });
    await draws.pass(after(700_000)).catch(() => undefined);
    expect(draws.status()).toEqual({ ok: false, waiting: 1 });
    chain.chainId = CHAIN_ID;
    await draws.pass(after(700_001));
    expect([await jobs(), draws.status()]).toEqual([settled, { ok: true, waiting: 0 }]);
  });

  test('does not delay later ones if the node cannot find its block', async () => {
    const next = raceId(ROUND + 1);
    await prepare(start());
    await prepare(start(), next, raceTimes(ROUND + 1).drawsAt);
    await want();
    await want(next);
    const block = decide();
    for (let count = 0; count < 3; count += 1) chain.mine(T_SECONDS + 300, [MINER]);
    const picky = start({
      secure: async ({ number }) => {
        if (number === block.number) throw new NodeUnreachable('this one not');
      },
    });
    await expect(picky.pass(after(300_000))).rejects.toThrow('this one not');
    expect((await jobs()).map(([name]) => name)).toEqual([`race.settle ${next}`]);
  });

  test('stays unchanged if a process dies before its block is safe, and the next process ends it', async () => {
    const dying = start({ secure: () => Promise.reject(new NodeUnreachable('killed')) });
    await prepare(dying);
    await want();
    decide();
    await expect(dying.pass(T)).rejects.toThrow('killed');
    expect([await jobs(), (await dying.draw(db(), ID))?.result]).toEqual([[], null]);
    await start().pass(T);
    expect(await jobs()).toEqual(settled);
  });

  test('becomes void after six hours, but not at the first search of a server that was stopped', async () => {
    const draws = start();
    await prepare(draws);
    await want();
    chain.down = true;
    // Several searches within ten seconds count as one try.
    for (let ms = 0; ms < 10_000; ms += 1000) await draws.pass(after(7 * HOUR + ms)).catch(() => undefined);
    expect((await draws.draw(db(), ID))?.state).toBe('waiting');
    await look(draws, 7 * HOUR + 60_000, 3);
    expect([await jobs(), (await draws.draw(db(), ID))?.state]).toEqual([[], 'waiting']);
    await look(draws, 7 * HOUR + 4 * 60_000, 1);
    const gone = await draws.draw(db(), ID);
    expect([gone?.state, gone?.result, await jobs()]).toEqual(['void', null, settled]);
    expect(await alerts()).toEqual([`draw_void ${ID}`]);
    expect(log.lines.join()).toContain('every stake goes back: no answer');
    // The chain comes back too late.
    chain.down = false;
    decide();
    await draws.pass(after(8 * HOUR));
    expect([(await draws.draw(db(), ID))?.state, await want()]).toEqual(['void', false]);
  });

  test('becomes void exactly on time if it was searched for throughout', async () => {
    const draws = start();
    await prepare(draws);
    await want();
    await look(draws, 0, 10);
    await draws.pass(after(6 * HOUR - 1));
    expect((await draws.draw(db(), ID))?.state).toBe('waiting');
    await draws.pass(after(6 * HOUR));
    expect((await draws.draw(db(), ID))?.state).toBe('void');
  });

  test('waits and alerts the operator if its seed cannot be decrypted, and is void or drawn once the key is back', async () => {
    const draws = start();
    const torn = raceId(ROUND + 1);
    await prepare(draws);
    await prepare(draws, torn, raceTimes(ROUND + 1).drawsAt);
    await want();
    await want(torn);
    await sql`update draws set sealed_seed = set_byte(sealed_seed, 15, 255 - get_byte(sealed_seed, 15)) where id = ${torn}`.execute(
      db(),
    );
    decide();
    chain.mine(T_SECONDS + 300, [MINER]);
    for (let time = 0; time < 3; time += 1) chain.mine(T_SECONDS + 300);
    const stranger = start({ key: seedKey(randomBytes(32)) });
    await look(stranger, 300_000, 2);
    expect([await jobs(), await alerts()]).toEqual([[], [`draw_seed ${ID}`, `draw_seed ${torn}`]]);
    await draws.pass(after(420_000));
    // One is drawn and its alert is closed; the other waits for the six hours to pass.
    expect([await jobs(), await alerts()]).toEqual([settled, [`draw_seed ${torn}`]]);
    await look(draws, 6 * HOUR + 300_000, 3);
    expect((await draws.draw(db(), torn))?.state).toBe('void');
    expect(await alerts()).toEqual([`draw_seed ${torn}`, `draw_void ${torn}`]);
  });

  test('is drawn with the other key while the key is being replaced', async () => {
    const before = seedKey(randomBytes(32));
    await prepare(start({ key: before }));
    await want();
    decide();
    await start({ otherKey: before }).pass(after(2000));
    expect([(await start().draw(db(), ID))?.state, await alerts()]).toEqual(['drawn', []]);
  });

  test('shares only the block with a round of the other game at the same time', async () => {
    const draws = start();
    const lottery = lotteryId('2026-11-21');
    const close = lotteryClose('2026-11-21');
    const race = raceId(close.getTime() / 300_000 - 1);
    await draws.prepare(db(), [
      { id: lottery, drawsAt: close },
      { id: race, drawsAt: close },
    ]);
    await want(lottery);
    await want(race);
    for (let count = 0; count < 3; count += 1) chain.mine(close.getTime() / 1000 + 40_000, [MINER]);
    await draws.pass(new Date(close.getTime() + 12 * HOUR));
    const both = [...(await draws.draws(db(), [lottery, race])).values()];
    expect(both.map(({ result }) => result?.blockNumber)).toEqual([2, 2]);
    expect(new Set(both.map(({ result }) => result?.hash)).size).toBe(2);
    expect((await jobs()).map(([name]) => name)).toEqual([
      `lottery.settle ${lottery}`,
      `race.settle ${race}`,
    ]);
  });
});
