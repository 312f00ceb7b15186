/** Gifts and grants as the contract shows them. Pure. */
import { fromUnits } from '#rules/amounts.ts';
import type { Output } from '#contract';

type Grant = Output<'GET /api/assets/grants'>['items'][number];

/** What a coupon gives, in smallest units. */
export interface Gift {
  readonly coin: string | null;
  readonly amount: bigint | null;
  readonly hashrate: bigint | null;
}

const text = (units: bigint | null): string | null => (units === null ? null : fromUnits(units));

export const giftView = ({ coin, amount, hashrate }: Gift) => ({
  coin,
  amount: text(amount),
  hashrate: text(hashrate),
});

/** One grant as stored; the welcome gift has no code. */
export interface GrantRow extends Gift {
  readonly id: bigint;
  readonly at: Date;
  readonly code: string | null;
}

export const grantView = (row: GrantRow): Grant => ({
  id: String(row.id),
  time: row.at.toISOString(),
  kind: row.code === null ? 'welcome' : 'coupon',
  code: row.code,
  ...giftView(row),
});
