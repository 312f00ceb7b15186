/** The rows of the public list of repurchases. Pure; they identify nobody. */
import type { Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import type { Offer } from './buyback.usecases.ts';

type Item = Output<'GET /api/mining/buyback/list'>['items'][number];

interface Row {
  id: bigint;
  at: Date;
  kind: Item['kind'];
  amount: bigint;
  paid: bigint;
}

/** One row; amounts are passed in smallest units. */
export const itemView = ({ id, at, kind, amount, paid }: Row): Item => ({
  id: String(id),
  time: at.toISOString(),
  kind,
  amount: fromUnits(amount),
  paid: fromUnits(paid),
});

/** What the fund may still spend today, and an account's own part if there is an account. */
export const offerView = ({ whole, left, share, leftOfShare, unsold, renewsAt }: Offer, own: boolean) => ({
  budget: fromUnits(whole),
  budgetLeft: fromUnits(left),
  share: fromUnits(share),
  mine: own ? { left: fromUnits(leftOfShare), produced: fromUnits(unsold) } : null,
  renewsAt: renewsAt.toISOString(),
});
