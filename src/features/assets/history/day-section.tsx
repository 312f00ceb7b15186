// One day of the fund history: as tall as all its loaded rows, so that its heading stays in sight while they pass, with those
// rows in it that are to be drawn now.
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { RecordRow } from '#features/assets/record-row.tsx';
import type { FundRecord } from '#features/assets/record-words.ts';
import { cx } from '#ui/class-names.ts';
import type { Day, Row } from './history.rules.ts';
import { clockOf, dayText } from './times.ts';

interface DaySectionProps {
  day: Day;
  rows: readonly Row[];
  rowPx: number;
  dayPx: number;
  /** Milliseconds since the epoch; says which day is today. */
  now: number;
  /** There is room for the balance after each row. */
  wide: boolean;
  onOpen: (record: FundRecord) => void;
}

export function DaySection({ day, rows, rowPx, dayPx, now, wide, onOpen }: DaySectionProps) {
  const { i18n } = useLingui();
  const heading = useId();
  const top = day.above * dayPx + (day.index - day.above) * rowPx;
  return (
    <section className="absolute inset-x-0" style={{ top, height: dayPx + day.rows * rowPx }}>
      <h2
        id={heading}
        className="sticky top-[calc(env(safe-area-inset-top)+116px)] z-1 m-0 flex items-end bg-page px-1 pb-2 text-[13px] font-semibold text-muted"
        style={{ height: dayPx }}
      >
        {dayText(day.at, i18n.locale, now)}
      </h2>
      <ul
        aria-labelledby={heading}
        // White also where rows are still to be drawn: a fast swipe shows an empty card instead of holes.
        className={cx(
          'absolute inset-x-0 bottom-0 m-0 list-none overflow-clip rounded-t-card bg-white p-0 outline-1 -outline-offset-1 outline-line',
          day.complete && 'rounded-b-card',
        )}
        style={{ top: dayPx }}
      >
        {rows.map(({ key, record, place }) => (
          <li
            key={key}
            aria-posinset={place}
            aria-setsize={day.complete ? day.rows : -1}
            className="absolute inset-x-0 border-t border-line px-4 contain-strict"
            style={{ top: (place - 1) * rowPx, height: rowPx }}
          >
            <RecordRow record={record} time={clockOf(record.time, i18n.locale)} onOpen={onOpen} wide={wide} />
          </li>
        ))}
      </ul>
    </section>
  );
}
