/** Reads deposits from a node: their logs, as many as it returns per request, and the receipts that prove them. */
import type { Place } from '#server/chain/cursor.ts';
import {
  type Book,
  type Deposit,
  type Log,
  type Receipt,
  type Transfer,
  announcesTransfers,
  cutAt,
  depositOf,
  filterOf,
  nextSpan,
  standsAt,
  transferOf,
} from './deposits.rules.ts';
import { type Block, NodeUnreachable, type Rpc, RpcError, readBlock, readBlocks } from '#server/chain/rpc.ts';
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

/**
 * All logs of a block, from its receipts. Nodes limit how many logs they list at once (10,000 is common), and it costs
 * only a few dollars to put more transfers than that into one block.
 * @throws NodeUnreachable if the node does not have the block or one of its receipts; RpcError
 */
async function logsOfBlock(rpc: Rpc, number: number): Promise<Log[]> {
  const block = await readBlock(rpc, number);
  if (!block) throw new NodeUnreachable(`the node has no block ${number}`);
  const receipts = await receiptsOf(rpc, block.transactions);
  return block.transactions.flatMap((hash) => {
    const receipt = receipts.get(hash);
    if (receipt?.blockHash !== block.hash)
      throw new NodeUnreachable(`block ${number} changed while it was read`);
    return receipt.logs;
  });
}

/** Some transfers, and the block up to which they are complete. */
interface Stretch {
  readonly to: number;
  /** In chain order. */
  readonly transfers: readonly Transfer[];
}

interface Reader {
  readonly rpc: Rpc;
  readonly book: Book;
  /** Whether the node drops old blocks that hold nothing, as the devnet does. */
  readonly dropsBlocks: boolean;
}

/**
 * The logs of blocks whose headers announce some, requested block by block. A node behind a load balancer answers `[]`
 * for blocks that it does not have yet; a deposit in them would be lost.
 * @param known blocks that have already been read; when following the chain, all of them
 * @throws NodeUnreachable if it does not have one of the blocks; RpcError
 */
async function announced(
  { rpc, book, dropsBlocks }: Reader,
  { from, to }: Range,
  known: readonly Block[],
): Promise<Log[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const held = numbers.flatMap((number) => known.find((block) => block.number === number) ?? []);
  const blocks = held.length === numbers.length ? held : await readBlocks(rpc, numbers);
  const missing = numbers.find((_, index) => !blocks[index]);
  if (missing !== undefined && !dropsBlocks) throw new NodeUnreachable(`the node has no block ${missing}`);
  const calls = blocks.flatMap((block) =>
    block?.logsBloom && announcesTransfers(block.logsBloom, book)
      ? [['eth_getLogs', [filterOf(book, { from: block.number, to: block.number })]] as const]
      : [],
  );
  return (await rpc.batch<Log[]>(calls)).flat();
}

/**
 * Reads the transfers of a range or of its beginning: as many blocks as the node answers for, and as many transfers as
 * fit into one database transaction. It remembers the node's limits for the next call.
 * @throws RpcError if for some single block the node returns neither its logs nor its receipts; NodeUnreachable
 */
export function transferReader(reader: Reader): (range: Range, known: readonly Block[]) => Promise<Stretch> {
  const { rpc, book } = reader;
  let span = CHUNK;
  const listed = async (range: Range, known: readonly Block[]): Promise<Log[]> => [
    ...(await rpc.call<Log[]>('eth_getLogs', [filterOf(book, range)], LOGS_TIMEOUT_MS)),
    ...(await announced(reader, range, known)),
  ];
  const transfersIn = (logs: readonly Log[]): Transfer[] =>
    [...new Map(logs.map((log) => [`${log.blockHash} ${log.logIndex}`, log])).values()]
      .flatMap((log) => transferOf(log, book) ?? [])
      .toSorted((a, b) => a.block.number - b.block.number || a.logIndex - b.logIndex);
  return async ({ from, to: wanted }, known) => {
    for (;;) {
      const end = Math.min(wanted, from + span - 1);
      try {
        const transfers = transfersIn(await listed({ from, to: end }, known));
        const to = cutAt(transfers, end);
        span = nextSpan(to < end ? to - from + 1 : span, false);
        return { to, transfers: transfers.filter(({ block }) => block.number <= to) };
      } catch (error) {
        span = nextSpan(Math.min(span, end - from + 1), true);
        if (!(error instanceof RpcError)) throw error;
        if (end === from) return { to: end, transfers: transfersIn(await logsOfBlock(rpc, end)) };
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
