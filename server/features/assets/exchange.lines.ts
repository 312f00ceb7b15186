/** The postings of an exchange. Pure; amounts are in smallest units (10^-18). */
import { halvesOf } from '#rules/buyback.ts';
import type { ExchangeQuote, PayingFund } from '#rules/exchange.ts';
import type { Line } from '#server/ledger/post.ts';

export interface Exchange extends ExchangeQuote {
  user: bigint;
  from: string;
  to: string;
  amount: bigint;
  fund: PayingFund;
}

/** The postings of an exchange; those of 0 are left out, as the ledger requires. */
export function exchangeLines({ user, from, to, amount, gross, received, fee, fund }: Exchange): Line[] {
  const { stakers, institution } = halvesOf(amount);
  const taken: Line[] =
    fund === 'reserve'
      ? [{ system: 'reserve', coin: from, amount }]
      : [
          { system: 'staking_rewards', coin: from, amount: stakers },
          { system: 'institution', coin: from, amount: institution },
        ];
  const lines: Line[] = [
    { user, coin: from, amount: -amount },
    { user, coin: to, amount: received },
    { system: 'revenue', coin: to, amount: fee },
    { system: fund, coin: to, amount: -gross },
    ...taken,
  ];
  return lines.filter((line) => line.amount !== 0n);
}
