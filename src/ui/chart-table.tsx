// The figures of a chart as a table, newest first: for screen readers, and for anyone who wants exact figures.
import type { ChartBar, ChartSeries } from './chart-scale.ts';

interface TableProps {
  label: string;
  unit: string;
  series: readonly ChartSeries[];
  bars: readonly ChartBar[];
  write: (value: string) => string;
}

export function ChartTable({ label, unit, series, bars, write }: TableProps) {
  return (
    <table className="figures w-full border-collapse text-[13px]">
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
