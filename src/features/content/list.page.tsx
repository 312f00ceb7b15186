// Announcements, newest first. Without a network the last ones are listed, with the time of that list.
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Card } from '#ui/card.tsx';
import { Body } from '#ui/hero.tsx';
import { More } from '#ui/more.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { EmptyState, ErrorView, Skeleton } from '#ui/views.tsx';
import { ArticleCard } from './article-card.tsx';
import { type ArticleRow, listQuery } from './content.queries.ts';
import { AHEAD } from './content.rules.ts';
import { keepPictures } from './pictures.ts';
import { useLanguage } from './use-language.ts';

export function Page() {
  const list = useInfiniteQuery(listQuery(useLanguage()));
  const away = useAway(list);
  const [pulled, setPulled] = useState(false);
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const asOf = list.data?.pages[0]?.asOf;
  useEffect(() => {
    const newest = list.data?.pages[0]?.items.slice(0, AHEAD) ?? [];
    void keepPictures(newest.map(({ cover }) => cover));
  }, [list.data]);
  const again = () => {
    setPulled(true);
    void list.refetch().finally(() => setPulled(false));
  };
  return (
    <PullToRefresh onRefresh={again} busy={pulled}>
      <Body overlap={false}>
        {away && asOf !== undefined && (
          <AsOf asOf={asOf}>
            <Trans>What was read or fetched before can be opened.</Trans>
          </AsOf>
        )}
        {rows ? (
          <List rows={rows} />
        ) : list.isError ? (
          <ErrorView message={errorText(list.error)} onRetry={() => void list.refetch()} />
        ) : (
          <Loading />
        )}
        {list.hasNextPage && (
          <More
            failed={list.isFetchNextPageError && !list.isFetchingNextPage ? errorText(list.error) : undefined}
            busy={list.isFetchingNextPage}
            onMore={() => void list.fetchNextPage({ cancelRefetch: false })}
          >
            <Trans>Show older announcements</Trans>
          </More>
        )}
      </Body>
    </PullToRefresh>
  );
}

function List({ rows }: { rows: ArticleRow[] }) {
  const { t } = useLingui();
  if (rows.length === 0)
    return (
      <Card>
        <EmptyState icon="notice" title={t`No announcements yet`}>
          <Trans>What is new, and how things work here, will be told on this page.</Trans>
        </EmptyState>
      </Card>
    );
  return (
    <ul
      aria-label={t`Announcements`}
      className="m-0 grid list-none grid-cols-1 gap-3 p-0 min-[720px]:grid-cols-2"
    >
      {rows.map((article, at) => (
        <ArticleCard key={article.id} article={article} large={at === 0} />
      ))}
    </ul>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="grid animate-[rise_150ms_200ms_both] gap-3">
      <div className="overflow-hidden rounded-card bg-white shadow-card">
        <Skeleton className="aspect-video w-full rounded-none" />
        <Skeleton className="m-4 h-5 w-3/5" />
        <Skeleton className="m-4 h-4 w-4/5" />
      </div>
      {['one', 'two', 'three'].map((key) => (
        <div key={key} className="flex gap-3.5 rounded-card bg-white p-3.5 shadow-card">
          <Skeleton className="aspect-video w-28 shrink-0" />
          <div className="grow">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="mt-3 h-4 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
