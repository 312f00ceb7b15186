// The members' rows. Only the visible rows and a few around them are rendered: a team may have a hundred thousand
// members.
import { Trans, useLingui } from '@lingui/react/macro';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { useWide } from '#ui/wide.ts';
import { isNarrow, remPx, useTop } from '#ui/window-list.ts';
import { Skeleton } from '#ui/views.tsx';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { dateText } from '#lib/time.ts';
import { Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { memberText } from '#lib/member-text.ts';
import { isNew, type Member } from './team.rules.ts';

const { symbol } = BRAND;

interface MemberRowProps {
  member: Member;
  /** There is room for everything on one line. */
  wide: boolean;
  /** There is room only for one thing on a line. */
  narrow: boolean;
  withLevel: boolean;
  isNew: boolean;
}

interface FigureProps extends Pick<MemberRowProps, 'narrow'> {
  label: ReactNode;
  children: ReactNode;
}

const Figure = ({ label, narrow, children }: FigureProps) => (
  <div className={narrow ? 'flex items-baseline justify-between gap-x-3' : 'min-w-0'}>
    <dt className="truncate text-xs leading-snug text-muted">{label}</dt>
    <dd className={cx('figures m-0 text-sm leading-snug font-semibold', !narrow && 'truncate')}>
      {children}
    </dd>
  </div>
);

/** One member: address, since when, valid or not, and the account's figures. */
const MemberRow = memo(function MemberRow({ member, wide, narrow, withLevel, isNew }: MemberRowProps) {
  const { i18n } = useLingui();
  const { address, level, valid, hashrate, totalStaking, purchasedHashrate, joinedAt } = member;
  const figure = (amount: string) => amountText(amount, i18n.locale, { max: 4 });
  const date = dateText(joinedAt, i18n.locale, { dateStyle: 'medium' });
  return (
    <div
      className={cx(
        'grid h-full content-center gap-x-4 gap-y-1.5',
        wide ? 'grid-cols-[minmax(0,22rem)_minmax(0,1fr)] items-center' : 'grid-cols-[minmax(0,1fr)]',
      )}
    >
      <div
        className={cx(
          'grid items-center gap-x-3 gap-y-1',
          !narrow && 'grid-cols-[minmax(0,1fr)_auto] gap-y-0',
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <span className="figures truncate leading-tight font-semibold">{memberText(address)}</span>
          {isNew && wide && (
            <Tag tone="amber">
              <Trans>Just joined</Trans>
            </Tag>
          )}
          {/* A narrow row has no room for a second tag beside the whole address. */}
          {isNew && !wide && (
            <span className="size-2 shrink-0 rounded-full bg-amber">
              <span className="sr-only">
                <Trans>Just joined</Trans>
              </span>
            </span>
          )}
        </span>
        <span
          className={cx(
            'text-sm leading-snug text-muted',
            narrow ? 'line-clamp-2' : 'truncate',
            !wide && !narrow && 'col-span-2',
          )}
        >
          {withLevel && (
            <>
              <Trans>Level {level}</Trans>
              {' · '}
            </>
          )}
          <Trans>Joined {date}</Trans>
        </span>
        <span className={cx('flex', !narrow && 'col-start-2 row-start-1', wide && 'row-span-2')}>
          <Tag tone={valid ? 'good' : 'quiet'}>
            {valid ? <Trans>Verified</Trans> : <Trans>Not verified</Trans>}
          </Tag>
        </span>
      </div>
      <dl className={cx('m-0 grid gap-x-3', !narrow && 'grid-cols-3')}>
        <Figure label={<Trans>Hashrate</Trans>} narrow={narrow}>
          {figure(hashrate)}
        </Figure>
        <Figure label={<Trans>Purchased</Trans>} narrow={narrow}>
          {figure(purchasedHashrate)}
        </Figure>
        <Figure label={<Trans>Staked</Trans>} narrow={narrow}>
          {figure(totalStaking)} {symbol}
        </Figure>
      </dl>
    </div>
  );
});

/** Heights in rem, so that they scale with the user's font size: one line where there is room, three, or up to seven. */
const NARROW_REM = 12.5;
const TALL_REM = 7.25;
const WIDE_REM = 4.5;
/** Rows rendered beyond the visible ones. */
const DRAWN_AROUND = 6;
/** More rows are requested this many rows before the end. */
const ASK_AHEAD = 25;

interface MemberListProps {
  rows: readonly Member[];
  more: boolean;
  /** Requests more, repeatedly while the end is near. */
  onMore: () => void;
  /** Rows of several levels are listed together. */
  withLevel: boolean;
  /** On the server's clock, in milliseconds: anyone who joined within the days before it is marked as new. */
  now: number;
}

export function MemberList({ rows, more, onMore, withLevel, now }: MemberListProps) {
  const { t } = useLingui();
  const area = useRef<HTMLUListElement>(null);
  const [rem] = useState(remPx);
  const top = useTop(area);
  const wide = useWide();
  const narrow = !wide && isNarrow(rem);
  const rowPx = (wide ? WIDE_REM : narrow ? NARROW_REM : TALL_REM) * rem;
  // oxlint-disable-next-line react/incompatible-library -- there is no React Compiler here that could memoize it
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowPx,
    overscan: DRAWN_AROUND,
    useFlushSync: false,
    scrollMargin: top,
  });
  useEffect(() => virtual.measure(), [virtual, rowPx]);
  const drawn = virtual.getVirtualItems();
  const nearEnd = (drawn.at(-1)?.index ?? 0) + ASK_AHEAD >= rows.length;
  useEffect(() => {
    if (nearEnd && more) onMore();
  }, [nearEnd, more, onMore, rows.length]);
  return (
    <ul
      ref={area}
      aria-label={t`Members`}
      className="relative m-0 list-none overflow-clip rounded-card bg-white p-0 shadow-card"
      style={{ height: rows.length * rowPx }}
    >
      {drawn.map(({ index }) => {
        const member = rows[index];
        return (
          member && (
            <li
              key={index}
              aria-posinset={index + 1}
              aria-setsize={more ? -1 : rows.length}
              className="absolute inset-x-0 border-b border-line px-4 contain-strict last:border-b-0"
              style={{ top: index * rowPx, height: rowPx }}
            >
              <MemberRow
                member={member}
                wide={wide}
                narrow={narrow}
                withLevel={withLevel}
                isNew={isNew(member, now)}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Placeholder rows, as tall as the real ones. */
export function MemberSkeletons({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-card bg-white shadow-card">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <div
          key={key}
          className="flex h-29 flex-col justify-center gap-3 border-b border-line px-4 last:border-b-0 min-[720px]:h-18"
        >
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3 w-28 min-[720px]:hidden" />
          <Skeleton className="h-3 w-full min-[720px]:w-1/2" />
        </div>
      ))}
    </div>
  );
}
