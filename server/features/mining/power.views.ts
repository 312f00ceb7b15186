/** An account's hashrate as the contract shows it. Pure; in smallest units. */
import type { Output } from '#contract';
import { fromUnits } from '#rules/amounts.ts';
import { HASHRATE_PRICE } from '#rules/figures.ts';
import { bonusOf, resalePrice } from '#rules/hashrate.ts';
import type { TeamLevels } from '#rules/team.ts';
import type { MinerFacts } from './mining.views.ts';

type PowerView = Output<'GET /api/mining/power'>;

/** All hashrate of an account as the contract shows it: what a cycle started now would run on. */
export function powerView(
  { gifted, purchased, team }: Pick<MinerFacts, 'gifted' | 'purchased' | 'team'>,
  levels: TeamLevels,
): PowerView {
  const [direct, indirect, third] = bonusOf(team, levels);
  return {
    power: fromUnits(gifted + purchased + direct + indirect + third),
    gifted: fromUnits(gifted),
    purchased: fromUnits(purchased),
    bonus: { direct: fromUnits(direct), indirect: fromUnits(indirect), third: fromUnits(third) },
    price: HASHRATE_PRICE,
    resalePrice: fromUnits(resalePrice()),
  };
}
