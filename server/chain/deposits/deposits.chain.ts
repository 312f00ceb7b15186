/** Reads deposits from a node: their logs, as many as it returns at once, and the receipts that prove them. */
import type { Place } from '#server/chain/cursor.ts';
import {
  type Book,
  type Deposit,
  type Log,
  type Receipt,
  type Transfer,
  cutAt,
  depositOf,
  filterOf,
  filterOfBlock,
  mayContainTransfers,
  nextSpan,
  standsAt,
  transferOf,
} from './deposits.rules.ts';
import { NodeUnreachable, type Rpc, RpcError, readBlocks } from '#server/chain/rpc.ts';
import { CHUNK, type Range } from '#server/chain/watcher.rules.ts';

const LOGS_TIMEOUT_MS = 20_000;

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

/** The chain's block hashes at these heights. */
async function hashesAt(rpc: Rpc, numbers: readonly number[]): Promise<Map<number, string | undefined>> {
  const asked = unique(numbers);
  const blocks = await readBlocks(rpc, asked);
  return new Map(asked.map((number, index) => [number, blocks[index]?.hash]));
}

async function receiptsOf(rpc: Rpc, txHashes: readonly string[]): Promise<Map<string, Receipt | null>> {
  const asked = unique(txHashes);
  const calls = asked.map((hash) => ['eth_getTransactionReceipt', [hash]] as const);
  const receipts = await rpc.batch<Receipt | null>(calls);
  return new Map(asked.map((hash, index) => [hash, receipts[index] ?? null]));
}

/** Some transfers, and the block up to which they are complete. */
interface Stretch {
  readonly to: number;
  /** In chain order. */
  readonly transfers: readonly Transfer[];
}

/**
 * The logs of a range that the node's answer leaves out, although the headers of their blocks announce them. Nodes behind a load
 * balancer answer `[]` for blocks that they do not have yet; such a deposit would be lost.
 */
async function withheld(rpc: Rpc, book: Book, { from, to }: Range, logs: readonly Log[]): Promise<Log[]> {
  const listed = new Set(logs.map(({ blockHash }) => blockHash));
  const blocks = await readBlocks(
    rpc,
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );
  const suspects = blocks.filter(
    (block) => block?.logsBloom && !listed.has(block.hash) && mayContainTransfers(block.logsBloom, book),
  );
  const calls = suspects.map((block) => ['eth_getLogs', [filterOfBlock(book, block?.hash ?? '')]] as const);
  return (await rpc.batch<Log[]>(calls)).flat();
}

/**
 * Reads the transfers of a range or of its first part: as many blocks as the node answers for, and as many transfers as
 * fit into one database transaction. It remembers the node's limits for the next call.
 * @throws RpcError when the node does not even answer for one block; NodeUnreachable
 */
export function transferReader(rpc: Rpc, book: Book): (range: Range) => Promise<Stretch> {
  let span = CHUNK;
  const read = async (range: Range): Promise<Transfer[]> => {
    const logs = await rpc.call<Log[]>('eth_getLogs', [filterOf(book, range)], LOGS_TIMEOUT_MS);
    return [...logs, ...(await withheld(rpc, book, range, logs))]
      .flatMap((log) => transferOf(log, book) ?? [])
      .toSorted((a, b) => a.block.number - b.block.number || a.logIndex - b.logIndex);
  };
  return async ({ from, to: wanted }) => {
    for (;;) {
      const end = Math.min(wanted, from + span - 1);
      try {
        const transfers = await read({ from, to: end });
        const to = cutAt(transfers, end);
        span = nextSpan(to < end ? to - from + 1 : span, false);
        return { to, transfers: transfers.filter(({ block }) => block.number <= to) };
      } catch (error) {
        span = nextSpan(Math.min(span, end - from + 1), true);
        if (!(error instanceof RpcError) || end === from) throw error;
      }
    }
  };
}

/**
 * Turns transfers into deposits, using their receipts and the chain's blocks.
 * @throws NodeUnreachable when the node's answers contradict each other; everything is then requested again later
 */
export async function prove(rpc: Rpc, transfers: readonly Transfer[], book: Book): Promise<Deposit[]> {
  const [canonical, receipts] = await Promise.all([
    hashesAt(
      rpc,
      transfers.map(({ block }) => block.number),
    ),
    receiptsOf(
      rpc,
      transfers.map(({ txHash }) => txHash),
    ),
  ]);
  return transfers.map((transfer) => {
    const { block, txHash, logIndex } = transfer;
    const deposit = depositOf(transfer, canonical.get(block.number), receipts.get(txHash) ?? null, book);
    if (!deposit) throw new NodeUnreachable(`log ${logIndex} of transaction ${txHash} is not in its receipt`);
    return deposit;
  });
}

/**
 * The current position of each of these credited deposits in the chain; null if the chain no longer contains it.
 * @throws RpcError, NodeUnreachable
 */
export async function whereabouts(
  rpc: Rpc,
  credited: readonly Deposit[],
  book: Book,
): Promise<(Place | null)[]> {
  const receipts = await receiptsOf(
    rpc,
    credited.map(({ txHash }) => txHash),
  );
  const places = credited.map((one) => standsAt(one, receipts.get(one.txHash) ?? null, book));
  const canonical = await hashesAt(
    rpc,
    places.flatMap((place) => place?.number ?? []),
  );
  return places.map((place) => (place && canonical.get(place.number) === place.hash ? place : null));
}
