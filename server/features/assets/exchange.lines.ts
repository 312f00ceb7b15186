/** The postings of an exchange. Pure; amounts are in smallest units (10^-18). */
import { halvesOf } from '#rules/buyback.ts';
import type { ExchangeQuote } from '#rules/exchange.ts';
import type { Line } from '#server/ledger/post.ts';

export interface Exchange extends ExchangeQuote {
  user: bigint;
  from: string;
  to: string;
  amount: bigint;
  /**
   * How much of `amount` the repurchase fund buys, and how much of `gross` it pays for it. The reserve pays the rest.
   */
  repurchased: bigint;
  paid: bigint;
}

/** The postings of an exchange; those of 0 are left out, as the ledger requires. */
export function exchangeLines(exchange: Exchange): Line[] {
  const { user, from, to, amount, gross, received, fee, repurchased, paid } = exchange;
  const { stakers, institution } = halvesOf(repurchased);
  const lines: Line[] = [
    { user, coin: from, amount: -amount },
    { user, coin: to, amount: received },
    { system: 'revenue', coin: to, amount: fee },
    { system: 'buyback', coin: to, amount: -paid },
    { system: 'staking_rewards', coin: from, amount: stakers },
    { system: 'institution', coin: from, amount: institution },
    { system: 'reserve', coin: to, amount: paid - gross },
    { system: 'reserve', coin: from, amount: amount - repurchased },
  ];
  return lines.filter((line) => line.amount !== 0n);
}
