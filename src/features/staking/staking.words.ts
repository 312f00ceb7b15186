// What keeps a stake from being made, in words.
import { t } from '@lingui/core/macro';
import { adit, openAdit } from '#ui/figure.ts';

export function amountProblemText(
  problem: 'small' | 'balance',
  { balance, min }: { balance: string; min: string },
  language: string,
): string {
  if (problem === 'small') {
    const least = openAdit(min, language);
    return t`The smallest stake is ${least}.`;
  }
  const held = adit(balance, language);
  return t`Insufficient balance: you have ${held}.`;
}
