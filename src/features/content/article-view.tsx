// An announcement as it is read, and its form while it comes.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type Language, LANGUAGE_NAMES } from '#contract/languages.ts';
import { dateText } from '#lib/time.ts';
import { IconButton } from '#ui/button.tsx';
import { galleryIn, isOwnPicture } from '#ui/markdown.ts';
import { Markdown } from '#ui/markdown-view.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Enlargeable, Gallery } from '#ui/picture-gallery.tsx';
import type { GalleryPicture } from '#ui/picture-viewer.tsx';
import { Picture } from '#ui/picture.tsx';
import { shareLink } from '#ui/share.ts';
import { Skeleton } from '#ui/views.tsx';
import type { ArticleRow, ArticleText } from './content.queries.ts';

const FRAME = 'overflow-hidden rounded-card bg-white shadow-card';

export function ArticleHead({ article, children }: { article: ArticleRow; children?: ReactNode }) {
  const { i18n, t } = useLingui();
  const { id, title, cover } = article;
  const share = () => void shareLink({ title, url: `${location.origin}/#/pages/notice/details?id=${id}` });
  return (
    <article lang={article.lang} className={FRAME}>
      <Enlargeable src={cover} alt="">
        <Picture src={cover} alt="" first />
      </Enlargeable>
      <div className="p-4 min-[720px]:p-6">
        <h2 className="text-[22px] leading-tight font-bold text-balance">{title}</h2>
        <div lang={i18n.locale} className="mt-1 -mr-2.5 mb-3 flex items-center text-[13px] text-muted">
          <time dateTime={article.publishedAt} className="grow">
            {dateText(article.publishedAt, i18n.locale, { dateStyle: 'long' })}
          </time>
          <IconButton icon="share" label={t`Share this announcement`} onClick={share} className="text-ink" />
        </div>
        {children}
      </div>
    </article>
  );
}

/** The cover first, then those of the text, each once. */
function picturesOf({ cover, title, body }: ArticleText): GalleryPicture[] {
  const own = cover !== null && isOwnPicture(cover) ? [{ src: cover, alt: title, caption: '' }] : [];
  const all = [...own, ...galleryIn(body)];
  return all.filter(({ src }, at) => all.findIndex((other) => other.src === src) === at);
}

interface ArticleViewProps {
  article: ArticleText;
  /** The reader's. */
  lang: Language;
  away: boolean;
}

export function ArticleView({ article, lang, away }: ArticleViewProps) {
  const name = LANGUAGE_NAMES[article.lang];
  return (
    <>
      {article.lang !== lang && (
        <Notice icon="language">
          {away ? (
            <Trans>Shown in {name}: the text in your language is not on this device.</Trans>
          ) : (
            <Trans>Shown in {name}: there is no text in your language yet.</Trans>
          )}
        </Notice>
      )}
      <Gallery pictures={picturesOf(article)}>
        <ArticleHead article={article}>
          <Markdown text={article.body} />
        </ArticleHead>
      </Gallery>
      <PageLink
        to="/pages/notice/index"
        className="flex min-h-11 items-center justify-center text-sm font-semibold text-ink"
      >
        <Trans>All announcements</Trans>
      </PageLink>
    </>
  );
}

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-3/5'];

export const BodyLoading = () => (
  <Loading>
    {LINES.map((width, at) => (
      <Skeleton key={`${at + 1} ${width}`} className={`h-4 ${width}`} />
    ))}
  </Loading>
);

export const HeadLoading = () => (
  <div className={FRAME}>
    <Loading>
      <Skeleton className="aspect-video w-full rounded-none" />
      <Skeleton className="mx-4 mt-2 h-6 w-3/5" />
      <Skeleton className="mx-4 h-4 w-2/5" />
      <Skeleton className="mx-4 mt-3 h-4 w-4/5" />
      <Skeleton className="mx-4 mb-5 h-4 w-3/5" />
    </Loading>
  </div>
);

function Loading({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`} className="grid animate-late gap-3">
      {children}
    </div>
  );
}
