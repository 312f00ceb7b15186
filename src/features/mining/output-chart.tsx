// What was claimed on each of the last 30 days, as a chart.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { DaysChart } from '#ui/days-chart.tsx';
import { useNow } from '#ui/now.ts';
import { claimsQuery } from './mining.queries.ts';
import { outputDays } from './mining.rules.ts';

export function OutputChart() {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useQuery(claimsQuery());
  const now = useNow(60_000);
  return (
    <DaysChart
      label={t`Outputs of the last 30 days`}
      series={[{ name: t`Mining`, tone: 'amber' }]}
      data={data && outputDays(data.items, now)}
      failed={isError ? errorText(error) : undefined}
      onRetry={() => void refetch()}
    >
      <Trans>Nothing was claimed on these days. Each claim stands here as a bar, on its day.</Trans>
    </DaysChart>
  );
}
