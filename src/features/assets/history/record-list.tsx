// The rows of the fund history under their days. Only the visible rows and a few around them are rendered. Every row's
// height is known, so that nothing jumps, and the visible rows stay in place when newer ones arrive above.
import { useLingui } from '@lingui/react/macro';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FundRecord } from '#features/assets/record-words.ts';
import { clockOf } from '#lib/time.ts';
import { useNow } from '#ui/now.ts';
import { useWide } from '#ui/wide.ts';
import { isNarrow, remPx, useTop } from '#ui/window-list.ts';
import { RecordRow } from '#features/assets/record-row.tsx';
import { cx } from '#ui/class-names.ts';
import { type Built, type Day, entriesOf, type Entry, type FundPage, type Row } from './history.rules.ts';
import { dayText } from './times.ts';

interface DaySectionProps {
  day: Day;
  rows: readonly Row[];
  rowPx: number;
  dayPx: number;
  /** Milliseconds since the epoch; determines which day is today. */
  now: number;
  /** There is room for the balance after each row. */
  wide: boolean;
  narrow: boolean;
  onOpen: (record: FundRecord) => void;
  /** The record whose details are beside the list, '' for none; undefined where they open in a sheet. */
  chosen: string | undefined;
}

/**
 * One day of the fund history: as tall as all its loaded rows, so that its heading stays visible while they scroll
 * past; only the rows needed now are rendered in it.
 */
function DaySection({ day, rows, rowPx, dayPx, now, wide, narrow, onOpen, chosen }: DaySectionProps) {
  const { i18n } = useLingui();
  const heading = useId();
  const top = day.above * dayPx + (day.index - day.above) * rowPx;
  return (
    <section className="absolute inset-x-0" style={{ top, height: dayPx + day.rows * rowPx }}>
      <h2
        id={heading}
        className="sticky top-[calc(env(safe-area-inset-top)+14*var(--spacing)+var(--filters))] z-1 m-0 flex items-end bg-page px-1 pb-2 text-xs font-semibold text-muted"
        style={{ height: dayPx }}
      >
        {dayText(day.at, i18n.locale, now)}
      </h2>
      <ul
        aria-labelledby={heading}
        // White even where rows are not rendered yet: a fast swipe shows an empty card instead of holes.
        className={cx(
          'absolute inset-x-0 bottom-0 m-0 list-none overflow-clip rounded-t-card bg-white p-0 outline-1 -outline-offset-1 outline-line',
          day.complete && 'rounded-b-card',
        )}
        style={{ top: dayPx }}
      >
        {rows.map(({ key, record, given, place }) => (
          <li
            key={key}
            aria-posinset={place}
            aria-setsize={day.complete ? day.rows : -1}
            className={cx(
              'absolute inset-x-0 border-t border-line px-4 contain-strict',
              chosen === record.id && 'bg-amber-wash',
            )}
            style={{ top: (place - 1) * rowPx, height: rowPx }}
          >
            <RecordRow
              record={record}
              given={given}
              time={clockOf(record.time, i18n.locale)}
              onOpen={onOpen}
              wide={wide}
              narrow={narrow}
              chosen={chosen === undefined ? undefined : chosen === record.id}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Heights in rem, so that they scale with the user's font size. */
const ROW_REM = 4.25;
const NARROW_REM = 7;
const DAY_REM = 2.75;
/** Rows rendered beyond the visible ones. */
const DRAWN_AROUND = 6;
/** More rows are requested this many rows before the end: most of a page, so that a fling rarely reaches the end. */
const ASK_AHEAD = 40;

/** The entries built so far, by first page: each further page extends them. */
const built = new WeakMap<FundPage, Built>();

function builtOf(pages: readonly FundPage[], complete: boolean): readonly Entry[] {
  const [first] = pages;
  if (!first) return [];
  const now = entriesOf(pages, complete, built.get(first));
  built.set(first, now);
  return now.entries;
}

interface RecordListProps {
  pages: readonly FundPage[];
  /** There are older rows; `onMore` requests them, repeatedly while the end is near. */
  more: boolean;
  onMore: () => void;
  onOpen: (record: FundRecord) => void;
  /** The record whose details are beside the list, as for a day. */
  chosen: string | undefined;
}

export function RecordList({ pages, more, onMore, onOpen, chosen }: RecordListProps) {
  const { t } = useLingui();
  const entries = useMemo(() => builtOf(pages, !more), [pages, more]);
  const area = useRef<HTMLDivElement>(null);
  const [rem] = useState(remPx);
  const top = useTop(area);
  const now = useNow(60_000);
  const wide = useWide();
  // Reading the window's scroll position during render would cost a layout each time.
  const [scrolled, setScrolled] = useState(false);
  const narrow = isNarrow(rem);
  const [rowPx, dayPx] = [(narrow ? NARROW_REM : ROW_REM) * rem, DAY_REM * rem];
  // oxlint-disable-next-line react/incompatible-library -- there is no React Compiler here that could memoize it
  const virtual = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => (entries[index]?.kind === 'day' ? dayPx : rowPx),
    getItemKey: useCallback((index: number) => entries[index]?.key ?? index, [entries]),
    overscan: DRAWN_AROUND,
    // Inside the scroll event, React's work would be part of the frame; after it, both take half as long.
    useFlushSync: false,
    scrollMargin: top,
    // Newer rows push down what is being read; at the very top they are meant to be seen.
    anchorTo: scrolled ? 'end' : 'start',
    onChange: ({ scrollOffset }) => setScrolled((scrollOffset ?? 0) > top),
  });
  const drawn = virtual.getVirtualItems();
  const nearEnd = (drawn.at(-1)?.index ?? 0) + ASK_AHEAD >= entries.length;
  useEffect(() => {
    if (nearEnd && more) onMore();
  }, [nearEnd, more, onMore, entries]);

  const days = new Map<Day, Row[]>();
  for (const { index } of drawn) {
    const entry = entries[index];
    if (entry?.kind === 'day') days.set(entry, days.get(entry) ?? []);
    else if (entry) days.set(entry.day, [...(days.get(entry.day) ?? []), entry]);
  }
  return (
    <div
      ref={area}
      role="group"
      aria-label={t`Activity`}
      className="relative [overflow-anchor:none]"
      style={{ height: virtual.getTotalSize() }}
    >
      {[...days].map(([day, rows]) => (
        <DaySection
          key={day.key}
          day={day}
          rows={rows}
          rowPx={rowPx}
          dayPx={dayPx}
          now={now}
          // There is no room for it beside details.
          wide={wide && chosen === undefined}
          narrow={narrow}
          onOpen={onOpen}
          chosen={chosen}
        />
      ))}
    </div>
  );
}
