// The outputs of the last 30 days as a chart, today last. The days are Singapore's, as everywhere in the app.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { dayText } from '#lib/day.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { BarChart } from '#ui/chart.tsx';
import { Skeleton } from '#ui/views.tsx';
import { useFigure } from '#ui/figure.ts';
import { outputsQuery } from './staking.queries.ts';
import { type OutputDay, sumsOf } from './staking.rules.ts';

const { symbol } = BRAND;

export function OutputsChart() {
  const { t } = useLingui();
  const outputs = useQuery(outputsQuery());
  return (
    <Card title={t`Last 30 days`}>
      {outputs.data ? (
        <Chart days={outputs.data.days} />
      ) : outputs.isError ? (
        <div className="flex min-h-73 flex-col items-center justify-center gap-3 text-center text-sm">
          <p role="alert" className="m-0 text-pretty">
            {errorText(outputs.error)}
          </p>
          <Button look="secondary" size="sm" onClick={() => void outputs.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <div role="status" aria-label={t`Loading`} className="min-h-73">
          <Skeleton className="h-22" />
          <Skeleton className="mt-3 h-32" />
        </div>
      )}
    </Card>
  );
}

function Chart({ days }: { days: readonly OutputDay[] }) {
  const { t, i18n } = useLingui();
  const figure = useFigure();
  const sums = sumsOf(days);
  const total = figure(sums.total);
  const best = figure(sums.best);
  if (sums.total === '0')
    return (
      <p className="m-0 pb-2 text-sm text-pretty text-muted">
        <Trans>Nothing has come in on these days. Outputs stand here as bars, one for each day.</Trans>
      </p>
    );
  return (
    <>
      <BarChart
        label={t`Outputs of the last 30 days`}
        unit={t`Day`}
        series={[
          { name: t`Your orders`, tone: 'amber' },
          { name: t`Team yield`, tone: 'basalt' },
          { name: t`Share of repurchased ${symbol}`, tone: 'malachite' },
        ]}
        bars={days.map(({ day, output, teamOutput, rewardShare }) => ({
          key: day,
          label: dayText(day, i18n.locale),
          values: [output, teamOutput, rewardShare],
        }))}
        write={figure}
      />
      <p className="m-0 text-[13px] text-pretty text-muted">
        <Trans>
          {total} in all, {best} on the best day. Days begin at midnight in Singapore.
        </Trans>
      </p>
    </>
  );
}
