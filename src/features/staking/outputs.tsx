// What staking has earned, by source, and the chart of the last 30 days.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { STAKING_REFERRAL } from '#rules/figures.ts';
import type { TeamLevels } from '#rules/team.ts';
import { percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { useFigure } from '#ui/figure.ts';
import { errorText } from '#api/errors.ts';
import { DaysChart } from '#ui/days-chart.tsx';
import { featuresQuery, outputsQuery } from './staking.queries.ts';
import { type Staking, sumsOf } from './staking.rules.ts';

const { symbol } = BRAND;

/** Earnings of the last 30 days, by source. */
function OutputsChart() {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery(outputsQuery());
  return (
    <DaysChart
      label={t`Outputs of the last 30 days`}
      series={[
        { name: t`Your orders`, tone: 'amber' },
        { name: t`Team yield`, tone: 'basalt' },
        { name: t`Share of repurchased ${symbol}`, tone: 'malachite' },
      ]}
      data={
        data && {
          ...sumsOf(data.days),
          days: data.days.map(({ day, output, teamOutput, rewardShare }) => ({
            day,
            values: [output, teamOutput, rewardShare],
          })),
        }
      }
      failed={isError ? errorText(error) : undefined}
      onRetry={() => void refetch()}
    >
      <Trans>Nothing has come in on these days. Outputs stand here as bars, one for each day.</Trans>
    </DaysChart>
  );
}

/** A figure with a sentence that explains its source. */
function Yield({ label, amount, children }: { label: ReactNode; amount: string; children?: ReactNode }) {
  const figure = useFigure();
  return (
    <div className="grid grid-cols-[minmax(40%,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-2.5">
      <dt className="text-sm">{label}</dt>
      <dd className="figures m-0 text-right font-semibold wrap-anywhere">{figure(amount)}</dd>
      {children && <dd className="col-span-2 m-0 text-sm text-pretty text-muted">{children}</dd>}
    </div>
  );
}

export function Outputs({ data }: { data: Staking }) {
  const { t } = useLingui();
  return (
    <>
      <Card title={t`Outputs`}>
        <dl className="m-0 -my-2.5 divide-y divide-line">
          <Yield label={<Trans>Yesterday</Trans>} amount={data.yesterdayOutput} />
          <Yield label={<Trans>Your orders, in all</Trans>} amount={data.cumulativeOutput}>
            <Trans>Newly issued {symbol}, for each whole 24 hours of an order.</Trans>
          </Yield>
          <Yield label={<Trans>Team yield</Trans>} amount={data.teamOutput}>
            <TeamRates />
          </Yield>
          <Yield label={<Trans>Share of repurchased {symbol}</Trans>} amount={data.rewardShare}>
            <Trans>
              Half of the {symbol} that the repurchase fund buys, shared among stakers by amount with their
              next output.
            </Trans>
          </Yield>
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
  const { data } = useQuery(featuresQuery());
  const levels = asLevels(data?.features.teamLevels);
  const [direct, indirect, third] = STAKING_REFERRAL.map((rate) => percentText(Number(rate), i18n.locale));
  if (levels === 1)
    return (
      <Trans>
        {direct} of the outputs of people you invited, newly issued besides; nothing is taken from them.
      </Trans>
    );
  if (levels === 2)
    return (
      <Trans>
        {direct} and {indirect} of the outputs of your team's two levels, newly issued besides; nothing is
        taken from them.
      </Trans>
    );
  return (
    <Trans>
      {direct}, {indirect} and {third} of the outputs of your team's three levels, newly issued besides;
      nothing is taken from them.
    </Trans>
  );
}
