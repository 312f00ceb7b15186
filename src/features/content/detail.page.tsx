// One announcement: picture, title, date, text. Without a network it is shown as it was last read; one that never was says so and
// comes by itself.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAway } from '#api/away.ts';
import { errorText, isRefusal } from '#api/errors.ts';
import { go, useParam } from '#lib/navigate.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Card } from '#ui/card.tsx';
import { Body } from '#ui/hero.tsx';
import { picturesIn } from '#ui/markdown.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { EmptyState } from '#ui/views.tsx';
import { ArticleHead, ArticleView, BodyLoading, HeadLoading } from './article-view.tsx';
import { listedRow, textQuery } from './content.queries.ts';
import { isArticleId } from './content.rules.ts';
import { markRead } from './marks.ts';
import { keepPictures } from './pictures.ts';
import { useLanguage } from './use-language.ts';

export function Page() {
  const id = useParam('id');
  return (
    <Body overlap={false}>
      <div className="mx-auto grid w-full max-w-180 gap-3">
        {isArticleId(id) ? <Announcement key={id} id={id} /> : <Gone />}
      </div>
    </Body>
  );
}

function Announcement({ id }: { id: string }) {
  const lang = useLanguage();
  const client = useQueryClient();
  const asked = useQuery(textQuery(lang, id));
  const away = useAway(asked);
  const { data: article, error, isError } = asked;
  useEffect(() => {
    if (article) void keepPictures([article.cover, ...picturesIn(article.body)]);
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
        <ArticleView article={article} lang={lang} away={away} />
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
        title={t`This announcement is not here`}
        action={{
          label: t`All announcements`,
          onClick: () => void go('/pages/notice/index', { replace: true }),
        }}
      >
        <Trans>It was withdrawn, or its address was mistyped.</Trans>
      </EmptyState>
    </Card>
  );
}
