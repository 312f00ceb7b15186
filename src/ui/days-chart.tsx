// The card with a chart of the last 30 days, today last, and its placeholder. The days are Singapore days, as
// everywhere in the app.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { dayText } from '#lib/day.ts';
import { areAmountsHidden } from '#lib/hide-amounts.ts';
import { Card } from './card.tsx';
import { type ChartDay, sumsOf } from '#lib/chart-days.ts';
import { Chart } from './chart.tsx';
import type { ChartSeries } from './chart-scale.ts';
import { useFigure } from './figure.ts';
import { type AskedQuery, Missing } from './try-again.tsx';
import { Skeleton } from './views.tsx';

interface DaysChartProps {
  /** By default, it says that these are the last 30 days. */
  title?: string;
  /** For screen readers. */
  label: string;
  series: readonly ChartSeries[];
  /** Oldest first: amounts of the token. Undefined while it loads. */
  data: readonly ChartDay[] | undefined;
  /** The query that the data comes from. */
  of: AskedQuery;
  /** Shown while there is nothing in the chart. */
  children: ReactNode;
}

export function DaysChart({ title, data, of, children, ...rest }: DaysChartProps) {
  const { t } = useLingui();
  return (
    <Card title={title ?? t`Last 30 days`}>
      {data ? (
        sumsOf(data).total === '0' ? (
          <Empty>{children}</Empty>
        ) : areAmountsHidden() ? (
          <Empty>
            <Trans>Amounts are hidden.</Trans>
          </Empty>
        ) : (
          <Filled data={data} {...rest} />
        )
      ) : of.error ? (
        <Missing of={of} className="min-h-73" />
      ) : (
        <div role="status" aria-label={t`Loading`} className="min-h-73">
          <Skeleton className="h-22" />
          <Skeleton className="mt-3 h-32" />
        </div>
      )}
    </Card>
  );
}

/** The baseline of the future bars. */
const Empty = ({ children }: { children: ReactNode }) => (
  <>
    <div aria-hidden="true" className="mt-6 mb-3 flex gap-1">
      {Array.from({ length: 30 }, (_, day) => `day ${day}`).map((key) => (
        <span key={key} className="h-1 grow rounded-full bg-line" />
      ))}
    </div>
    <p className="m-0 text-sm text-pretty text-muted">{children}</p>
  </>
);

function Filled({
  data,
  label,
  series,
}: Pick<DaysChartProps, 'label' | 'series'> & { data: readonly ChartDay[] }) {
  const { t, i18n } = useLingui();
  const figure = useFigure();
  const sums = sumsOf(data);
  const [total, best] = [figure(sums.total), figure(sums.best)];
  return (
    <>
      <Chart
        label={label}
        unit={t`Day`}
        series={series}
        points={data.map(({ day, values }) => ({
          key: day,
          label: dayText(day, i18n.locale),
          values,
        }))}
        write={figure}
      />
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>
          {total} in all, {best} on the best day. Days start at midnight, Singapore time.
        </Trans>
      </p>
    </>
  );
}
