/**
 * The draws of both games, from a published seed hash to a result decided by the chain. Any number of processes may
 * search for the deciding blocks on one database, outside any transaction: they find the same ones. The first process
 * to do so ends the draw, as drawn or void, in one transaction with the job that settles its round.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type DrawRule, drawHash } from '#draws/hash.ts';
import { drawTimeOf, roundOf } from '#draws/rounds.ts';
import { DAY_MS } from '#rules/days.ts';
import { raiseAlert, settleAlert } from '#server/chain/alerts.ts';
import type { Block, Rpc } from '#server/chain/rpc.ts';
import { verifyChain } from '#server/chain/watcher.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { mutex } from '#server/lib/mutex.ts';
import { type DecidedBlock, blockFinder } from './draw-block.ts';
import { TRY_EVERY_MS, VOID_TRIES, isGivenUp } from './draw-block.rules.ts';
import { newSeed, openSeed } from './draw-seeds.ts';
import {
  type Draw,
  type Waiting,
  countTry,
  dueDraws,
  firstDrawAt,
  insertDraws,
  layAside,
  markDrawn,
  markVoid,
  readDraws,
  stillWaits,
} from './draws.repository.ts';

/** A draw to prepare. */
type Prepared = Pick<Draw, 'id' | 'drawsAt'>;

interface DrawsStatus {
  /** False if a draw has been waiting for more than ten minutes. */
  readonly ok: boolean;
  /** The number of wanted draws that are due and still waiting. */
  readonly waiting: number;
}

/** The draws of both games. */
export interface Draws {
  /** The rule of rounds prepared now. */
  readonly rule: DrawRule;
  /**
   * Creates missing draws, each with a new seed, and returns all of them in the requested order. Call it before a round
   * accepts bets. Each bet must then call `draw_want(id)` in its transaction (draws.sql): an unwanted draw is not
   * drawn.
   * @throws RangeError if `drawsAt` is not the time of this round (`drawTimeOf`)
   */
  prepare(db: Db, wanted: readonly Prepared[]): Promise<Draw[]>;
  /** The draw with this id; undefined if it was never prepared, or was idle and is a day old. */
  draw(db: Db, id: string): Promise<Draw | undefined>;
  /** Several draws by id. */
  draws(db: Db, ids: readonly string[]): Promise<Map<string, Draw>>;
  /**
   * Searches for the blocks of all wanted draws that became due by `now`. Decided draws become `drawn`; draws undecided
   * for too long become `void`. Either way a job `race.settle` or `lottery.settle` is enqueued, with the draw's id as
   * its key, due at `drawsAt`. Resolves when nothing more can be done now. @throws the error of a failed draw, after
   * trying the others
   */
  pass(now: Date): Promise<void>;
  /** Starts searching automatically, twice a second; calls `finished` when draws have ended. */
  watch(finished: () => void): void;
  /** Answers from memory. */
  status(): DrawsStatus;
  stop(): Promise<void>;
}

/** Dependencies of the draws. */
export interface DrawsDeps {
  readonly db: Db;
  readonly rpc: Rpc;
  readonly chainId: number;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** The rule of draws prepared from now on; existing draws keep theirs. */
  readonly rule: DrawRule;
  /** The result of `seedKey`. */
  readonly key: Buffer;
  /** Also decrypts seeds while the key is being replaced. */
  readonly otherKey?: Buffer | undefined;
  /** Resolves once a block can no longer be lost (devnet). @throws NodeUnreachable */
  readonly secure: (block: Pick<Block, 'number' | 'hash'>) => Promise<void>;
}

interface Ending {
  /**
   * Draws it with its block. If its seed cannot be decrypted, raises an alert and leaves it waiting. True if the draw
   * has ended.
   */
  decide(draw: Waiting, block: DecidedBlock, now: Date): Promise<boolean>;
  /** Counts a failed try, and voids the draw after six hours and several tries. True if the draw has ended. */
  putOff(draw: Waiting, reason: string, now: Date): Promise<boolean>;
}

const settleRound = (tx: Db, { id, game, drawsAt }: Draw): Promise<void> =>
  enqueue(tx, { kind: `${game}.settle`, key: id, dueAt: drawsAt });

/** The two ways to end a draw. If several processes end the same draw, one succeeds and the others return true too. */
function endings({ db, log, key, otherKey }: Pick<DrawsDeps, 'db' | 'log' | 'key' | 'otherKey'>): Ending {
  async function book(draw: Waiting, block: DecidedBlock, seed: string, now: Date): Promise<void> {
    const { id } = draw;
    const hash = drawHash(draw.rule, { txHash: block.txHash, seed, round: id });
    await inTransaction(db, async (tx) => {
      if (!(await markDrawn(tx, id, block, { seed, hash }, now))) return;
      await settleAlert(tx, { kind: 'draw_seed', key: id }, 'the seed', now);
      await settleRound(tx, draw);
    });
  }

  async function putOff(draw: Waiting, reason: string, now: Date): Promise<boolean> {
    const since = new Date(now.getTime() - TRY_EVERY_MS);
    const counts = draw.triedAt === null || draw.triedAt <= since;
    if (counts) await countTry(db, draw.id, reason, now, since);
    if (!isGivenUp(draw.drawsAt, draw.attempts + (counts ? 1 : 0), now)) return false;
    const detail = `${draw.id} could not be drawn and is void, every stake goes back: ${reason}`;
    const ended = await inTransaction(db, async (tx) => {
      if (!(await markVoid(tx, draw.id, VOID_TRIES, now))) return false;
      await raiseAlert(tx, { kind: 'draw_void', key: draw.id, detail }, now);
      await settleRound(tx, draw);
      return true;
    });
    if (ended) log.error(detail);
    return ended;
  }

  /** Raised only while the draw is waiting: another process may have the right key and may have drawn it meanwhile. */
  async function tellSealed({ id }: Draw, now: Date): Promise<void> {
    const detail = `the seed of ${id} cannot be opened, or is not the one that was published; was DOCUMENT_KEY changed?`;
    const told = await inTransaction(
      db,
      async (tx) => (await stillWaits(tx, id)) && raiseAlert(tx, { kind: 'draw_seed', key: id, detail }, now),
    );
    if (told) log.error(detail);
  }

  return {
    async decide(draw, block, now) {
      const seed = openSeed(key, draw.id, draw) ?? (otherKey ? openSeed(otherKey, draw.id, draw) : null);
      if (seed !== null) {
        await book(draw, block, seed, now);
        return true;
      }
      await tellSealed(draw, now);
      return putOff(draw, 'its seed cannot be opened', now);
    },
    putOff,
  };
}

const POLL_MS = 500;
const SLOWEST_POLL_MS = 15_000;
/** How long the time of the next draw is cached: another process may add one that is already due. */
const LOOK_AHEAD_MS = 5000;
/** How long a draw may wait before /api/health reports it. */
const SLOW_MS = 600_000;
/** Maximum number of draws in one pass. */
const AT_ONCE = 1000;
/** Idle races are deleted after a day. */
const FORGET_MS = DAY_MS;

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms);

/** Runs `end` on each, one after the other, and returns those that have not ended. */
async function left(draws: readonly Waiting[], end: (draw: Waiting) => Promise<boolean>): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const draw of draws) if (!(await end(draw))) waiting.push(draw);
  return waiting;
}

/** The only place where draws are created and ended. It does nothing on its own before `watch`. */
export function createDraws(deps: DrawsDeps): Draws {
  const { db, rpc, chainId, clock, log, rule, key, secure } = deps;
  const finder = blockFinder(rpc);
  const ending = endings(deps);
  const inTurn = mutex();
  const stopping = new AbortController();
  let verified = false;
  let status: DrawsStatus = { ok: true, waiting: 0 };
  let watching: Promise<void> = Promise.resolve();
  /** Called after a pass in which draws have ended. */
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

  /** Searches for the block of all draws at one time, and ends those that it decides. Returns those that still wait. */
  async function decide(drawsAt: Date, draws: readonly Waiting[], now: Date): Promise<Waiting[]> {
    const looked = await finder.find(drawsAt);
    if ('waits' in looked) return left(draws, (draw) => ending.putOff(draw, looked.waits, now));
    await secure(looked.block);
    return left(draws, (draw) => ending.decide(draw, looked.block, now));
  }

  /** Checks the node and its chain before the first search and after a failure; returns what is wrong. */
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
    /** Why the node cannot be reached at all: a hundred draws must not each wait for it. */
    let down: Error | undefined;
    for (const [time, draws] of moments) {
      if (stopping.signal.aborted) return;
      try {
        down ??= await meet();
        if (down) throw down;
        waiting.push(...(await decide(new Date(time), draws, now)));
      } catch (error) {
        // A failure at one time must not delay the others.
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

  /** No draw takes place before `next`, as of `at` (monotonic ms). */
  let ahead: { readonly next: number; readonly at: number } | undefined;

  /** Between draws, the database is queried only every few seconds. */
  async function passIfDue(): Promise<void> {
    const [now, at] = [clock.now(), performance.now()];
    if (ahead && at - ahead.at < LOOK_AHEAD_MS && now.getTime() < ahead.next) return;
    ahead = undefined;
    const next = (await firstDrawAt(db))?.getTime() ?? Number.POSITIVE_INFINITY;
    if (next <= now.getTime()) await pass(now);
    else {
      ahead = { next, at };
      status = { ok: true, waiting: 0 };
    }
  }

  async function watch(): Promise<void> {
    let wait = POLL_MS;
    while (!stopping.signal.aborted) {
      try {
        await inTurn(passIfDue);
        wait = POLL_MS;
      } catch (error) {
        wait = Math.min(wait * 2, SLOWEST_POLL_MS);
        log.warn({ err: error }, 'the draws could not be processed');
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
