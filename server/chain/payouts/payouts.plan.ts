/** Whether a payout can be paid now, and how: asks the node about the token, the hot wallet and the receiver. Changes nothing. */
import { type Desk, tokenOf } from './payouts.desk.ts';
import { netOf } from './payouts.ledger.ts';
import { estimate, gasMoney, tokenBalance } from './payouts.node.ts';
import { MAX_GAS, gasLimitFor, tokenUnits } from './payouts.rules.ts';
import type { Transfer } from './payouts.signing.ts';
import type { Payout } from './payouts.store.ts';

export type Plan =
  | { readonly kind: 'pay'; readonly transfer: Transfer; readonly gasLimit: bigint }
  /** The node says that it would fail although the wallet has enough. */
  | { readonly kind: 'refuse'; readonly reason: string }
  /** The wallet lacks `lacks`: the coin, or 'gas'. */
  | { readonly kind: 'empty'; readonly lacks: string; readonly detail: string }
  /** The wallet has enough once what is under way turns out to need less. */
  | { readonly kind: 'later' };

export const GAS = 'gas';

export interface Situation {
  /** wei */
  readonly gasPrice: bigint;
  /** Signed payouts that are in no block yet: what they take is still in the wallet's balance. */
  readonly waiting: readonly Payout[];
}

const REFUSED = 'the token does not take this transfer';

async function forToken(desk: Desk, payout: Payout, { waiting }: Situation): Promise<Plan> {
  const { rpc, wallet } = desk;
  const { coin } = payout;
  const token = tokenOf(desk, coin);
  if (!token) return { kind: 'empty', lacks: coin, detail: `${coin} has no contract on this chain` };
  const units = (one: Payout) => tokenUnits(netOf(one), token.decimals);
  const amount = units(payout);
  const promised = waiting
    .filter((other) => other.coin === coin)
    .reduce((sum, other) => sum + units(other), 0n);
  const balance = await tokenBalance(rpc, token.address, wallet.address);
  const detail = `${wallet.address} holds ${balance} smallest units of ${coin}, payout ${payout.id} needs ${amount}`;
  if (balance < amount) return { kind: 'empty', lacks: coin, detail };
  if (balance < amount + promised) return { kind: 'later' };
  const transfer = { token: token.address, to: payout.address, amount };
  const gas = await estimate(rpc, wallet.address, transfer);
  if (gas !== null && gas <= MAX_GAS) return { kind: 'pay', transfer, gasLimit: gasLimitFor(gas) };
  // Its coins may have left between the two questions.
  if ((await tokenBalance(rpc, token.address, wallet.address)) < amount) return { kind: 'later' };
  return { kind: 'refuse', reason: REFUSED };
}

/** How to go on with a payout. @throws RpcError, NodeUnreachable */
export async function planOf(desk: Desk, payout: Payout, situation: Situation): Promise<Plan> {
  const plan = await forToken(desk, payout, situation);
  if (plan.kind !== 'pay') return plan;
  const { gasPrice, waiting } = situation;
  // Transfers cost about the same: those that wait have not paid for theirs yet.
  const needed = plan.gasLimit * gasPrice * BigInt(waiting.length + 1);
  const money = await gasMoney(desk.rpc, desk.wallet.address);
  if (money >= needed) return plan;
  const detail = `${desk.wallet.address} holds ${money} wei for gas, payouts under way need ${needed}`;
  return { kind: 'empty', lacks: GAS, detail };
}
