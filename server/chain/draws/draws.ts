/**
 * The draws of both games, from a published seed hash to a result that the chain decided. Any number of processes may look for the
 * deciding blocks on one database, outside of any transaction: they find the same ones. Each draw ends once, in whichever process comes
 * first: as drawn or as void, in one transaction with the job that settles its round.
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
  insertDraws,
  layAside,
  markDrawn,
  markVoid,
  readDraws,
  stillWaits,
} from './draws.repository.ts';

/** A draw to prepare. */
export type Prepared = Pick<Draw, 'id' | 'drawsAt'>;

export interface DrawsStatus {
  /** False while a draw waits for longer than ten minutes. */
  readonly ok: boolean;
  /** Wanted draws whose time has come and that wait. */
  readonly waiting: number;
}

/** The draws of both games. */
export interface Draws {
  /** The rule of rounds that are prepared now. */
  readonly rule: DrawRule;
  /**
   * Makes the draws that do not exist yet, each with a new seed, and answers with what stands, in the order asked for. Has to be
   * called before a round takes bets. Each bet then calls `draw_want(id)` in its transaction (draws.sql): a draw that nobody wants
   * is not drawn.
   * @throws RangeError when `drawsAt` is not the time of this round (`drawTimeOf`)
   */
  prepare(db: Db, wanted: readonly Prepared[]): Promise<Draw[]>;
  /** A draw as it stands; undefined when it was never prepared, or was idle and is a day old. */
  draw(db: Db, id: string): Promise<Draw | undefined>;
  /** Several draws as they stand, by id. */
  draws(db: Db, ids: readonly string[]): Promise<Map<string, Draw>>;
  /**
   * Looks at every wanted draw that fell due by `now`. Those that the chain has decided become `drawn`, those that cannot be
   * decided for too long `void`; with either a job `race.settle` or `lottery.settle` is enqueued, its key the draw's id, due at
   * `drawsAt`. Resolves when everything that can be done now is done. @throws what keeps it from doing so, after the others
   */
  pass(now: Date): Promise<void>;
  /** Looks by itself from now on, twice a second; `finished` is told when draws have ended. */
  watch(finished: () => void): void;
  /** Answers from memory. */
  status(): DrawsStatus;
  stop(): Promise<void>;
}

/** What the source of draws is made of. */
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

interface Ending {
  /** Draws it with its block; a seed that cannot be opened is told to the operator and waits. True when the draw has ended. */
  decide(draw: Waiting, block: DecidedBlock, now: Date): Promise<boolean>;
  /** It came to nothing this time: counted, and after six hours and some tries given up. True when the draw has ended. */
  putOff(draw: Waiting, reason: string, now: Date): Promise<boolean>;
}

const settleRound = (tx: Db, { id, game, drawsAt }: Draw): Promise<void> =>
  enqueue(tx, { kind: `${game}.settle`, key: id, dueAt: drawsAt });

/** The two ways in which draws end. Of several processes that end the same draw one does, the others answer true as well. */
function endings({ db, log, key }: Pick<DrawsDeps, 'db' | 'log' | 'key'>): Ending {
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

  /** Told while it waits alone: another process may hold the right key, and have drawn it in between. */
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
      const seed = openSeed(key, draw.id, draw);
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
