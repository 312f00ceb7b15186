/**
 * Prepares draws and looks for the blocks that decide them, outside of any transaction. Any number of processes may do so on one
 * database: they find the same blocks, and a draw ends once (draw-ending.ts).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { DAY_MS } from '#rules/days.ts';
import type { DrawRule } from '#draws/hash.ts';
import { drawTimeOf, roundOf } from '#draws/rounds.ts';
import type { Db } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { mutex } from '#server/lib/mutex.ts';
import { blockFinder } from './draw-block.ts';
import { endings } from './draw-ending.ts';
import { newSeed } from './draw-seeds.ts';
import type { Draw, Draws, DrawsStatus, Prepared } from './draws.ts';
import { type Waiting, dueDraws, insertDraws, layAside, readDraws } from './draws.repository.ts';
import type { Block, Rpc } from '#server/chain/rpc.ts';
import { verifyChain } from '#server/chain/watcher.ts';

export interface DrawsDeps {
  readonly db: Db;
  readonly rpc: Rpc;
  readonly chainId: number;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The rule of draws that are prepared from now on; those that stand keep theirs. */
  readonly rule: DrawRule;
  /** Of `seedKey`. */
  readonly key: Buffer;
  /** Resolves when a block cannot be lost any more (devnet). @throws NodeUnreachable */
  readonly secure: (block: Pick<Block, 'number' | 'hash'>) => Promise<void>;
}

const POLL_MS = 500;
const SLOWEST_POLL_MS = 15_000;
/** A draw that waits longer is told by /api/health. */
const SLOW_MS = 600_000;
/** Draws that are looked at in one pass. */
const AT_ONCE = 1000;
/** Races that nobody took part in are forgotten after a day. */
const FORGET_MS = DAY_MS;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Those for which `end` answers that they have not ended, one after the other. */
async function left(draws: readonly Waiting[], end: (draw: Waiting) => Promise<boolean>): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const draw of draws) if (!(await end(draw))) waiting.push(draw);
  return waiting;
}

/** The one source of draws. Nothing happens by itself before `watch`. */
export function createDraws(deps: DrawsDeps): Draws {
  const { db, rpc, chainId, clock, log, rule, key, secure } = deps;
  const finder = blockFinder(rpc);
  const ending = endings({ db, log, key });
  const inTurn = mutex();
  const stopping = new AbortController();
  let verified = false;
  let status: DrawsStatus = { ok: true, waiting: 0 };
  let watching: Promise<void> = Promise.resolve();
  /** Is told, once a pass is over, when draws have ended in it. */
  let tell: () => void = () => undefined;

  async function prepare(tx: Db, wanted: readonly Prepared[]): Promise<Draw[]> {
    for (const { id, drawsAt } of wanted)
      if (drawTimeOf(id).getTime() !== drawsAt.getTime())
        throw new RangeError(`${id} is not drawn at ${drawsAt.toISOString()}`);
    const ids = wanted.map(({ id }) => id);
    let standing = await readDraws(tx, ids);
    const missing = wanted.filter(({ id }) => !standing.has(id));
    if (missing.length > 0) {
      await insertDraws(
        tx,
        missing.map(({ id, drawsAt }) => ({
          ...{ id, drawsAt, rule, game: roundOf(id).game },
          ...newSeed(key, id),
        })),
      );
      standing = await readDraws(tx, ids);
    }
    return ids.map((id) => standing.get(id) as Draw);
  }

  /** Looks for the block of all draws of one moment, and ends those that it decides. Answers with those that go on waiting. */
  async function decide(drawsAt: Date, draws: readonly Waiting[], now: Date): Promise<Waiting[]> {
    const looked = await finder.find(drawsAt);
    if ('waits' in looked) return left(draws, (draw) => ending.putOff(draw, looked.waits, now));
    await secure(looked.block);
    return left(draws, (draw) => ending.decide(draw, looked.block, now));
  }

  /** Makes sure of node and chain before the first look, and after a failure; answers with what is wrong. */
  async function meet(): Promise<Error | undefined> {
    try {
      if (!verified) await verifyChain(rpc, db, chainId);
      verified = true;
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  async function pass(now: Date): Promise<void> {
    const due = await dueDraws(db, now, AT_ONCE);
    if (due.some(({ wanted }) => !wanted)) await layAside(db, now, before(now, FORGET_MS));
    const wanted = due.filter((draw) => draw.wanted);
    const moments = Map.groupBy(wanted, ({ drawsAt }) => drawsAt.getTime());
    const waiting: Waiting[] = [];
    let failure: Error | undefined;
    /** Why the node cannot be asked at all: a hundred moments are not to wait a hundred times. */
    let down: Error | undefined;
    for (const [time, draws] of moments) {
      if (stopping.signal.aborted) return;
      try {
        down ??= await meet();
        if (down) throw down;
        waiting.push(...(await decide(new Date(time), draws, now)));
      } catch (error) {
        // What one moment fails by must not keep the others waiting.
        verified = false;
        failure = error as Error;
        const { message } = failure;
        waiting.push(...(await left(draws, (draw) => ending.putOff(draw, message, now))));
      }
    }
    const slow = before(now, SLOW_MS);
    status = { ok: waiting.every(({ drawsAt }) => drawsAt > slow), waiting: waiting.length };
    if (waiting.length < wanted.length) tell();
    if (failure) throw failure;
  }

  async function watch(): Promise<void> {
    let wait = POLL_MS;
    while (!stopping.signal.aborted) {
      try {
        await inTurn(() => pass(clock.now()));
        wait = POLL_MS;
      } catch (error) {
        wait = Math.min(wait * 2, SLOWEST_POLL_MS);
        log.warn({ err: error }, 'draws could not be looked after');
      }
      await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    rule,
    prepare,
    draw: async (one, id) => (await readDraws(one, [id])).get(id),
    draws: readDraws,
    pass: (now) => inTurn(() => pass(now)),
    watch(finished) {
      tell = finished;
      watching = watch();
    },
    status: () => status,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
