// The data of a chart, and its geometry: exact decimal strings in, shares of the chart's width and height out (0..1,
// from the left and from the bottom). Only the picture is approximate.

export interface ChartSeries {
  name: string;
  tone: 'amber' | 'basalt' | 'malachite';
}

export interface ChartPoint {
  key: string;
  /** What the point represents, such as its day. */
  label: string;
  /** A shorter form for where space is tight: below the chart. */
  short?: string;
  /** Decimal strings, one for each series. */
  values: readonly string[];
  /** Milliseconds; points of a line are as far apart as their times. */
  at?: number;
}

interface Tick {
  value: number;
  /** Its height. */
  place: number;
}

interface Bars {
  /** For each bar, its parts from the bottom up: start and height. */
  bars: { from: number; size: number }[][];
  ticks: Tick[];
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** About this many lines cross a chart. */
const TICKS = 3;

/** Round values from `low` to `high` (1, 2 or 5 times a power of ten apart), none without a span. */
export function ticksBetween(low: number, high: number): number[] {
  const rough = (high - low) / TICKS;
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, place) => Number(((first + place) * step).toPrecision(12)));
}

/** Bars start at zero, so that twice as tall means twice as much; the tallest one fills the height. */
export function barsOf(all: readonly (readonly string[])[]): Bars {
  const numbers = all.map((values) => values.map(Number));
  const most = Math.max(0, ...numbers.map(sum));
  const share = (value: number) => (most === 0 ? 0 : value / most);
  return {
    bars: numbers.map((values) =>
      values.map((value, index) => ({ from: share(sum(values.slice(0, index))), size: share(value) })),
    ),
    ticks: ticksBetween(0, most).map((value) => ({ value, place: share(value) })),
  };
}

interface Line {
  points: { x: number; y: number }[];
  ticks: Tick[];
}

/** Space above the highest and below the lowest point of a line. */
const MARGIN = 0.08;

/** A line shows differences: it spans the height whatever its values are, and lies in the middle if they are all the same. */
export function lineOf(all: readonly Pick<ChartPoint, 'values' | 'at'>[]): Line {
  const values = all.map(({ values: [value] }) => Number(value));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const height = (value: number) =>
    high > low ? MARGIN + ((value - low) / (high - low)) * (1 - 2 * MARGIN) : 0.5;
  const xs = placesOf(all);
  const ticks = high > low ? ticksBetween(low, high) : values.slice(0, 1);
  return {
    points: values.map((value, index) => ({ x: xs[index] ?? 0, y: height(value) })),
    ticks: ticks.map((value) => ({ value, place: height(value) })),
  };
}

/** Where points are from left to right: by their times, or without times in the middle of equally wide bars. */
export function placesOf(all: readonly Pick<ChartPoint, 'at'>[]): number[] {
  const times = all.map(({ at }) => at);
  const [first, last] = [times[0], times.at(-1)];
  return times.map((at, index) =>
    at === undefined || first === undefined || last === undefined || last <= first
      ? (index + 0.5) / all.length
      : (at - first) / (last - first),
  );
}

/** Which point is nearest to a position in the chart (0..1 from its left edge). */
export const nearest = (place: number, places: readonly number[]): number =>
  places.reduce(
    (best, one, index) => (Math.abs(one - place) < Math.abs((places[best] ?? 0) - place) ? index : best),
    0,
  );

/** The point that a key moves to from `index`; undefined for other keys. */
export function pointByKey(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, index - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, index + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
