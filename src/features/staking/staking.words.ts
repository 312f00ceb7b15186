// What keeps a stake from being made, in words.
import { t } from '@lingui/core/macro';
import { adit, openAdit } from '#ui/figure.ts';
import type { AmountProblem } from './staking.rules.ts';

export function amountProblemText(
  problem: AmountProblem,
  { balance, min }: { balance: string; min: string },
  language: string,
): string {
  if (problem === 'empty') return t`Please enter amount`;
  if (problem === 'invalid') return t`Please enter a valid amount`;
  if (problem === 'small') {
    const least = openAdit(min, language);
    return t`The smallest stake is ${least}.`;
  }
  const held = adit(balance, language);
  return t`Insufficient balance: you have ${held}.`;
}
