/**
 * The steps of a payout: signed, sent, resent at a higher price, and ended once the chain has decided it. Each does
 * what can be done now and leaves the rest to the next pass.
 */
import { Transaction } from 'ethers/transaction';
import { openAlertKeys, raiseAlert, settleAlert } from '#server/chain/alerts.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';
import { inTransaction } from '#server/db/client.ts';
import { traceOf } from '#server/ledger/read.ts';
import {
  type Desk,
  GAS,
  type Plan,
  type Situation,
  type Survey,
  finalOnes,
  marketPrice,
  nonceOf,
  planOf,
  send,
  signAgain,
  signTransfer,
} from './payouts.chain.ts';
import {
  type Attempt,
  type Flight,
  type Payout,
  beginNonces,
  dismiss,
  finish,
  markSent,
  nextReady,
  readWallet,
  stillWaits,
  storeReplacement,
  storeSigned,
} from './payouts.repository.ts';
import {
  MAX_ATTEMPTS,
  type Receipt,
  WINDOW,
  firstPrice,
  hasPaid,
  isOverdue,
  isTooCheap,
  raisedPrice,
} from './payouts.rules.ts';

/** Kind of the alert for a payout that no block includes; its key is the payout's id. */
export const STUCK = 'payout_stuck';
/** Kind of the alert for a payout without its debit; its key is the payout's id. */
const UNDEBITED = 'payout_undebited';

function newest({ id, attempts, tx_hash: hash }: Flight): Attempt {
  const found = attempts.find((attempt) => attempt.hash === hash);
  if (!found) throw new Error(`payout ${id} lacks the transaction that was signed for it`);
  return found;
}

/** Log fields that identify a payout, by its id and by the trace of the request that ordered it. */
const named = async ({ db }: Desk, { id, journal_id: entry }: Payout) => ({
  payout: String(id),
  trace: await traceOf(db, entry),
});

/** Sends a signed payout to the node. @throws NodeUnreachable */
async function sendOne(desk: Desk, flight: Flight): Promise<void> {
  const attempt = newest(flight);
  const { answer, words } = await send(desk.rpc, attempt.raw);
  if (answer === 'refused' && desk.refusals.get(attempt.hash) !== words) {
    desk.refusals.set(attempt.hash, words);
    desk.log.warn({ ...(await named(desk, flight)), words }, 'the node refuses a payout');
  }
  if (answer !== 'taken' || (attempt.sent_at && flight.state !== 'signed')) return;
  if (!(await markSent(desk.db, flight, attempt.hash, desk.clock.wall()))) return;
  desk.log.info(await named(desk, flight), 'payout sent');
  desk.changed([flight.user_id]);
}

/**
 * Sends everything that waits for a block, lowest nonce first: the node may have lost any of it. @throws
 * NodeUnreachable
 */
export async function sendWaiting(desk: Desk, { waiting }: Survey): Promise<void> {
  for (const flight of waiting) await sendOne(desk, flight);
}

/** Why a higher price would not help; null if it may. */
function hindrance(desk: Desk, head: Flight, attempt: Attempt, chainNonce: bigint): string | null {
  if (head.wallet !== desk.wallet.address)
    return `it was signed by ${head.wallet}, whose key has been replaced; start with that key again, or send any transaction with nonce ${head.nonce} from there`;
  if (head.nonce > chainNonce)
    return `nonce ${chainNonce} is missing on the chain; send any transaction with it from the hot wallet`;
  const refusal = desk.refusals.get(attempt.hash);
  return !attempt.sent_at && refusal !== undefined && !isTooCheap(refusal) ? refusal : null;
}

/** The price of the next attempt, or null after the last one. */
async function nextPrice({ rpc }: Desk, head: Flight, attempt: Attempt): Promise<bigint | null> {
  const tries = head.attempts.filter(({ nonce }) => nonce === head.nonce).length;
  return tries < MAX_ATTEMPTS ? raisedPrice(attempt.gas_price, await marketPrice(rpc)) : null;
}

/**
 * Raises the price of the payout that all others wait for, once it is overdue; alerts the operator when that cannot
 * help. @throws RpcError, NodeUnreachable
 */
export async function replaceOverdue(desk: Desk, { waiting, chainNonce }: Survey): Promise<void> {
  const [head] = waiting;
  if (!head || head.state === 'confirmed') return;
  const attempt = newest(head);
  const { db, clock, log } = desk;
  const at = clock.wall();
  if (!isOverdue(attempt.signed_at, at, desk.replaceAfterMs)) return;
  const hindered = hindrance(desk, head, attempt, chainNonce);
  const gasPrice = hindered === null ? await nextPrice(desk, head, attempt) : null;
  if (gasPrice === null) {
    const detail = `payout ${head.id} waits for a block: ${hindered ?? 'its price cannot be raised further'}`;
    // Another process may have seen it end since it was surveyed.
    const isNew = await inTransaction(
      db,
      async (tx) =>
        (await stillWaits(tx, head)) &&
        raiseAlert(tx, { kind: STUCK, key: String(head.id), detail }, clock.now()),
    );
    if (isNew) log.error(await named(desk, head), detail);
    return;
  }
  const signed = await signAgain(desk.wallet, attempt.raw, gasPrice);
  const flight = await storeReplacement(db, head, { signed, gasPrice, at });
  if (!flight) return;
  const name = await named(desk, head);
  log.warn({ ...name, gasPrice: String(gasPrice) }, 'a payout waits; sent at a higher price');
  desk.changed([flight.user_id]);
  await sendOne(desk, flight);
}

/** Kind of the alert for a hot wallet that cannot pay; its key is the coin, or 'gas'. */
const EMPTY = 'hot_wallet_empty';

/** The next nonce; null while the key has pending transactions unknown to this database. */
async function nextNonce({ db, rpc, wallet, log }: Desk): Promise<bigint | null> {
  const { address } = wallet;
  const known = (await readWallet(db, address))?.next_nonce ?? null;
  if (known !== null) return known;
  const latest = await nonceOf(rpc, address);
  if ((await nonceOf(rpc, address, 'pending')) !== latest) {
    log.warn('the hot wallet has transactions under way that are not ours; payouts wait for them');
    return null;
  }
  return beginNonces(db, address, latest);
}

/** If the node cannot answer about one coin, the others must not wait. */
async function planSafely(desk: Desk, payout: Payout, situation: Situation): Promise<Plan> {
  try {
    return await planOf(desk, payout, situation);
  } catch (error) {
    if (error instanceof NodeUnreachable) throw error;
    const words = error instanceof Error ? error.message : String(error);
    return { kind: 'empty', lacks: payout.coin, detail: `payout ${payout.id} cannot be prepared: ${words}` };
  }
}

async function pay(
  desk: Desk,
  payout: Payout,
  plan: Plan & { kind: 'pay' },
  gasPrice: bigint,
): Promise<Flight | null> {
  const { db, wallet, chainId, clock } = desk;
  const nonce = await nextNonce(desk);
  if (nonce === null) return null;
  const { transfer, gasLimit } = plan;
  const signed = await signTransfer(wallet, transfer, { chainId, nonce, gasPrice, gasLimit });
  const flight = await storeSigned(db, {
    payout,
    wallet: wallet.address,
    nonce,
    gasPrice,
    signed,
    at: clock.wall(),
  });
  if (!flight) return null;
  desk.changed([payout.user_id]);
  await sendOne(desk, flight);
  return flight;
}

async function refuse(desk: Desk, payout: Payout, reason: string): Promise<void> {
  const failed = await dismiss(desk.db, payout.id, { reason }, desk.clock.now());
  if (!failed) return;
  desk.log.warn({ ...(await named(desk, payout)), reason }, 'payout failed');
  desk.changed([failed.user_id]);
}

interface Findings {
  /** What the wallet lacks, with a description. */
  readonly lacking: ReadonlyMap<string, string>;
  /** Coins whose state is currently unknown. */
  readonly open: ReadonlySet<string>;
}

/** Raises alerts for what is lacking, and closes those for what is no longer lacking. */
async function tell({ db, clock, log }: Desk, { lacking, open }: Findings): Promise<void> {
  const now = clock.now();
  for (const [key, detail] of lacking)
    if (await raiseAlert(db, { kind: EMPTY, key, detail }, now)) log.warn({ detail }, 'payouts wait');
  for (const key of await openAlertKeys(db, EMPTY))
    if (!lacking.has(key) && !open.has(key)) await settleAlert(db, { kind: EMPTY, key }, 'payouts', now);
}

/** Alerts the operator of payouts that the ledger has not debited, and closes alerts that no longer apply. */
async function tellUndebited({ db, clock, log }: Desk, ids: readonly bigint[]): Promise<void> {
  const now = clock.now();
  for (const id of ids) {
    const detail = `payout ${id} has no debit of its own in the ledger: it is not signed; find out who wrote it, then \`payouts reject\``;
    if (await raiseAlert(db, { kind: UNDEBITED, key: String(id), detail }, now)) log.error(detail);
  }
  for (const key of await openAlertKeys(db, UNDEBITED))
    if (!ids.includes(BigInt(key))) await settleAlert(db, { kind: UNDEBITED, key }, 'payouts', now);
}

/** Nothing is waiting to be signed, so nothing is lacking. */
export async function nothingToSign(desk: Desk): Promise<void> {
  await tell(desk, { lacking: new Map(), open: new Set() });
  await tellUndebited(desk, []);
}

/**
 * Assigns nonces to approved payouts, taking turns between accounts and first come, first served within one, until the
 * window is full. A transaction is stored before anyone sees it. What cannot be paid now waits without holding up
 * smaller payouts or other coins; what the node says would fail is refunded without an attempt; what the ledger has not
 * debited is never signed.
 * @throws RpcError, NodeUnreachable
 */
export async function signReady(desk: Desk, survey: Survey): Promise<void> {
  const gasPrice = firstPrice(await marketPrice(desk.rpc));
  const waiting: Payout[] = [...survey.waiting];
  const lacking = new Map<string, string>();
  const later = new Set<string>();
  const undebited: bigint[] = [];
  const skipped: Payout[] = [];
  /** Coins that the wallet is too short of to try further payouts in this pass. */
  const exhausted = () =>
    [...lacking.keys()].filter((lack) => skipped.filter(({ coin }) => coin === lack).length >= WINDOW);
  while (!desk.stopping.aborted && waiting.length < WINDOW) {
    const passed = [...undebited, ...skipped.map(({ id }) => id)];
    const payout = await nextReady(desk.db, [...exhausted(), ...later], passed);
    if (!payout) {
      await tellUndebited(desk, undebited);
      return tell(desk, { lacking, open: later });
    }
    if (!payout.debited) {
      undebited.push(payout.id);
      continue;
    }
    const plan = await planSafely(desk, payout, { gasPrice, waiting });
    if (plan.kind === 'later') later.add(payout.coin);
    else if (plan.kind === 'refuse') await refuse(desk, payout, plan.reason);
    else if (plan.kind === 'pay') {
      const flight = await pay(desk, payout, plan, gasPrice);
      // Halted, rejected or taken by another process: the next pass will find out.
      if (!flight) break;
      waiting.push(flight);
    } else {
      if (!lacking.has(plan.lacks)) lacking.set(plan.lacks, plan.detail);
      if (plan.lacks === GAS) break;
      skipped.push(payout);
    }
  }
  // Not everything was checked, so earlier alerts stay open.
  await tell(desk, { lacking, open: new Set(await openAlertKeys(desk.db, EMPTY)) });
}

const REVERTED = 'the transfer failed on the chain';

async function end(desk: Desk, flight: Flight, receipt: Receipt): Promise<void> {
  const { db, clock, log } = desk;
  // The token that was sent: the coin's may have been replaced since, or the coin itself removed from the list.
  const mined = flight.attempts.find(({ hash }) => hash === receipt.transactionHash);
  const paid = hasPaid(receipt, Transaction.from(mined?.raw ?? '').to ?? '', flight.wallet);
  const outcome = { txHash: receipt.transactionHash, failure: paid ? null : REVERTED };
  const now = clock.now();
  if (!(await finish(db, flight.id, outcome, now))) return;
  for (const { hash } of flight.attempts) desk.refusals.delete(hash);
  await settleAlert(db, { kind: STUCK, key: String(flight.id) }, 'payouts', now);
  log[paid ? 'info' : 'warn'](await named(desk, flight), paid ? 'payout confirmed' : 'payout failed');
  desk.changed([flight.user_id]);
}

/**
 * Books the chain's final decisions. Each payout has its own transaction, so that one failure does not block the
 * others.
 * @throws RpcError, NodeUnreachable
 */
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
