/** The rows of the public list of repurchases. Pure; they name no person. */
import type { Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';

type Item = Output<'GET /api/mining/buyback/list'>['items'][number];

export interface Row {
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
