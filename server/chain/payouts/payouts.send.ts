/** Hands signed payouts to the node, again and again until they are in a block, and raises the price of one that waits long. */
import { raiseAlert } from '#server/chain/alerts.ts';
import type { Desk } from './payouts.desk.ts';
import { marketPrice, send } from './payouts.node.ts';
import { MAX_ATTEMPTS, isOverdue, isTooCheap, raisedPrice } from './payouts.rules.ts';
import { signAgain } from './payouts.signing.ts';
import { type Attempt, type Flight } from './payouts.store.ts';
import { markSent, storeReplacement } from './payouts.write.ts';
import type { Survey } from './payouts.survey.ts';

/** Kind of the alert for a payout that no block takes. Its key is the payout's id. */
export const STUCK = 'payout_stuck';

const newest = ({ attempts, tx_hash: hash }: Flight): Attempt | undefined =>
  attempts.find((attempt) => attempt.hash === hash);

/** @throws NodeUnreachable */
export async function sendOne(desk: Desk, flight: Flight): Promise<void> {
  const attempt = newest(flight);
  if (!attempt) throw new Error(`payout ${flight.id} has no attempt`);
  const { answer, words } = await send(desk.rpc, attempt.raw);
  if (answer === 'refused' && desk.refusals.get(attempt.hash) !== words) {
    desk.refusals.set(attempt.hash, words);
    desk.log.warn({ payout: String(flight.id), words }, 'the node refuses a payout');
  }
  if (answer !== 'taken' || (attempt.sent_at && flight.state !== 'signed')) return;
  if (await markSent(desk.db, flight, attempt.hash, desk.clock.wall())) desk.changed([flight.user_id]);
}

/** Sends all that waits for a block, lowest nonce first: the node may have lost any of them. */
export async function sendWaiting(desk: Desk, { waiting }: Survey): Promise<void> {
  for (const flight of waiting) await sendOne(desk, flight);
}

/** Why a higher price would not help; null when it may. */
function hindrance(desk: Desk, head: Flight, attempt: Attempt, chainNonce: bigint): string | null {
  if (head.nonce > chainNonce)
    return `nonce ${chainNonce} is missing on the chain; send any transaction with it from the hot wallet`;
  const refusal = desk.refusals.get(attempt.hash);
  return !attempt.sent_at && refusal !== undefined && !isTooCheap(refusal) ? refusal : null;
}

/** The price of the next attempt, or null when there were enough of them. */
async function nextPrice({ rpc }: Desk, head: Flight, attempt: Attempt): Promise<bigint | null> {
  const tries = head.attempts.filter(({ nonce }) => nonce === head.nonce).length;
  return tries < MAX_ATTEMPTS ? raisedPrice(attempt.gas_price, await marketPrice(rpc)) : null;
}

/** Raises the price of the payout that all others wait for, once it is overdue; tells the operator when that cannot help. */
export async function replaceOverdue(desk: Desk, { waiting, chainNonce }: Survey): Promise<void> {
  const [head] = waiting;
  const attempt = head && newest(head);
  if (!head || !attempt || head.state === 'confirmed') return;
  const { db, clock, log } = desk;
  const at = clock.wall();
  if (!isOverdue(attempt.signed_at, at, desk.replaceAfterMs)) return;
  const hindered = hindrance(desk, head, attempt, chainNonce);
  const gasPrice = hindered === null ? await nextPrice(desk, head, attempt) : null;
  if (gasPrice === null) {
    const detail = `payout ${head.id} waits for a block: ${hindered ?? 'its price cannot be raised further'}`;
    if (await raiseAlert(db, { kind: STUCK, key: String(head.id), detail }, clock.now()))
      log.error({ payout: String(head.id) }, detail);
    return;
  }
  const signed = await signAgain(desk.wallet, attempt.raw, gasPrice);
  const flight = await storeReplacement(db, head, { signed, gasPrice, at });
  if (!flight) return;
  log.warn({ payout: String(head.id), gasPrice: String(gasPrice) }, 'a payout waits; sent at a higher price');
  desk.changed([flight.user_id]);
  await sendOne(desk, flight);
}
