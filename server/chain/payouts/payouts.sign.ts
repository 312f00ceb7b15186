/**
 * Gives approved payouts their nonces. A transaction is stored before anybody sees it; what cannot be paid now waits without
 * holding up other coins; what the node knows to fail is given back without a try.
 */
import { raiseAlert, settleAlert } from '#server/chain/alerts.ts';
import type { Desk } from './payouts.desk.ts';
import { marketPrice, nonceOf } from './payouts.node.ts';
import { GAS, type Plan, type Situation, planOf } from './payouts.plan.ts';
import { WINDOW, firstPrice } from './payouts.rules.ts';
import { sendOne } from './payouts.send.ts';
import { signTransfer } from './payouts.signing.ts';
import { type Flight, type Payout, nextReady, openAlertKeys, readWallet } from './payouts.store.ts';
import { beginNonces, dismiss, storeSigned } from './payouts.write.ts';
import type { Survey } from './payouts.survey.ts';
import { NodeUnreachable } from '#server/chain/rpc.ts';

/** Kind of the alert for a hot wallet that cannot pay. Its key is the coin, or 'gas'. */
export const EMPTY = 'hot_wallet_empty';

/** The nonce that comes next; null while the key has transactions under way that this database does not know. */
async function nextNonce({ db, rpc, wallet, log }: Desk): Promise<bigint | null> {
  const { address } = wallet;
  const known = (await readWallet(db, address))?.next_nonce ?? null;
  if (known !== null) return known;
  const latest = await nonceOf(rpc, address);
  if ((await nonceOf(rpc, address, 'pending')) !== latest) {
    log.warn('the hot wallet has transactions under way that are not ours; payouts wait for them');
    return null;
  }
  await beginNonces(db, address, latest);
  return (await readWallet(db, address))?.next_nonce ?? null;
}

/** What the node cannot answer about one coin is no reason to keep the others waiting. */
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

async function refuse(desk: Desk, { id }: Payout, reason: string): Promise<void> {
  const failed = await dismiss(desk.db, id, { reason }, desk.clock.now());
  if (!failed) return;
  desk.log.warn({ payout: String(id), reason }, 'payout failed');
  desk.changed([failed.user_id]);
}

interface Findings {
  /** What the wallet lacks, and since when in words. */
  readonly lacking: ReadonlyMap<string, string>;
  /** Coins about which nothing is known now. */
  readonly open: ReadonlySet<string>;
}

/** Raises what is lacking, and settles what is lacking no more. */
async function tell({ db, clock, log }: Desk, { lacking, open }: Findings): Promise<void> {
  const now = clock.now();
  for (const [key, detail] of lacking)
    if (await raiseAlert(db, { kind: EMPTY, key, detail }, now)) log.warn({ detail }, 'payouts wait');
  for (const key of await openAlertKeys(db, EMPTY))
    if (!lacking.has(key) && !open.has(key)) await settleAlert(db, { kind: EMPTY, key }, 'payouts', now);
}

/** Nobody waits to be signed: nothing is lacking. */
export const nothingToSign = (desk: Desk): Promise<void> =>
  tell(desk, { lacking: new Map(), open: new Set() });

/** Signs what is approved, first come first served within a coin, until the window is full. @throws RpcError, NodeUnreachable */
export async function signReady(desk: Desk, survey: Survey): Promise<void> {
  const gasPrice = firstPrice(await marketPrice(desk.rpc));
  const waiting: Payout[] = [...survey.waiting];
  const lacking = new Map<string, string>();
  const later = new Set<string>();
  while (!desk.stopping.aborted && waiting.length < WINDOW) {
    const payout = await nextReady(desk.db, [...lacking.keys(), ...later]);
    if (!payout) return tell(desk, { lacking, open: later });
    const plan = await planSafely(desk, payout, { gasPrice, waiting });
    if (plan.kind === 'later') later.add(payout.coin);
    else if (plan.kind === 'refuse') await refuse(desk, payout, plan.reason);
    else if (plan.kind === 'pay') {
      const flight = await pay(desk, payout, plan, gasPrice);
      // Halted, rejected or taken by another process: the next look knows more.
      if (!flight) break;
      waiting.push(flight);
    } else {
      lacking.set(plan.lacks, plan.detail);
      if (plan.lacks === GAS) break;
    }
  }
  // Not everything was looked at: of what is lacking nothing is known to be there again.
  await tell(desk, { lacking, open: new Set(await openAlertKeys(desk.db, EMPTY)) });
}
