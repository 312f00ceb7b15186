// Announcements, newest first, all of them or those that a search finds. Without a network the last ones are listed, and searched.
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { useParam } from '#lib/navigate.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Button } from '#ui/button.tsx';
import { Body } from '#ui/hero.tsx';
import { More } from '#ui/more.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { ArticleList, ListLoading } from './article-list.tsx';
import { type ArticleRow, listQuery } from './content.queries.ts';
import { markAllRead, useUnread } from './marks.ts';
import { keepPictures } from './pictures.ts';
import { SearchField } from './search-field.tsx';
import { searchWords } from './search.rules.ts';
import { useLanguage } from './use-language.ts';

export function Page() {
  const search = searchWords(useParam('search') ?? '');
  const list = useInfiniteQuery(listQuery(useLanguage(), search));
  const away = useAway(list);
  const rows = list.data?.pages.flatMap(({ items }) => items);
  const asOf = list.data?.pages[0]?.asOf;
  useEffect(() => {
    void keepPictures(list.data?.pages[0]?.items.map(({ cover }) => cover) ?? []);
  }, [list.data]);
  return (
    <Body overlap={false}>
      <div className="flex gap-2">
        <SearchField search={search} />
        <AllRead rows={rows ?? []} />
      </div>
      {away && asOf !== undefined && (
        <AsOf asOf={asOf}>
          {search ? (
            <Trans>Only what is kept on this device was searched.</Trans>
          ) : (
            <Trans>What was read or fetched before can be opened.</Trans>
          )}
        </AsOf>
      )}
      {rows ? (
        <ArticleList rows={rows} search={search} busy={list.isPlaceholderData} />
      ) : list.isError ? (
        <FailedView message={errorText(list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <ListLoading />
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
  );
}

/** Beside the search, and there from the start: what follows does not move. */
function AllRead({ rows }: { rows: ArticleRow[] }) {
  const { t } = useLingui();
  const isUnread = useUnread();
  return (
    <Button
      look="secondary"
      title={t`Mark all as read`}
      icon="check"
      disabled={!rows.some(isUnread)}
      onClick={() => void markAllRead(rows)}
      className="shrink-0 max-[719px]:px-3.5"
    >
      <span className="max-[719px]:sr-only">
        <Trans>Mark all as read</Trans>
      </span>
    </Button>
  );
}
