// Transparency: what is owed and held per coin, the accounts of the system, the published roots, and the check of the own balance.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { refreshShown } from '#api/queries.ts';
import { timeWithin } from '#lib/time.ts';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { HeroHead } from '#ui/hero-head.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { CheckCard } from './check-card.tsx';
import { CoinsCard } from './coins-card.tsx';
import { HowCard } from './how-card.tsx';
import { RootsCard } from './roots-card.tsx';
import { booksQuery, indexQuery } from './transparency.queries.ts';

export function Page() {
  const { i18n } = useLingui();
  const books = useQuery(booksQuery());
  const index = useQuery(indexQuery());
  const away = useAway(books);
  const now = useNow(15_000);
  const [asked, setAsked] = useState(false);
  const refetch = () => {
    setAsked(true);
    void refreshShown().finally(() => setAsked(false));
  };
  const { data } = books;
  // Whether this is a demo stands above all figures, so that it is waited for.
  if (useWaiting(books, index) || !data)
    return books.isError && !data ? (
      <>
        <Hero className="min-h-52" />
        <Body>
          <FailedView message={errorText(books.error)} onRetry={() => void books.refetch()} />
          <HowCard />
        </Body>
      </>
    ) : (
      <Loading />
    );
  const time = timeWithin(data.asOf, i18n.locale, now);
  return (
    <>
      <Hero>
        <HeroHead busy={asked} onRefresh={refetch} own={false}>
          <Trans>As of {time}</Trans>
        </HeroHead>
        <p className="m-0 mt-1 mb-2 max-w-130 text-xl font-semibold text-pretty">
          <Trans>What is owed to everybody, what is there for it, and a way to check both.</Trans>
        </p>
      </Hero>
      <Body columns>
        <div className="grid grid-cols-1 gap-3">
          {away && <AsOf asOf={data.asOf} />}
          {index.data?.demo === true && (
            <Notice>
              <Trans>
                This is a demo on a chain of its own. All coins here are play money, and custody shows that
                the page works, not that anything is worth something.
              </Trans>
            </Notice>
          )}
          <CheckCard books={data} />
          <CoinsCard books={data} />
        </div>
        <div className="grid grid-cols-1 gap-3">
          <HowCard />
          <RootsCard books={data} />
        </div>
        <div className="min-[720px]:col-span-2">
          <AccountsCard books={data} />
        </div>
      </Body>
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-52" lines={[6, 6]}>
    <Skeleton dark className="mt-3 h-4 w-32" />
    <Skeleton dark className="mt-4 h-6 w-full max-w-110" />
  </PageLoading>
);
