// The list of a filter in all its states, and the details of the row that was tapped.
import { useLingui } from '@lingui/react/macro';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { errorText } from '#api/errors.ts';
import type { FundRecord } from '#features/assets/record-words.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { Skeleton } from '#ui/views.tsx';
import type { Filter } from './history.rules.ts';
import { ListEnd } from './list-end.tsx';
import { NoRecords } from './no-records.tsx';
import { RecordDetail } from './record-detail.tsx';
import { RecordList } from './record-list.tsx';
import { RowSkeletons } from './row-skeletons.tsx';
import type { History } from './use-history.ts';

interface RecordsProps {
  filter: Filter;
  history: History;
  onShowAll: () => void;
  onDeposit: () => void;
}

export function Records({ filter, history, onShowAll, onDeposit }: RecordsProps) {
  const { t } = useLingui();
  const { pages, newest } = history;
  const [tapped, setTapped] = useState<FundRecord | null>(null);
  const [open, setOpen] = useState(false);
  const onOpen = useCallback((record: FundRecord) => {
    setTapped(record);
    setOpen(true);
  }, []);
  // A reload tries to restore the place while there is nothing but a skeleton to scroll: then it starts at the top.
  const loaded = pages !== undefined;
  const waited = useRef(!loaded);
  useLayoutEffect(() => {
    if (!waited.current || !loaded) return;
    waited.current = false;
    window.scrollTo(0, 0);
  }, [loaded]);
  const rows = useMemo(() => (tapped ? (pages ?? []).flatMap(({ items }) => items) : []), [tapped, pages]);
  if (!pages)
    return newest.isError ? (
      <FailedView message={errorText(newest.error)} onRetry={() => void newest.refetch()} />
    ) : (
      <div role="status" aria-label={t`Loading`} className="animate-late">
        <Skeleton className="mt-5 mb-2 ml-1 h-4 w-28" />
        <RowSkeletons rows={8} />
      </div>
    );
  const oldest = pages.at(-1)?.items.at(-1);
  if (!oldest) return <NoRecords filter={filter} onShowAll={onShowAll} onDeposit={onDeposit} />;
  // It may have changed since it was tapped: a withdrawal goes on.
  const shown = tapped && (rows.find(({ id }) => id === tapped.id) ?? tapped);
  return (
    <>
      <RecordList pages={pages} more={history.hasMore} onMore={history.more} onOpen={onOpen} />
      <ListEnd
        more={history.hasMore}
        error={history.error}
        onRetry={history.retry}
        oldest={oldest.time}
        filtered={filter.category !== undefined || filter.coin !== undefined}
      />
      {shown && <RecordDetail record={shown} rows={rows} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
