// The figures of an example account, calculated by the product's rules: decimal strings.
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { STAKING_RATE, WELCOME_HASHRATE } from '#rules/figures.ts';
import { outputOf, valueOf } from '#rules/mining.ts';
import { outputOf as paidBy } from '#rules/staking.ts';

const OUTPUT = outputOf(toUnits(WELCOME_HASHRATE));
const STAKED = '1000';

export const EXAMPLE = {
  hashrate: WELCOME_HASHRATE,
  output: fromUnits(OUTPUT),
  value: fromUnits(valueOf(OUTPUT)),
  staked: STAKED,
  reward: fromUnits(paidBy(toUnits(STAKED), toUnits(STAKING_RATE))),
};
