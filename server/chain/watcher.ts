/**
 * Follows the chain: head, finality, and a cursor that visits each final block once, in order, in one transaction with
 * the block's effects. The injected scan finds the effects.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ZeroHash } from 'ethers/constants';
import type { Logger } from 'pino';
import { ConfigError } from '#server/config/config.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import type { Clock } from '#server/jobs/clock.ts';
import { counted } from '#server/lib/counted.ts';
import { reorgs } from '#server/lib/metrics.ts';
import { raiseAlert } from './alerts.ts';
import { type Place, WATCHER, lowerCursor, moveCursor, readCursor, startCursor } from './cursor.ts';
import { type Anchor, FIRST_BLOCK, blockAt, firmBlock } from './rewind.ts';
import { type Block, NodeUnreachable, type Rpc, readBlock, readBlocks, readChainId } from './rpc.ts';
import { CHUNK, REWIND, type Range, isBehind, nextRange, readyBlock, worthAWrite } from './watcher.rules.ts';

/** The effects of a range of final blocks. */
interface Found {
  /** The last block scanned: the end of the range, or an earlier block if that would be too much for one scan. */
  readonly to: number;
  /**
   * Applies the effects in the transaction that moves the cursor, and returns what to run after the commit; null when
   * there are none. The transaction may be retried.
   */
  readonly apply: ((tx: Db) => Promise<() => void>) | null;
  /** The number of effects that no earlier scan found. */
  readonly fresh?: number;
}

/**
 * Scans a range of final blocks, some of which may already have been read (`known`). A range may be scanned more than
 * once; its effects commit once.
 */
export type Scan = (
  range: Range,
  options?: { readonly known?: readonly Block[]; readonly replaced?: boolean },
) => Promise<Found>;

/** The watcher's dependencies. */
export interface WatcherDeps {
  readonly rpc: Rpc;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly chainId: number;
  readonly confirmations: number;
  /**
   * If omitted, the chain is followed only to report its health, and the cursor stays where another process left it.
   */
  readonly scan?: Scan | undefined;
  /** Finds effects below a position, for re-orgs deeper than finality. */
  readonly anchor?: Anchor | undefined;
  /** Ensures that a block can no longer be lost before the cursor moves onto it (devnet). */
  readonly secure?: ((block: Block) => Promise<void>) | undefined;
  readonly pollMs?: number | undefined;
  /** Reads every block a second time, this many blocks later; if omitted, blocks are read once. */
  readonly reread?: number;
}

/** The state of the chain and of our reading of it. */
export interface ChainStatus {
  /** The node answered recently, it is on our chain, the chain advances, and we keep up with it. */
  readonly ok: boolean;
  readonly head: number | null;
  readonly finalized: number | null;
  /** Final blocks that have not been scanned yet. */
  readonly lag: number | null;
}

/** The running watcher. */
export interface Watcher {
  /** Answers from memory. */
  status(): ChainStatus;
  /** The newest block's time, from memory; null before the first one. */
  headTime(): Date | null;
  /**
   * Rescans blocks that were scanned before, and applies what was missed, with `replaced` also what belongs to wallets
   * and tokens that have been replaced. Reading a block again changes nothing twice.
   * @throws RangeError if some of them were never scanned; RpcError, NodeUnreachable
   */
  rescan(range: Range, replaced?: boolean): Promise<void>;
  /** Runs a pass now; resolves when everything final has had its effects. @throws the error that prevents it */
  look(): Promise<void>;
  stop(): Promise<void>;
}

const POLL_MS = 1000;
const SLOWEST_POLL_MS = 15_000;
const SILENCE_MS = 10_000;
const STANDSTILL_MS = 60_000;
const TOLERABLE_LAG = 200;
const IDENTITY = 'identity';
/** The second reading. It does not compare anything with its last block, so its cursor has no hash. */
const AGAIN = 'again';
/** Where the first pass began; nothing before it is read, unless that block itself has left the chain. */
const ORIGIN = 'origin';

/** The cursor in the database, and how far beyond it this process has scanned without finding anything. */
interface Spot {
  readonly cursor: Place;
  readonly at: Place;
}

const same = (one: Place | undefined, other: Place | null): boolean =>
  one?.number === other?.number && one?.hash === other?.hash;

/**
 * Checks that the node is on the configured chain, and on the chain whose effects are in the database.
 * @param node the operator's name for the node
 * @throws ConfigError when it is not; NodeUnreachable, RpcError
 */
export async function verifyChain(rpc: Rpc, db: Db, chainId: number, node = 'CHAIN_RPC_URL'): Promise<void> {
  const answered = await readChainId(rpc);
  if (answered !== chainId)
    throw new ConfigError(`${node} leads to chain ${answered}, not to ${chainId} (CHAIN_ID)`);
  const first = await readBlock(rpc, 1);
  if (!first) return;
  const known = await startCursor(db, IDENTITY, first);
  if (known.hash === first.hash) return;
  throw new ConfigError(
    `${node} is another chain than this database's (block 1 differs): set a node and a database that belong together; in demo mode restore DATA_DIR from a backup, or empty it`,
  );
}

/** Starts watching. Errors are logged and retried; the first pass begins by verifying the chain. */
export function startWatcher(deps: WatcherDeps): Watcher {
  const { rpc, db, clock, log, chainId, confirmations, secure, pollMs = POLL_MS, reread } = deps;
  const { scan } = deps;
  const anchor: Anchor = deps.anchor ?? (async () => undefined);
  const stopping = new AbortController();
  let verified = false;
  let head: number | null = null;
  let headTime: Date | null = null;
  let finalized: number | null = null;
  let reached: number | null = null;
  let spot: Spot | null = null;
  /** Head and finality of the last complete pass: while they are unchanged, there is nothing new. */
  let settled = '';
  let answeredAt = Number.NEGATIVE_INFINITY;
  let movedAt = Number.NEGATIVE_INFINITY;

  async function begin(ready: number): Promise<Spot> {
    const start = await blockAt(rpc, Math.max(ready, FIRST_BLOCK));
    await secure?.(start);
    await startCursor(db, ORIGIN, start);
    const cursor = await startCursor(db, WATCHER, start);
    return { cursor, at: cursor };
  }

  /** A final block is gone: alerts the operator, and rereads everything from a block that is still valid. */
  async function goBack(cursor: Place, ready: number): Promise<Spot> {
    const origin = await readCursor(db, ORIGIN);
    const stands = origin && (await readBlock(rpc, origin.number))?.hash === origin.hash;
    const floor = Math.max(FIRST_BLOCK, (origin?.number ?? 0) - (stands ? 0 : REWIND));
    const from = Math.min(cursor.number, ready);
    const back = await firmBlock(rpc, { from, floor, ready, anchor });
    const detail = `block ${cursor.number} (${cursor.hash}) was final and has left the chain; reading again from block ${back.number}`;
    const moved = await inTransaction(db, async (tx) => {
      if (!(await moveCursor(tx, WATCHER, cursor, back))) return false;
      await lowerCursor(tx, AGAIN, back);
      await raiseAlert(tx, { kind: 'deep_reorg', key: cursor.hash, detail }, clock.now());
      return true;
    });
    if (!moved) throw new NodeUnreachable('another process goes back already');
    log.error(detail);
    reorgs.inc();
    return { cursor: back, at: back };
  }

  /** Where to continue, provided that the chain still contains that block. */
  async function place(newest: number, ready: number): Promise<Spot> {
    const cursor = await readCursor(db, WATCHER);
    if (!cursor) return begin(ready);
    if (spot && same(cursor, spot.cursor)) {
      // The next block's parent hash proves it (`step`).
      if (ready > spot.at.number && spot.at !== spot.cursor) return spot;
      const block = await readBlock(rpc, spot.at.number);
      if (block?.hash === spot.at.hash) return spot;
    }
    const block = newest < cursor.number ? null : await readBlock(rpc, cursor.number);
    if (block?.hash === cursor.hash) return { cursor, at: cursor };
    if (!block && isBehind(cursor.number, newest, ready))
      throw new NodeUnreachable(`the node is behind block ${cursor.number}, which was read already`);
    return goBack(cursor, ready);
  }

  /** Scans one range and commits its effects; null when there is none. */
  async function step(look: Scan, { cursor, at }: Spot, ready: number): Promise<Spot | null> {
    const range = nextRange(at.number, ready);
    if (!range) return null;
    const [first, top] = await readBlocks(rpc, [range.from, range.to]);
    if (!top || (first && first.parentHash !== at.hash)) {
      if (at === cursor)
        throw new NodeUnreachable(`block ${range.from} does not follow the one that was read before`);
      // Blocks that were read without effects have left the chain, and perhaps the cursor's block too.
      spot = null;
      return place(range.to, ready);
    }
    const { to, apply } = await look(range, { known: first ? [first, top] : [top] });
    const last = to === range.to ? top : await blockAt(rpc, to);
    // The node's view may have changed meanwhile; then everything is requested again. If the range has two blocks, the
    // scan knew from the headers above whether they announce anything: if the headers change, the next block does not
    // follow them.
    const linked = !apply && last === top && range.to - range.from < 2;
    if (!linked && (await blockAt(rpc, range.to)).hash !== top.hash)
      throw new NodeUnreachable(`block ${range.to} changed while it was read`);
    answeredAt = performance.now();
    if (!apply && !worthAWrite(cursor.number, last.number)) return { cursor, at: last };
    await secure?.(last);
    const tell = await inTransaction(db, async (tx) => {
      if (!(await moveCursor(tx, WATCHER, cursor, last))) return null;
      return apply ? apply(tx) : () => undefined;
    });
    tell?.();
    if (tell) return { cursor: last, at: last };
    const theirs = await readCursor(db, WATCHER);
    return theirs ? { cursor: theirs, at: theirs } : null;
  }

  /** The position of the second reading; undefined until this process has looked it up. */
  let again: Place | undefined;

  /**
   * Follows the first reading up to `until`, one range at a time; on a new database, from where the first one began.
   * Commits what the first reading missed, unless another process has done so.
   */
  async function followAgain(look: Scan, { number }: Place, until: number): Promise<void> {
    again ??= (await readCursor(db, AGAIN)) ?? (await startCursor(db, AGAIN, { number, hash: ZeroHash }));
    const range = nextRange(again.number, until);
    if (!range || !worthAWrite(again.number, range.to)) return;
    const from = again;
    // Another process may move the cursor too, so it is looked up again next time.
    again = undefined;
    const { to, apply, fresh = 0 } = await look(range);
    const detail = `the node left out ${counted(fresh, 'deposit')} in blocks ${range.from} to ${to}; a second reading credited what was missing`;
    const tell = await inTransaction(db, async (tx) => {
      if (!(await moveCursor(tx, AGAIN, from, { number: to, hash: ZeroHash })) || !apply) return undefined;
      if (fresh > 0)
        await raiseAlert(tx, { kind: 'left_out', key: `${range.from}-${to}`, detail }, clock.now());
      return apply(tx);
    });
    if (tell && fresh > 0) log.error(detail);
    tell?.();
  }

  /** A failed second reading must not stop the first one. */
  const tryAgain = (...given: Parameters<typeof followAgain>): Promise<void> =>
    followAgain(...given).catch((error: unknown) => {
      again = undefined;
      log.warn({ err: error }, 'blocks could not be read a second time');
    });

  async function look(): Promise<void> {
    if (!verified) await verifyChain(rpc, db, chainId);
    verified = true;
    const [newest, final] = await readBlocks(rpc, ['latest', 'finalized']);
    if (!newest || !final) throw new NodeUnreachable('the node has no newest block');
    answeredAt = performance.now();
    if (newest.number !== head) movedAt = answeredAt;
    [head, finalized] = [newest.number, final.number];
    headTime = new Date(newest.timestamp * 1000);
    const tip = `${newest.hash} ${final.hash}`;
    if (tip === settled) return;
    const ready = readyBlock(newest.number, final.number, confirmations);
    if (!scan) reached = ready;
    let next: Spot | null = scan ? await place(newest.number, ready) : null;
    const begun = next?.cursor;
    while (scan && next && !stopping.signal.aborted) {
      spot = next;
      reached = spot.at.number;
      next = await step(scan, spot, ready);
    }
    if (scan && spot && begun && reread !== undefined) await tryAgain(scan, begun, spot.at.number - reread);
    settled = tip;
  }

  async function watch(): Promise<void> {
    let wait = pollMs;
    while (!stopping.signal.aborted) {
      try {
        await look();
        wait = pollMs;
      } catch (error) {
        verified = false;
        wait = Math.min(wait * 2, SLOWEST_POLL_MS);
        log.warn({ err: error }, 'the chain could not be read');
      }
      await sleep(wait, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }
  const watching = watch();

  return {
    status() {
      const lag =
        head === null || finalized === null || reached === null
          ? null
          : Math.max(0, readyBlock(head, finalized, confirmations) - reached);
      const now = performance.now();
      const ok =
        verified &&
        now - answeredAt < SILENCE_MS &&
        now - movedAt < STANDSTILL_MS &&
        lag !== null &&
        lag <= TOLERABLE_LAG;
      return { ok, head, finalized, lag };
    },
    headTime: () => headTime,
    look,
    async rescan({ from, to }, replaced = false) {
      const origin = (await readCursor(db, ORIGIN))?.number ?? 0;
      for (let next = from; next <= to && !stopping.signal.aborted;) {
        const newest = spot?.cursor.number ?? 0;
        if (!scan || next <= origin || to > newest)
          throw new RangeError(`blocks ${origin + 1} to ${newest} can be read again`);
        const range = { from: next, to: Math.min(to, next + CHUNK - 1) };
        const { to: last, apply } = await scan(range, { replaced });
        const tell = await inTransaction(db, async (tx) => apply?.(tx));
        tell?.();
        next = last + 1;
      }
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
