// Charts of the past: what the account was worth, and a coin's price. Both end with the current value.
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { areAmountsHidden } from '#lib/hide-amounts.ts';
import { CLOCK, dateText, timeText } from '#lib/time.ts';
import type { Range } from '#rules/prices.ts';
import { shownText } from '#ui/amount-shown.ts';
import { Chart, Ranges } from '#ui/chart.tsx';
import type { ChartPoint } from '#ui/chart-scale.ts';
import { cx } from '#ui/class-names.ts';
import { useNow } from '#ui/now.ts';
import { TryAgain } from '#ui/try-again.tsx';
import { Skeleton } from '#ui/views.tsx';
import { priceQuery, worthQuery } from './assets.queries.ts';
import { type Asset, changeText, priceText } from './assets.rules.ts';

interface Value {
  /** ISO time. */
  at: string;
  value: string;
}

/** Values as points of a chart, with their times as text. */
function usePoints(range: Range): (values: readonly Value[]) => ChartPoint[] {
  const { i18n } = useLingui();
  const now = useNow(60_000);
  const short: Intl.DateTimeFormatOptions = range === '24h' ? CLOCK : { day: 'numeric', month: 'short' };
  return (values) =>
    values.map(({ at, value }) => ({
      key: at,
      at: Date.parse(at),
      label: timeText(at, i18n.locale, now),
      short: dateText(at, i18n.locale, short),
      values: [value],
    }));
}

interface HistoryProps {
  range: Range;
  onRange: (range: Range) => void;
  /** For screen readers, and the name of the line. */
  label: string;
  /** Undefined while they load. */
  values: readonly Value[] | undefined;
  /** The query that they come from. */
  of: { error: Error | null; refetch: () => unknown };
  write: (value: string) => string;
  /** The values are personal, and amounts are hidden: not even the line is drawn. */
  hidden?: boolean;
  dark?: boolean;
}

/** Equally tall in every state, so that nothing below moves. */
function History({
  range,
  onRange,
  values,
  of: { error, refetch },
  label,
  hidden = false,
  dark = false,
  ...rest
}: HistoryProps) {
  const { t } = useLingui();
  const points = usePoints(range)(values ?? []);
  const quiet = cx('m-0 py-6 text-sm', dark ? 'text-mist' : 'text-muted');
  const names: Record<Range, string> = { '24h': t`24 h`, '7d': t`7 d`, '30d': t`30 d`, '90d': t`90 d` };
  return (
    <>
      <div className={dark ? 'min-h-51' : 'min-h-59'}>
        {hidden ? (
          <p className={quiet}>{t`Amounts are hidden.`}</p>
        ) : points.length > 1 ? (
          <Chart
            kind="line"
            label={label}
            unit={t`Time`}
            series={[{ name: label, tone: 'amber' }]}
            points={points}
            dark={dark}
            {...rest}
          />
        ) : error && !values ? (
          <TryAgain why={error.message} onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label={values ? undefined : t`Loading`}>
            {values ? (
              <p className={quiet}>{t`No history yet`}</p>
            ) : (
              <Skeleton dark={dark} className={cx('animate-late', dark ? 'h-36' : 'h-44')} />
            )}
          </div>
        )}
      </div>
      <Ranges names={names} range={range} onChange={onRange} dark={dark} />
    </>
  );
}

interface WorthProps {
  /** The current total, in USDT. */
  usdt: string;
  asOf: string;
}

/** What was held then, at the prices of that time. */
export function WorthChart({ usdt, asOf }: WorthProps) {
  const { t, i18n } = useLingui();
  const [range, setRange] = useState<Range>('24h');
  const worth = useQuery(worthQuery(range));
  const past = worth.data?.points.map(({ at, usdt: value }) => ({ at, value }));
  const all = past && [...past, { at: asOf, value: usdt }];
  // A line at zero says nothing.
  const values = all?.some(({ value }) => value !== '0') ? all : all && [];
  return (
    <History
      dark
      hidden={areAmountsHidden()}
      range={range}
      onRange={setRange}
      label={t`Total value`}
      values={values}
      of={worth}
      write={(value) => `${shownText(value, i18n.locale, { max: 2 })} USDT`}
    />
  );
}

/** The price of a coin, if it moves. */
export function PriceChart({ asset: { coin, price }, asOf }: { asset: Asset; asOf: string }) {
  const { t, i18n } = useLingui();
  const [range, setRange] = useState<Range>('24h');
  const prices = useQuery(priceQuery(coin, range));
  const past = prices.data?.items[0];
  const values = past?.points.map(({ at, price: value }) => ({ at, value }));
  const written = (value: string) => `${priceText(value, i18n.locale)} USDT`;
  return (
    <>
      <p className="figures m-0 mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="text-lg font-semibold">{price === null ? t`No current price` : written(price)}</span>
        <Change change={past?.change ?? null} />
      </p>
      <History
        range={range}
        onRange={setRange}
        label={t`Price`}
        values={values && price !== null ? [...values, { at: asOf, value: price }] : values}
        of={prices}
        write={written}
      />
    </>
  );
}

/** "+1.25%", in the colour of its direction; nothing if the change is negligible. */
export function Change({ change }: { change: string | null }): ReactNode {
  const { i18n } = useLingui();
  if (change === null) return null;
  const tone = change.startsWith('-')
    ? 'text-garnet'
    : /[1-9]/.test(change)
      ? 'text-malachite'
      : 'text-muted';
  return <span className={cx('figures font-medium', tone)}>{changeText(change, i18n.locale)}</span>;
}
