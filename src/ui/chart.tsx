// Bars or a line over time, with axes. A finger, a mouse or the arrow keys select a point, whose figures are shown
// above; the same figures are available as a table. It is 2.5 kB after Brotli compression; a library (uPlot) is 20 kB
// and draws on a canvas, which screen readers cannot read.
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react';
import {
  type ChartPoint,
  type ChartSeries,
  barsOf,
  lineOf,
  nearest,
  placesOf,
  pointByKey,
} from './chart-scale.ts';
import { cx } from './class-names.ts';

/** Lines and quiet text, on white and on a hero. */
const edge = (dark: boolean): string => (dark ? 'border-white/15' : 'border-line');
const quiet = (dark: boolean): string => (dark ? 'text-mist' : 'text-muted');

// The figures of a chart as a table, newest first: for screen readers, and for anyone who wants exact figures.

interface TableProps {
  label: string;
  unit: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  write: (value: string) => string;
  dark: boolean;
}

function ChartTable({ label, unit, series, points, write, dark }: TableProps) {
  return (
    <table className="figures w-full border-collapse text-sm">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr className={cx('border-b align-bottom', edge(dark), quiet(dark))}>
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
        {points.toReversed().map(({ key, label: day, values }) => (
          <tr key={key} className={cx('border-b last:border-0', edge(dark))}>
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
  kind?: 'bars' | 'line';
  /** From the bottom up. A line has one. */
  series: readonly ChartSeries[];
  /** Oldest first; at least one. The last one is selected initially. */
  points: readonly ChartPoint[];
  /** Formats a figure, including the coin. */
  write: (value: string) => string;
  /** On a hero. */
  dark?: boolean;
}

export function Chart({ label, unit, kind = 'bars', series, points, write, dark = false }: ChartProps) {
  const [chosen, setChosen] = useState<string>();
  const [table, setTable] = useState(false);
  const found = points.findIndex(({ key }) => key === chosen);
  const index = found < 0 ? points.length - 1 : found;
  const point = points[index];
  if (!point) return null;
  const choose = (next: number) => setChosen(points[next]?.key);
  const touch = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(nearest((event.clientX - left) / width, placesOf(points)));
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = pointByKey(event.key, index, points.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  const isLine = kind === 'line';
  const figures = series.map(({ name }, place) => `${name} ${write(point.values[place] ?? '0')}`);
  const { picture, ticks } = isLine ? lineParts(points, index, dark) : barParts(points, index, series);
  const middle = isLine ? middleOf(points) : undefined;
  return (
    <div>
      <div aria-hidden="true">
        {isLine ? (
          <p className="figures m-0 flex justify-between gap-3 text-sm">
            <span className={quiet(dark)}>{point.label}</span>
            <span className="font-semibold">{write(point.values[0] ?? '0')}</span>
          </p>
        ) : (
          <Legend series={series} point={point} write={write} />
        )}
      </div>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <div
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={points.length}
          aria-valuenow={index + 1}
          aria-valuetext={`${point.label}: ${figures.join(', ')}`}
          onPointerDown={touch}
          onPointerMove={(event) => (event.pointerType === 'mouse' || event.buttons > 0) && touch(event)}
          onKeyDown={press}
          className={cx(
            'relative cursor-crosshair touch-pan-y rounded-lg select-none',
            dark ? 'h-24' : 'h-32',
          )}
        >
          {ticks.map(({ value, place }) => (
            <span
              key={value}
              className={cx('absolute inset-x-0 border-t border-dashed', edge(dark))}
              style={{ bottom: `${place * 100}%` }}
            />
          ))}
          {picture}
        </div>
        <Axis ticks={ticks} dark={dark} />
        <div
          aria-hidden="true"
          className={cx(
            'figures col-start-1 mt-1 flex justify-between gap-3 border-t pt-1 text-xs',
            edge(dark),
            quiet(dark),
          )}
        >
          {[points[0], middle, points.at(-1)].map(
            (one, place) =>
              one && <span key={['first', 'middle', 'last'][place]}>{one.short ?? one.label}</span>,
          )}
        </div>
      </div>
      <button
        type="button"
        aria-expanded={table}
        onClick={() => setTable(!table)}
        className="mt-1 flex min-h-11 items-center rounded-control text-sm font-semibold"
      >
        {table ? <Trans>Hide the table</Trans> : <Trans>Show as a table</Trans>}
      </button>
      {table && (
        <ChartTable label={label} unit={unit} series={series} points={points} write={write} dark={dark} />
      )}
    </div>
  );
}

/** The point that may be labelled below the middle of the chart; none if no point is there. */
function middleOf(points: readonly ChartPoint[]): ChartPoint | undefined {
  const places = placesOf(points);
  const index = nearest(0.5, places);
  const isInner = index > 0 && index < points.length - 1;
  return isInner && Math.abs((places[index] ?? 0) - 0.5) < 0.1 ? points[index] : undefined;
}

/** Values beside the lines across the chart, in a column as wide as the widest. */
function Axis({ ticks, dark }: { ticks: { value: number; place: number }[]; dark: boolean }) {
  const { i18n } = useLingui();
  const format = new Intl.NumberFormat(i18n.locale, {
    notation: 'compact',
    maximumSignificantDigits: 5,
    numberingSystem: 'latn',
  });
  return (
    <div aria-hidden="true" className={cx('figures relative grid text-right text-xs', quiet(dark))}>
      {ticks.map(({ value, place }) => (
        <span
          key={value}
          className="relative [grid-area:1/1] h-0 leading-none *:block *:-translate-y-1/2"
          style={{ top: `${(1 - place) * 100}%` }}
        >
          <span>{format.format(value)}</span>
        </span>
      ))}
    </div>
  );
}

/** Equally tall for every bar, so that nothing jumps while a finger glides over them. */
function Legend({ series, point, write }: Pick<ChartProps, 'series' | 'write'> & { point: ChartPoint }) {
  return (
    <>
      <p className="figures m-0 text-sm text-muted">{point.label}</p>
      <ul className="m-0 mt-1 @container grid list-none gap-1 p-0">
        {series.map(({ name, tone }, place) => (
          <li key={name} className="flex items-baseline gap-x-2 text-sm @max-[14rem]:flex-wrap">
            <span className={cx('size-2.5 shrink-0 self-center rounded-[3px]', SWATCHES[tone])} />
            <span className="min-w-0 grow text-muted">{name}</span>
            <span className="figures shrink-0 text-right font-semibold @max-[14rem]:basis-full">
              {write(point.values[place] ?? '0')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A bar takes 10 units of width in the drawing, which is stretched to the available width. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 100;

function barParts(points: readonly ChartPoint[], index: number, series: readonly ChartSeries[]) {
  const { bars, ticks } = barsOf(points.map(({ values }) => values));
  const picture = (
    <svg
      viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="relative block size-full animate-rise"
      aria-hidden="true"
    >
      <rect x={index * STEP} width={STEP} height={HEIGHT} className="fill-wash" />
      {bars.map((parts, at) =>
        parts.map(({ from, size }, place) => (
          <rect
            key={`${points[at]?.key} ${series[place]?.name}`}
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
  return { picture, ticks };
}

const WIDTH = 100;
const pathOf = (points: readonly { x: number; y: number }[]): string =>
  points.map(({ x, y }) => `${(x * WIDTH).toFixed(2)} ${(HEIGHT * (1 - y)).toFixed(2)}`).join('L');

function lineParts(points: readonly ChartPoint[], index: number, dark: boolean) {
  const { points: placed, ticks } = lineOf(points);
  const path = pathOf(placed);
  const { x, y } = placed[index] ?? { x: 1, y: 0.5 };
  const picture = (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="relative block size-full overflow-visible"
        aria-hidden="true"
      >
        <path
          d={`M${path}V${HEIGHT}H${((placed[0]?.x ?? 0) * WIDTH).toFixed(2)}z`}
          className="fill-amber-deep opacity-15"
        />
        <path
          d={`M${path}`}
          fill="none"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className={dark ? 'stroke-amber' : 'stroke-amber-deep'}
        />
      </svg>
      <span
        className={cx('absolute inset-y-0 border-l', dark ? 'border-white/30' : 'border-faint')}
        style={{ left: `${x * 100}%` }}
      />
      <span
        className={cx(
          'absolute -mb-1 -ml-1 size-2.5 rounded-full ring-2',
          dark ? 'bg-white ring-basalt' : 'bg-amber-deep ring-white',
        )}
        style={{ left: `${x * 100}%`, bottom: `${y * 100}%` }}
      />
    </>
  );
  return { picture, ticks };
}

/** A line without axes in a row of a list, which says the same as text. */
export function Sparkline({ points }: { points: readonly ChartPoint[] }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-6 w-14 shrink-0 overflow-visible"
      aria-hidden="true"
    >
      {points.length > 1 && (
        <path
          d={`M${pathOf(lineOf(points).points)}`}
          fill="none"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className="stroke-amber-deep"
        />
      )}
    </svg>
  );
}

interface RangesProps<R extends string> {
  /** In their order. */
  names: Readonly<Record<R, string>>;
  range: R;
  onChange: (range: R) => void;
  dark?: boolean;
}

/** How far back a chart goes: native radio buttons, so that arrow keys, focus and announcements come from the browser. */
export function Ranges<R extends string>({ names, range, onChange, dark = false }: RangesProps<R>) {
  const { t } = useLingui();
  const group = useId();
  return (
    <div role="radiogroup" aria-label={t`Range`} className="flex gap-1">
      {(Object.keys(names) as R[]).map((name) => (
        <label
          key={name}
          className={cx(
            'relative flex min-h-11 grow cursor-pointer items-center justify-center rounded-control text-sm font-semibold select-none has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
            name === range ? (dark ? 'bg-white/15' : 'bg-wash') : quiet(dark),
          )}
        >
          <input
            type="radio"
            name={group}
            checked={name === range}
            onChange={() => onChange(name)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {names[name]}
        </label>
      ))}
    </div>
  );
}
