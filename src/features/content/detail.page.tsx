// One announcement: picture, title, date, text. Without a network it is shown as last read; if it was never read, the
// page says so and loads it later on its own.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useAway } from '#api/away.ts';
import { errorText, isRefusal } from '#api/errors.ts';
import { go, useParam } from '#lib/navigate.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Card } from '#ui/card.tsx';
import { Body } from '#ui/hero.tsx';
import { galleryIn, picturesIn } from '#ui/markdown.ts';
import { isOwnPicture } from '#ui/own-picture.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { EmptyState, Skeleton } from '#ui/views.tsx';
import { type Language, LANGUAGE_NAMES } from '#contract/languages.ts';
import { dateText } from '#lib/time.ts';
import { IconButton } from '#ui/button.tsx';
import { Markdown } from '#ui/markdown-view.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Enlargeable, Gallery } from '#ui/picture-gallery.tsx';
import type { GalleryPicture } from '#ui/picture-viewer.tsx';
import { Picture } from '#ui/picture.tsx';
import { isId } from '#lib/ids.ts';
import { part } from '#ui/part.tsx';
import { shareLink } from '#ui/share.ts';
import { TwoPanes } from '#ui/two-panes.tsx';
import { useDesktop } from '#ui/wide.ts';
import { type ArticleRow, type ArticleText, listedRow, textQuery } from './content.queries.ts';
import { markRead } from './marks.ts';
import { keepPictures } from './pictures.ts';
import { useLanguage } from './use-language.ts';

// An announcement, or its placeholder while it loads.

const FRAME = 'overflow-hidden rounded-card bg-white shadow-card';

function ArticleHead({ article, children }: { article: ArticleRow; children?: ReactNode }) {
  const { i18n, t } = useLingui();
  const { id, title, cover } = article;
  const share = () => void shareLink({ title, url: `${location.origin}/#/pages/notice/details?id=${id}` });
  return (
    <article lang={article.lang} className={FRAME}>
      <Enlargeable src={cover} alt="">
        <Picture src={cover} alt="" first className="[view-transition-name:article]" />
      </Enlargeable>
      <div className="p-4 min-[720px]:p-6">
        <h2 className="text-lg leading-tight font-bold text-balance">{title}</h2>
        <div lang={i18n.locale} className="mt-1 -mr-2.5 mb-3 flex items-center text-sm text-muted">
          <time dateTime={article.publishedAt} className="grow">
            {dateText(article.publishedAt, i18n.locale, { dateStyle: 'long' })}
          </time>
          <IconButton icon="share" label={t`Share`} onClick={share} className="text-ink" />
        </div>
        {children}
      </div>
    </article>
  );
}

/** The cover first, then the pictures of the text, each once. */
function picturesOf({ cover, title, body }: ArticleText): GalleryPicture[] {
  const own = cover !== null && isOwnPicture(cover) ? [{ src: cover, alt: title, caption: '' }] : [];
  const all = [...own, ...galleryIn(body)];
  return all.filter(({ src }, at) => all.findIndex((other) => other.src === src) === at);
}

interface ArticleViewProps {
  article: ArticleText;
  /** The reader's language. */
  lang: Language;
  away: boolean;
  /** The list is beside it. */
  desktop: boolean;
}

function ArticleView({ article, lang, away, desktop }: ArticleViewProps) {
  const name = LANGUAGE_NAMES[article.lang];
  return (
    <>
      {article.lang !== lang && (
        <Notice icon="language">
          {away ? (
            <Trans>Shown in {name}: your language isn't saved here.</Trans>
          ) : (
            <Trans>Shown in {name}: not translated yet.</Trans>
          )}
        </Notice>
      )}
      <Gallery pictures={picturesOf(article)}>
        <ArticleHead article={article}>
          <Markdown text={article.body} />
        </ArticleHead>
      </Gallery>
      {!desktop && (
        <PageLink
          to="/pages/notice/index"
          className="flex min-h-11 items-center justify-center text-sm font-semibold text-ink"
        >
          <Trans>All announcements</Trans>
        </PageLink>
      )}
    </>
  );
}

const LINES = ['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-3/5'];

const BodyLoading = () => (
  <Loading>
    {LINES.map((width, at) => (
      <Skeleton key={`${at + 1} ${width}`} className={`h-4 ${width}`} />
    ))}
  </Loading>
);

const HeadLoading = () => (
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

/** Only on a desktop. */
const { Part: ArticlePane } = part<{ chosen?: string }>(() =>
  import('./list.page.tsx').then((module) => module.ArticlePane),
);

export function Page() {
  const { t } = useLingui();
  const desktop = useDesktop();
  const id = useParam('id');
  const chosen = isId(id) ? id : undefined;
  const view = chosen === undefined ? <Gone /> : <Announcement key={chosen} id={chosen} desktop={desktop} />;
  return (
    <Body overlap={false}>
      {desktop ? (
        <TwoPanes list={<ArticlePane chosen={chosen} />} label={t`Announcement`} chosen={id ?? ''}>
          {view}
        </TwoPanes>
      ) : (
        <div className="mx-auto grid w-full max-w-180 gap-3">{view}</div>
      )}
    </Body>
  );
}

function Announcement({ id, desktop }: { id: string; desktop: boolean }) {
  const lang = useLanguage();
  const client = useQueryClient();
  const asked = useQuery(textQuery(lang, id));
  const away = useAway(asked);
  const { data: article, error, isError } = asked;
  useEffect(() => {
    if (article) keepPictures([article.cover, ...picturesIn(article.body)]);
  }, [article]);
  const shown = article?.id === id;
  useEffect(() => {
    if (shown) void markRead({ id });
  }, [shown, id]);
  if (isRefusal(error, 'not_found')) return <Gone />;
  if (article)
    return (
      <>
        {away && <AsOf asOf={article.asOf} />}
        <ArticleView article={article} lang={lang} away={away} desktop={desktop} />
      </>
    );
  const listed = listedRow(client, lang, id);
  return (
    <>
      {isError && <FailedView message={errorText(error)} onRetry={() => void asked.refetch()} />}
      {listed ? (
        <ArticleHead article={listed}>{!isError && <BodyLoading />}</ArticleHead>
      ) : (
        !isError && <HeadLoading />
      )}
    </>
  );
}

function Gone() {
  const { t } = useLingui();
  return (
    <Card>
      <EmptyState
        icon="notice"
        title={t`Announcement not found`}
        action={{
          label: t`All announcements`,
          onClick: () => void go('/pages/notice/index', { replace: true }),
        }}
      >
        <Trans>It may have been removed.</Trans>
      </EmptyState>
    </Card>
  );
}
