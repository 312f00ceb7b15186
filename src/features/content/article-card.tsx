// An announcement in the list: the newest large, the others with a small picture; what has not been read stands out.
import { Trans, useLingui } from '@lingui/react/macro';
import { useNow } from '#ui/now.ts';
import { PageLink } from '#ui/page-link.tsx';
import { Picture } from '#ui/picture.tsx';
import { cx } from '#ui/class-names.ts';
import type { ArticleRow } from './content.queries.ts';
import { publishedText } from './content.rules.ts';

interface ArticleCardProps {
  article: ArticleRow;
  unread: boolean;
  large?: boolean;
}

export function ArticleCard({ article, unread, large = false }: ArticleCardProps) {
  const { i18n } = useLingui();
  const { id, lang, title, summary, cover, publishedAt } = article;
  const time = publishedText(publishedAt, i18n.locale, useNow(60_000));
  return (
    <li className={cx('min-w-0', large && 'min-[720px]:col-span-2')}>
      <PageLink
        to={`/pages/notice/details?id=${id}`}
        lang={lang}
        className={cx(
          'flex h-full overflow-hidden rounded-card bg-white text-ink no-underline shadow-card transition-transform duration-press active:scale-[0.99]',
          large ? 'flex-col min-[720px]:flex-row' : 'gap-3.5 p-3.5',
        )}
      >
        <Picture
          src={cover}
          alt=""
          first={large}
          className={
            large
              ? 'w-full shrink-0 min-[720px]:w-120'
              : 'w-28 shrink-0 self-start rounded-xl min-[720px]:w-36'
          }
        />
        <span className={cx('flex min-w-0 grow flex-col', large && 'p-4 min-[720px]:p-6')}>
          <span
            className={cx(
              'text-pretty',
              unread ? 'font-bold' : 'font-medium',
              large ? 'text-lg leading-snug min-[720px]:text-xl' : 'line-clamp-2 text-[15px] leading-snug',
            )}
          >
            {unread && (
              <>
                <span className="mr-1.5 inline-block size-2.5 -translate-y-px rounded-full bg-amber" />
                <span lang={i18n.locale} className="sr-only">
                  <Trans>Unread:</Trans>{' '}
                </span>
              </>
            )}
            {title}
          </span>
          <span
            className={cx(
              'mt-1 text-muted text-pretty',
              large ? 'line-clamp-4 text-[15px]' : 'line-clamp-2 text-[13px] leading-normal',
            )}
          >
            {summary}
          </span>
          <time dateTime={publishedAt} lang={i18n.locale} className="mt-auto pt-2 text-[13px] text-muted">
            {time}
          </time>
        </span>
      </PageLink>
    </li>
  );
}
