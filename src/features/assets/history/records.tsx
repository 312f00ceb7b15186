// The list of a filter in all its states, and the details of the tapped row.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { CATEGORY_ICONS, type FundRecord } from '#features/assets/record-words.ts';
import { Absent } from '#ui/failed-view.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { dateText } from '#lib/time.ts';
import { useTapped } from '#lib/use-tapped.ts';
import { Card } from '#ui/card.tsx';
import { TryAgain } from '#ui/try-again.tsx';
import type { FundCategory } from '#rules/fund-categories.ts';
import { useDesktop } from '#ui/wide.ts';
import type { Choice } from './history.rules.ts';
import { RecordDetail, RecordFacts, RecordShare } from './record-detail.tsx';
import { RecordList } from './record-list.tsx';
import type { History } from './use-history.ts';

const TITLES: Record<FundCategory, MessageDescriptor> = {
  deposit: msg`No deposits yet`,
  withdraw: msg`No withdrawals yet`,
  refund: msg`No refunds`,
  exchange: msg`No swaps yet`,
  mining: msg`Nothing claimed yet`,
  purchase: msg`No purchases yet`,
  staking: msg`No stakes yet`,
  team: msg`No team earnings yet`,
  buyback: msg`Nothing sold back yet`,
  race: msg`No races yet`,
  lottery: msg`No guesses yet`,
  airdrop: msg`No coupons yet`,
};

interface NoRecordsProps {
  choice: Choice;
  onClear: () => void;
  onDeposit: () => void;
}

/** Hints on what can be searched for. */
export const SearchHint = () => (
  <Trans>Search for a coin, what you did, an exact amount, a coupon, an address or a transaction.</Trans>
);

/** An empty fund history: what would be here, and what to do instead. */
function NoRecords({ choice, onClear, onDeposit }: NoRecordsProps) {
  const { t, i18n } = useLingui();
  const { category, coin, search: words, ...days } = choice;
  if (Object.keys(choice).length === 0)
    return (
      <Card>
        <EmptyState
          icon="history"
          title={t`No activity yet`}
          action={{ label: t`Deposit`, onClick: onDeposit }}
        >
          <Trans>Everything that changes your balance shows up here.</Trans>
        </EmptyState>
      </Card>
    );
  const dated = Object.keys(days).length > 0;
  const named = category ? i18n._(TITLES[category]) : t`No ${coin ?? ''} activity`;
  return (
    <Card>
      <EmptyState
        icon={words === undefined && category ? CATEGORY_ICONS[category] : 'search'}
        title={
          words !== undefined ? t`Nothing found for “${words}”` : dated ? t`Nothing on these days` : named
        }
        action={{ label: t`Clear filters`, onClick: onClear }}
      >
        {words !== undefined ? (
          <SearchHint />
        ) : dated ? undefined : category === 'refund' ? (
          <Trans>Withdrawals that can't be sent come back here.</Trans>
        ) : category !== undefined && coin !== undefined ? (
          <Trans>Only {coin} is shown.</Trans>
        ) : undefined}
      </EmptyState>
    </Card>
  );
}

/** Placeholders for rows of the fund history, as tall as the real ones. */
function RowSkeletons({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-card border border-line bg-white">
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((key) => (
        <div key={key} className="flex h-17 items-center gap-3 border-t border-line px-4 first:border-t-0">
          <Skeleton className="size-10 shrink-0 rounded-full" />
          <div className="grow">
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-2 h-3 w-14" />
          </div>
          <Skeleton className="h-4 w-28" />
        </div>
      ))}
    </div>
  );
}

interface ListEndProps {
  more: boolean;
  /** Why older rows could not be loaded. */
  failed: string | undefined;
  onRetry: () => void;
  /** Time of the oldest row. */
  oldest: string;
  /** The list is filtered. */
  filtered: boolean;
}

/** Below the last loaded row: older rows loading, a failed load with a retry, or the end of the history. */
function ListEnd({ more, failed, onRetry, oldest, filtered }: ListEndProps) {
  const { i18n } = useLingui();
  if (more && failed !== undefined)
    return (
      <Card className="mt-3">
        <TryAgain why={failed} onRetry={onRetry} />
      </Card>
    );
  if (more)
    return (
      <div className="mt-3">
        <RowSkeletons rows={3} />
      </div>
    );
  const date = dateText(oldest, i18n.locale, { dateStyle: 'long' });
  return (
    <p className="m-0 px-1 py-6 text-center text-sm text-balance text-muted">
      {filtered ? (
        <Trans>That's all, since {date}.</Trans>
      ) : (
        <Trans>That's all. Your history begins on {date}.</Trans>
      )}
    </p>
  );
}

interface RecordsProps {
  choice: Choice;
  /** `newest`: what has to be loaded first. */
  history: Omit<History, 'newest'> & { newest: { error: Error | null; refetch: () => unknown } };
  onClear: () => void;
  onDeposit: () => void;
}

export function Records({ choice, history, onClear, onDeposit }: RecordsProps) {
  const { t } = useLingui();
  const { pages, newest } = history;
  const desktop = useDesktop();
  const { tapped, onOpen, ...sheet } = useTapped<FundRecord>();
  // A reload tries to restore the scroll position while there is only a skeleton to scroll, so the page starts at the
  // top.
  const loaded = pages !== undefined;
  const waited = useRef(!loaded);
  useLayoutEffect(() => {
    if (!waited.current || !loaded) return;
    waited.current = false;
    window.scrollTo(0, 0);
  }, [loaded]);
  const rows = useMemo(() => (tapped ? (pages ?? []).flatMap(({ items }) => items) : []), [tapped, pages]);
  if (!pages)
    return newest.error ? (
      <Absent of={newest} />
    ) : (
      <div role="status" aria-label={t`Loading`} className="animate-late">
        <Skeleton className="mt-5 mb-2 ml-1 h-4 w-28" />
        <RowSkeletons rows={8} />
      </div>
    );
  const oldest = pages.at(-1)?.items.at(-1);
  if (!oldest) return <NoRecords choice={choice} onClear={onClear} onDeposit={onDeposit} />;
  // It may have changed since it was tapped, as withdrawals progress.
  const shown = tapped && (rows.find(({ id }) => id === tapped.id) ?? tapped);
  const list = (
    <>
      <RecordList
        pages={pages}
        more={history.hasMore}
        onMore={history.next.more}
        onOpen={onOpen}
        chosen={desktop ? (shown?.id ?? '') : undefined}
      />
      <ListEnd
        more={history.hasMore}
        failed={history.next.failed}
        onRetry={history.next.ask}
        oldest={oldest.time}
        filtered={Object.keys(choice).length > 0}
      />
    </>
  );
  return desktop ? (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,22rem)] items-start gap-5">
      <div className="min-w-0">{list}</div>
      <RecordPane record={shown} rows={rows} />
    </div>
  ) : (
    <>
      {list}
      {shown && <RecordDetail record={shown} rows={rows} {...sheet} />}
    </>
  );
}

interface RecordPaneProps {
  record: FundRecord | null;
  rows: readonly FundRecord[];
}

/**
 * Beside the list on a desktop: everything about the chosen record. The focus follows the choice to where reading
 * continues.
 */
function RecordPane({ record, rows }: RecordPaneProps) {
  const { t } = useLingui();
  const pane = useRef<HTMLElement>(null);
  const id = record?.id;
  useEffect(() => {
    if (id !== undefined) pane.current?.focus({ preventScroll: true });
  }, [id]);
  return (
    <section
      ref={pane}
      tabIndex={-1}
      aria-label={t`Details`}
      className="sticky top-[calc(56px+var(--filters)+44px)] mt-11 max-h-[calc(100dvh-116px-var(--filters))] overflow-y-auto rounded-card outline-none [scrollbar-width:thin]"
    >
      {record ? (
        <Card className="border border-line shadow-none">
          <RecordFacts record={record} rows={rows} />
          <div className="pt-3">
            <RecordShare record={record} />
          </div>
        </Card>
      ) : (
        <p className="m-0 grid min-h-60 place-items-center rounded-card border border-dashed border-line p-6 text-center text-muted">
          <Trans>Choose an entry to see its details here.</Trans>
        </p>
      )}
    </section>
  );
}
