// What each level of members earns: the single table of referral rates, for the levels enabled here.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '#contract';
import { COMMISSION_RATES, LEVELS } from '#rules/team.ts';
import { percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { raceConfigQuery } from './team.queries.ts';
import { raceReferral } from './team.rules.ts';

const { symbol } = BRAND;

type Features = Output<'GET /api/index'>['features'];

const CELL = 'border-t border-line py-2.5 text-left font-normal';

export function Rates({ features }: { features: Features }) {
  const { t, i18n } = useLingui();
  const { teamLevels, staking } = features;
  const config = useQuery(raceConfigQuery());
  const referral = raceReferral(features, config.data);
  const percent = (rate: string | undefined) => percentText(Number(rate ?? 0), i18n.locale);
  const who = [
    t`You invited them yourself`,
    t`Invited by somebody on level 1`,
    t`Invited by somebody on level 2`,
  ];
  return (
    <Card title={t`What each level brings`}>
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="align-bottom text-xs text-muted">
            <th scope="col" className="pb-2 text-left font-normal">
              <Trans>Members</Trans>
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-normal text-pretty">
              <Trans>Hashrate bonus</Trans>
            </th>
            {staking && (
              <th scope="col" className="pb-2 pl-3 text-right font-normal text-pretty">
                <Trans>Staking yields</Trans>
              </th>
            )}
            {referral && (
              <th scope="col" className="pb-2 pl-3 text-right font-normal text-pretty">
                <Trans>Race stakes</Trans>
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
      <p className="m-0 mt-2 border-t border-line pt-3 text-sm text-pretty text-muted">
        <Trans>
          The hashrate bonus is a share of the own hashrate of members whose verification is approved. Your
          miner works with it from its next start; it is not paid as coins.
        </Trans>
      </p>
      {staking && (
        <p className="m-0 mt-2 text-sm text-pretty text-muted">
          <Trans>
            Staking yields are a share of what a member's stake pays every 24 hours. They are newly issued{' '}
            {symbol}, paid on top: members get as much as without you. Who stakes nothing brings nothing.
          </Trans>
        </p>
      )}
      {referral && (
        <p className="m-0 mt-2 text-sm text-pretty text-muted">
          <Trans>
            Race stakes bring you a share of what members bet, whether they win or lose. It is paid on top
            when the race is settled.
          </Trans>
        </p>
      )}
    </Card>
  );
}
