// The announcement that the operator has pinned, as one line, and the landmark that it stands in with the banners.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Skeleton } from '#ui/views.tsx';
import { newsQuery } from './home.queries.ts';

interface NewsProps {
  /** Its place where there are two columns. */
  className?: string;
  children: ReactNode;
}

/** What the operator has to say, as one landmark. */
export function News({ className, children }: NewsProps) {
  const { t } = useLingui();
  return (
    <section
      aria-label={t`Announcements`}
      className={cx('grid min-w-0 grid-cols-1 gap-3 empty:hidden', className)}
    >
      {children}
    </section>
  );
}

/** Its place is there before it is. */
export function Pinned() {
  const { data, isError } = useQuery(newsQuery());
  const article = data?.pinned;
  if (article)
    return (
      <PageLink
        to={`/pages/notice/details?id=${article.id}`}
        lang={article.lang}
        className="flex min-h-12 items-center gap-2.5 rounded-card bg-white px-4 text-[15px] text-ink no-underline shadow-card transition-transform duration-press active:scale-[0.99]"
      >
        <Icon name="notice" size={20} className="shrink-0 text-amber-deep" />
        <span className="sr-only">
          <Trans>Pinned:</Trans>{' '}
        </span>
        <span className="min-w-0 grow truncate font-medium">{article.title}</span>
        <Icon name="next" size={18} className="shrink-0 text-muted" />
      </PageLink>
    );
  if (data || isError) return null;
  return (
    <div className="flex min-h-12 items-center rounded-card bg-white px-4 shadow-card">
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}
