// The outputs of the last 30 days by where they come from.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { DaysChart } from '#ui/days-chart.tsx';
import { outputsQuery } from './staking.queries.ts';
import { sumsOf } from './staking.rules.ts';

const { symbol } = BRAND;

export function OutputsChart() {
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
