// What each level of members earns: the single table of referral rates, for the levels enabled here.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { cached } from '#api/queries.ts';
import type { Output } from '#contract';
import { COMMISSION_RATES, LEVELS } from '#rules/team.ts';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { Fold } from '#ui/fold.tsx';
import { Missing } from '#ui/try-again.tsx';
import { raceReferral } from './team.rules.ts';

const { symbol } = BRAND;

type Features = Output<'GET /api/index'>['features'];

const CELL = 'border-t border-line py-2.5 text-left font-normal';

export function Rates({ features }: { features: Features }) {
  const { t, i18n } = useLingui();
  const { teamLevels, staking } = features;
  const config = useQuery(cached('GET /api/game/config'));
  const referral = raceReferral(features, config.data);
  const percent = (rate: string | undefined) => percentText(Number(rate ?? 0), i18n.locale);
  const who = [t`Your friends`, t`Their friends`, t`Level 2's friends`];
  return (
    <Card title={t`Your bonus`}>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr className="align-bottom text-xs text-muted">
              <th scope="col" className="pb-2 text-left font-normal">
                <Trans>Members</Trans>
              </th>
              <th scope="col" className="pb-2 pl-3 text-right font-normal text-pretty">
                <Trans>Hashrate</Trans>
              </th>
              {staking && (
                <th scope="col" className="pb-2 pl-3 text-right font-normal text-pretty">
                  <Trans>Staking</Trans>
                </th>
              )}
              {referral && (
                <th scope="col" className="pb-2 pl-3 text-right font-normal text-pretty">
                  <Trans>Race</Trans>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {LEVELS.slice(0, teamLevels).map((level) => (
              <tr key={level}>
                <th scope="row" className={CELL}>
                  <span className="block font-medium">
                    <Trans>Level {level}</Trans>
                  </span>
                  <span className="block text-sm leading-snug text-pretty text-muted">{who[level - 1]}</span>
                </th>
                <td className={`${CELL} figures pl-3 text-right! font-semibold!`}>
                  {percent(COMMISSION_RATES.mining[level - 1])}
                </td>
                {staking && (
                  <td className={`${CELL} figures pl-3 text-right! font-semibold!`}>
                    {percent(COMMISSION_RATES.staking[level - 1])}
                  </td>
                )}
                {referral && (
                  <td className={`${CELL} figures pl-3 text-right! font-semibold!`}>
                    {percent(referral[level - 1])}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {features.race && <Missing of={config} />}
      <Fold className="-mb-2 border-t border-line" title={<Trans>How it works</Trans>}>
        <ul className="m-0 grid list-disc gap-2 pb-2 pl-5 text-sm text-pretty">
          <li>
            <Trans>
              Hashrate: a share of your verified members' hashrate, added at your miner's next start.
            </Trans>
          </li>
          {staking && (
            <li>
              <Trans>Staking: a share of their staking rewards, in newly issued {symbol}.</Trans>
            </li>
          )}
          {referral && (
            <li>
              <Trans>Race: a share of what they bet, win or lose.</Trans>
            </li>
          )}
          <li>
            <Trans>It's paid on top: it takes nothing from your members.</Trans>
          </li>
        </ul>
      </Fold>
    </Card>
  );
}
