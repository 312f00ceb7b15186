// The announcements of the list, its form while they come, and what stands there when there are none.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { ArticleCard } from './article-card.tsx';
import type { ArticleRow } from './content.queries.ts';
import { useUnread } from './marks.ts';
import { searchFor } from './search-field.tsx';

interface ListProps {
  rows: ArticleRow[];
  search: string;
  /** What stands here was found by the search before. */
  busy: boolean;
}

export function ArticleList({ rows, search, busy }: ListProps) {
  const { t } = useLingui();
  const isUnread = useUnread();
  const count = rows.length;
  if (count === 0 && !busy) return search ? <NothingFound words={search} /> : <NothingYet />;
  return (
    <>
      {search && !busy && (
        <p role="status" className="sr-only">
          <Plural value={count} one="# announcement found" other="# announcements found" />
        </p>
      )}
      <ul
        aria-label={t`Announcements`}
        aria-busy={busy}
        className={cx(
          'm-0 grid list-none grid-cols-1 gap-3 p-0 transition-opacity min-[720px]:grid-cols-2',
          busy && 'opacity-50',
        )}
      >
        {rows.map((article, at) => (
          <ArticleCard
            key={article.id}
            article={article}
            unread={isUnread(article)}
            large={at === 0 && search === ''}
          />
        ))}
      </ul>
    </>
  );
}

const NothingYet = () => (
  <Card>
    <EmptyState icon="notice" title={<Trans>No announcements yet</Trans>}>
      <Trans>What is new, and how things work here, will be told on this page.</Trans>
    </EmptyState>
  </Card>
);

function NothingFound({ words }: { words: string }) {
  const { t } = useLingui();
  return (
    <Card>
      <div role="status">
        <EmptyState
          icon="search"
          title={<Trans>Nothing found for “{words}”</Trans>}
          action={{ label: t`Show all announcements`, onClick: () => void searchFor('') }}
        >
          <Trans>Titles and summaries were searched. A shorter or another word may be found.</Trans>
        </EmptyState>
      </div>
    </Card>
  );
}

export function ListLoading() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="grid animate-late gap-3">
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
