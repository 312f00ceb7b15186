// The data of a chart, and the geometry of its stacked bars: exact decimal strings in, shares of the chart's height
// out. Only the picture is approximate.

export interface ChartSeries {
  name: string;
  tone: 'amber' | 'basalt' | 'malachite';
}

export interface ChartBar {
  key: string;
  /** What the bar represents, such as its day. */
  label: string;
  /** Decimal strings, one for each series. */
  values: readonly string[];
}

interface Scale {
  /** The tallest bar's sum, the unit of all heights. */
  most: number;
  /** For each bar, its parts from the bottom up: start and height, as shares of the chart's height (0..1). */
  bars: { from: number; size: number }[][];
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** Bars start at zero, so that twice as tall means twice as much; the tallest one fills the height. */
export function scaleOf(bars: readonly (readonly string[])[]): Scale {
  const numbers = bars.map((values) => values.map(Number));
  const most = Math.max(0, ...numbers.map(sum));
  return {
    most,
    bars: numbers.map((values) =>
      values.map((value, index) => ({
        from: most === 0 ? 0 : sum(values.slice(0, index)) / most,
        size: most === 0 ? 0 : value / most,
      })),
    ),
  };
}

/** Which of `count` bars is at a position in the chart (0..1 from its left edge). */
export const barAt = (place: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(place * count)));

/** The bar that a key moves to from `index`; undefined for other keys. */
export function barByKey(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, index - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, index + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}
