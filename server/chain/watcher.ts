/**
 * Follows the chain: head, finality, and a cursor that walks over final blocks once each, in order, in one transaction with
 * what they bring about. What a block brings about is handed in as scans.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ConfigError } from '#server/config.ts';
import { type Db, inTransaction } from '#server/db/client.ts';
import { type Place, moveCursor, readCursor, startCursor } from './cursor.ts';
import { type Block, NodeUnreachable, type Rpc, readBlock, readChainId } from './rpc.ts';
import { REWIND, type Range, nextRange, readyBlock, worthAWrite } from './watcher.rules.ts';

/**
 * Looks through a range of final blocks. What it found is applied by the function it returns, in the transaction that moves the
 * cursor; null when there is nothing. A range may be looked through more than once, its effects commit once.
 */
export type Scan = (range: Range) => Promise<((db: Db) => Promise<void>) | null>;

export interface WatcherDeps {
  readonly rpc: Rpc;
  readonly db: Db;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly chainId: number;
  readonly confirmations: number;
  readonly scans?: readonly Scan[];
  /** Makes sure that a block cannot be lost any more before effects of it commit (devnet). */
  readonly secure?: (block: Block) => Promise<void>;
  readonly pollMs?: number;
}

export interface ChainStatus {
  /** The node answered lately, its chain is ours and moves on, and we keep up with it. */
  readonly ok: boolean;
  readonly head: number | null;
  readonly finalized: number | null;
  /** Final blocks that were not looked through yet. */
  readonly lag: number | null;
}

export interface Watcher {
  /** Answers from memory. */
  status(): ChainStatus;
  /** Looks now; resolves when everything that is final has had its effects. @throws what keeps it from doing so */
  look(): Promise<void>;
  stop(): Promise<void>;
}

const POLL_MS = 1000;
const SLOWEST_POLL_MS = 15_000;
const SILENCE_MS = 10_000;
const STANDSTILL_MS = 60_000;
const TOLERABLE_LAG = 200;
const NAME = 'watcher';
const IDENTITY = 'identity';

/**
 * Makes sure that the node is on the configured chain, and on the one whose effects the database holds.
 * @param node what the operator knows the node by
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
    `${node} leads to another chain ${chainId} than the one this database belongs to (block 1 differs)`,
  );
}

/** Starts watching. Errors are logged and waited out; the first verification happens with the first look. */
export function startWatcher(deps: WatcherDeps): Watcher {
  const { rpc, db, log, chainId, confirmations, scans = [], secure, pollMs = POLL_MS } = deps;
  const stopping = new AbortController();
  let verified = false;
  let head: number | null = null;
  let finalized: number | null = null;
  let reached: number | null = null;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let movedAt = Number.NEGATIVE_INFINITY;

  /** The cursor, moved back when the block it stands on has left the chain. */
  async function place(ready: number): Promise<Place> {
    const cursor = await readCursor(db, NAME);
    if (!cursor) return startCursor(db, NAME, await blockAt(Math.max(ready, 0)));
    const block = await readBlock(rpc, cursor.number);
    if (block?.hash === cursor.hash) return cursor;
    const start = Math.max(0, Math.min(cursor.number, ready) - REWIND);
    // The devnet may have dropped that block; its newest thousand are always there.
    const back = (await readBlock(rpc, start)) ?? (await blockAt(Math.max(ready, 0)));
    log.warn({ from: cursor.number, to: back.number }, 'a final block has left the chain; reading again');
    await moveCursor(db, NAME, cursor, back);
    return back;
  }

  async function blockAt(number: number): Promise<Block> {
    const block = await readBlock(rpc, number);
    if (!block) throw new NodeUnreachable(`the node has no block ${number}`);
    return block;
  }

  /** Reads one stretch and commits it; null when there was none, or nothing that is worth a write. */
  async function step(cursor: Place, ready: number): Promise<Place | null> {
    const range = nextRange(cursor.number, ready);
    if (!range) return null;
    const last = await blockAt(range.to);
    const effects = (await Promise.all(scans.map((scan) => scan(range)))).filter((effect) => effect !== null);
    // The node may have changed its mind while it was asked; then all of it is asked again.
    if ((await blockAt(range.to)).hash !== last.hash)
      throw new NodeUnreachable(`block ${range.to} changed while it was read`);
    reached = range.to;
    if (effects.length === 0 && !worthAWrite(range)) return null;
    if (effects.length > 0) await secure?.(last);
    const moved = await inTransaction(db, async (tx) => {
      if (!(await moveCursor(tx, NAME, cursor, last))) return false;
      for (const effect of effects) await effect(tx);
      return true;
    });
    return moved ? last : ((await readCursor(db, NAME)) ?? null);
  }

  async function look(): Promise<void> {
    if (!verified) await verifyChain(rpc, db, chainId);
    verified = true;
    const [newest, final] = await Promise.all([readBlock(rpc, 'latest'), readBlock(rpc, 'finalized')]);
    if (!newest || !final) throw new NodeUnreachable('the node has no newest block');
    answeredAt = performance.now();
    if (newest.number !== head) movedAt = answeredAt;
    [head, finalized] = [newest.number, final.number];
    const ready = readyBlock(newest.number, final.number, confirmations);
    let cursor: Place | null = await place(ready);
    reached = Math.max(cursor.number, Math.min(reached ?? 0, ready));
    while (cursor && !stopping.signal.aborted) cursor = await step(cursor, ready);
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
    look,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
