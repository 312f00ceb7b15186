// Texts about what is wrong with an amount of hashrate, and when a change takes effect.
import { t } from '@lingui/core/macro';
import { amountText, openText } from '#lib/amounts.ts';
import { tooLittleText } from '#ui/figure.ts';
import type { Basis } from './hashrate-order.tsx';
import { type BuyProblem, type CountsFrom, type Hashrate, type SellProblem } from './hashrate.rules.ts';

/** For prices, and what is being bought or sold. */
export const openUsdt = (amount: string, language: string): string => `${openText(amount, language)} USDT`;

/** For what the user has or has received. */
export const usdt = (amount: string, language: string): string => `${amountText(amount, language)} USDT`;

/** The field itself reports what is not an amount. */
export function buyProblemText(
  problem: BuyProblem | null | undefined,
  { config, funds }: Basis,
  language: string,
): string | undefined {
  if (problem === 'step') {
    const size = openText(config.hashrateStep, language);
    return t`Hashrate is sold in steps of ${size}.`;
  }
  if (problem === 'balance') return tooLittleText(usdt(funds, language));
  return undefined;
}

export function sellProblemText(
  problem: SellProblem | null | undefined,
  ownHashrate: Hashrate,
  language: string,
): string | undefined {
  if (problem === 'purchased') {
    const purchased = amountText(ownHashrate.purchased, language);
    return t`You have ${purchased} purchased hashrate.`;
  }
  return undefined;
}

export function countsFromText(from: CountsFrom): string {
  if (from === 'start') return t`The new hashrate counts from your next start.`;
  if (from === 'claim')
    return t`A running cycle keeps its hashrate. The new hashrate counts from your next claim.`;
  return t`The new hashrate counts once you activate and start a permanent miner.`;
}
