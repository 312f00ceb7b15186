/** Ends payouts that the chain has decided for good: at the later of N confirmations and finality, in the canonical chain. */
import { type Desk, tokenOf } from './payouts.desk.ts';
import { type Receipt, hasPaid } from './payouts.rules.ts';
import { type Flight } from './payouts.store.ts';
import { finish } from './payouts.write.ts';
import type { Survey } from './payouts.survey.ts';
import { STUCK } from './payouts.send.ts';
import { settleAlert } from '#server/chain/alerts.ts';
import { NodeUnreachable, readBlocks } from '#server/chain/rpc.ts';
import { readyBlock } from '#server/chain/watcher.rules.ts';

/** Those of the receipts that cannot go away again, the newest block first: securing it secures the others. */
async function finalOnes({ rpc, confirmations }: Desk, mined: Survey['mined']): Promise<Survey['mined']> {
  const [head, finalized] = await readBlocks(rpc, ['latest', 'finalized']);
  if (!head || !finalized) throw new NodeUnreachable('the node has no newest block');
  const ready = readyBlock(head.number, finalized.number, confirmations);
  const old = mined.filter(({ receipt }) => receipt.blockNumber <= ready);
  const numbers = [...new Set(old.map(({ receipt }) => receipt.blockNumber))];
  const blocks = new Map((await readBlocks(rpc, numbers)).map((block) => [block?.number, block?.hash]));
  return old
    .filter(({ receipt }) => blocks.get(receipt.blockNumber) === receipt.blockHash)
    .toSorted((a, b) => b.receipt.blockNumber - a.receipt.blockNumber);
}

const REVERTED = 'the transfer failed on the chain';

async function end(desk: Desk, flight: Flight, receipt: Receipt): Promise<void> {
  const { db, clock, log } = desk;
  const token = tokenOf(desk, flight.coin);
  // A coin that was taken off the list since: its token is not known any more, the receipt's word has to do.
  const paid = token ? hasPaid(receipt, token.address, flight.wallet) : receipt.succeeded;
  const outcome = { txHash: receipt.transactionHash, failure: paid ? null : REVERTED };
  const now = clock.now();
  if (!(await finish(db, flight.id, outcome, now))) return;
  for (const { hash } of flight.attempts) desk.refusals.delete(hash);
  await settleAlert(db, { kind: STUCK, key: String(flight.id) }, 'payouts', now);
  log[paid ? 'info' : 'warn']({ payout: String(flight.id) }, paid ? 'payout confirmed' : 'payout failed');
  desk.changed([flight.user_id]);
}

/** Books what became final. Each payout in a transaction of its own, so that one that fails keeps none from its end. */
export async function settle(desk: Desk, { mined }: Survey): Promise<void> {
  if (mined.length === 0) return;
  const final = await finalOnes(desk, mined);
  const secured = new Set<string>();
  for (const { flight, receipt } of final) {
    if (!secured.has(receipt.blockHash))
      await desk.secure?.({ number: receipt.blockNumber, hash: receipt.blockHash });
    secured.add(receipt.blockHash);
    await end(desk, flight, receipt);
  }
}
