// Stacked bars over time. A finger, a mouse or the arrow keys select a bar, whose figures are shown above; the same
// figures are available as a table. It is 1.6 kB in Brotli; a library (uPlot) is 20 kB and draws on a canvas, which
// screen readers cannot read.
import { Trans } from '@lingui/react/macro';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { type ChartBar, type ChartSeries, barAt, barByKey, scaleOf } from './chart-scale.ts';
import { cx } from './class-names.ts';

// The figures of a chart as a table, newest first: for screen readers, and for anyone who wants exact figures.

interface TableProps {
  label: string;
  unit: string;
  series: readonly ChartSeries[];
  bars: readonly ChartBar[];
  write: (value: string) => string;
}

export function ChartTable({ label, unit, series, bars, write }: TableProps) {
  return (
    <table className="figures w-full border-collapse text-xs">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className="border-b border-line align-bottom text-muted">
          <th scope="col" className="py-2 pr-2 text-left font-medium">
            {unit}
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className="py-2 pl-2 text-right font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map(({ key, label: day, values }) => (
          <tr key={key} className="border-b border-line last:border-0">
            <th scope="row" className="py-2 pr-2 text-left font-normal">
              {day}
            </th>
            {series.map(({ name }, place) => (
              <td key={name} className="py-2 pl-2 text-right wrap-anywhere">
                {write(values[place] ?? '0')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const FILLS = { amber: 'fill-amber-deep', basalt: 'fill-basalt-3', malachite: 'fill-malachite' } as const;
const SWATCHES = { amber: 'bg-amber-deep', basalt: 'bg-basalt-3', malachite: 'bg-malachite' } as const;

interface ChartProps {
  /** For screen readers. */
  label: string;
  /** Heading of the table's first column. */
  unit: string;
  /** From the bottom up. */
  series: readonly ChartSeries[];
  /** Oldest first; at least one. The last one is selected initially. */
  bars: readonly ChartBar[];
  /** Formats a figure, including the coin. */
  write: (value: string) => string;
}

/** A bar takes 10 units of width in the drawing, which is stretched to the available width. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 100;

export function BarChart({ label, unit, series, bars, write }: ChartProps) {
  const [chosen, setChosen] = useState<string>();
  const [table, setTable] = useState(false);
  const found = bars.findIndex(({ key }) => key === chosen);
  const index = found < 0 ? bars.length - 1 : found;
  const bar = bars[index];
  if (!bar) return null;
  const choose = (next: number | undefined) => next !== undefined && setChosen(bars[next]?.key);
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(barAt((event.clientX - left) / width, bars.length));
  };
  const press = (event: KeyboardEvent) => {
    const next = barByKey(event.key, index, bars.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  const figures = series.map(({ name }, place) => `${name} ${write(bar.values[place] ?? '0')}`);
  return (
    <div>
      <div aria-hidden="true">
        <Legend series={series} bar={bar} write={write} />
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={index + 1}
        aria-valuetext={`${bar.label}: ${figures.join(', ')}`}
        onPointerDown={point}
        onPointerMove={(event) => (event.pointerType === 'mouse' || event.buttons > 0) && point(event)}
        onKeyDown={press}
        className="mt-3 cursor-crosshair touch-pan-y rounded-lg select-none"
      >
        <Bars series={series} bars={bars} index={index} />
      </div>
      <div
        aria-hidden="true"
        className="figures mt-1 flex justify-between gap-3 border-t border-line pt-1 text-xs text-muted"
      >
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <button
        type="button"
        aria-expanded={table}
        onClick={() => setTable(!table)}
        className="mt-1 flex min-h-11 items-center rounded-control text-sm font-semibold"
      >
        {table ? <Trans>Hide the table</Trans> : <Trans>Show as a table</Trans>}
      </button>
      {table && <ChartTable label={label} unit={unit} series={series} bars={bars} write={write} />}
    </div>
  );
}

/** Equally tall for every bar, so that nothing jumps while a finger glides over them. */
function Legend({ series, bar, write }: Pick<ChartProps, 'series' | 'write'> & { bar: ChartBar }) {
  return (
    <>
      <p className="figures m-0 text-xs text-muted">{bar.label}</p>
      <ul className="m-0 mt-1 grid list-none gap-1 p-0">
        {series.map(({ name, tone }, place) => (
          <li key={name} className="flex items-baseline gap-2 text-sm">
            <span className={cx('size-2.5 shrink-0 self-center rounded-[3px]', SWATCHES[tone])} />
            <span className="min-w-0 grow text-muted">{name}</span>
            <span className="figures shrink-0 text-right font-semibold">
              {write(bar.values[place] ?? '0')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Bars({ series, bars, index }: Pick<ChartProps, 'series' | 'bars'> & { index: number }) {
  const scale = scaleOf(bars.map(({ values }) => values));
  return (
    <svg
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-32 w-full animate-rise"
      aria-hidden="true"
    >
      <rect x={index * STEP} width={STEP} height={HEIGHT} className="fill-wash" />
      {scale.bars.map((parts, at) =>
        parts.map(({ from, size }, place) => (
          <rect
            key={`${bars[at]?.key} ${series[place]?.name}`}
            x={at * STEP + (STEP - BAR) / 2}
            y={HEIGHT * (1 - from - size)}
            width={BAR}
            height={HEIGHT * size}
            className={FILLS[series[place]?.tone ?? 'amber']}
          />
        )),
      )}
    </svg>
  );
}
