// What staking has earned, by source, and the chart of the last 30 days.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cached, cachedLong } from '#api/queries.ts';
import { STAKING_REFERRAL } from '#rules/figures.ts';
import type { TeamLevels } from '#rules/team.ts';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { useFigure } from '#ui/figure.ts';
import { Fold } from '#ui/fold.tsx';
import { DaysChart } from '#ui/days-chart.tsx';
import type { Staking } from './staking.rules.ts';

const { symbol } = BRAND;

/** Earnings of the last 30 days, by source. */
export function OutputsChart() {
  const { t } = useLingui();
  const outputs = useQuery(cached('GET /api/stake/outputs'));
  return (
    <DaysChart
      label={t`Rewards, last 30 days`}
      series={[
        { name: t`Your stakes`, tone: 'amber' },
        { name: t`Team`, tone: 'basalt' },
        { name: t`Repurchase share`, tone: 'malachite' },
      ]}
      data={outputs.data?.days.map(({ day, output, teamOutput, rewardShare }) => ({
        day,
        values: [output, teamOutput, rewardShare],
      }))}
      of={outputs}
    >
      <Trans>No rewards in the last 30 days.</Trans>
    </DaysChart>
  );
}

/** A figure; a sentence about its source is behind its label. */
function Reward({ label, amount, children }: { label: ReactNode; amount: string; children?: ReactNode }) {
  const figure = useFigure();
  return (
    <div className="grid grid-cols-[minmax(40%,1fr)_auto] items-baseline gap-x-4">
      <dt className="text-sm">
        {children ? (
          <Fold explains title={label}>
            {children}
          </Fold>
        ) : (
          <span className="flex min-h-11 items-center">{label}</span>
        )}
      </dt>
      <dd className="figures m-0 text-right font-semibold wrap-anywhere">{figure(amount)}</dd>
    </div>
  );
}

export function Outputs({ data }: { data: Staking }) {
  const { t } = useLingui();
  return (
    <>
      <Card title={t`Rewards`}>
        <dl className="m-0 -my-2">
          <Reward label={<Trans>Yesterday</Trans>} amount={data.yesterdayOutput} />
        </dl>
        <h3 className="m-0 mt-4 border-t border-line pt-3 text-xs font-semibold text-muted">
          <Trans>In total</Trans>
        </h3>
        <dl className="m-0 -mb-2 divide-y divide-line">
          <Reward label={<Trans>Your stakes</Trans>} amount={data.cumulativeOutput}>
            <Trans>Newly issued {symbol}, for each full 24 hours.</Trans>
          </Reward>
          <Reward label={<Trans>Team</Trans>} amount={data.teamOutput}>
            <TeamRates />
          </Reward>
          <Reward label={<Trans>Repurchase share</Trans>} amount={data.rewardShare}>
            <Trans>Stakers share half of the {symbol} the repurchase fund buys.</Trans>
          </Reward>
        </dl>
      </Card>
      <OutputsChart />
    </>
  );
}

const asLevels = (levels: number | undefined): TeamLevels => (levels === 1 || levels === 2 ? levels : 3);

/** The shares of the levels that are paid here, with the full table until the server has answered. */
function TeamRates() {
  const { i18n } = useLingui();
  const { data } = useQuery(cachedLong('GET /api/index'));
  const levels = asLevels(data?.features.teamLevels);
  const [direct, indirect, third] = STAKING_REFERRAL.map((rate) => percentText(Number(rate), i18n.locale));
  if (levels === 1) return <Trans>{direct} of what your direct members' stakes pay, on top of theirs.</Trans>;
  if (levels === 2)
    return (
      <Trans>
        {direct} and {indirect} of what your members' stakes pay, by level, on top of theirs.
      </Trans>
    );
  return (
    <Trans>
      {direct}, {indirect} and {third} of what your members' stakes pay, by level, on top of theirs.
    </Trans>
  );
}
