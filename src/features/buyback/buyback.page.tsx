// Token repurchase: what the fund holds, selling ADIT or hashrate to it, where the bought ADIT goes, and everything it bought.
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { refreshShown } from '#api/queries.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { assetsQuery, historyQuery, indexQuery, hashrateQuery } from './buyback.queries.ts';
import { isEmpty } from './buyback.rules.ts';
import { EmptyFund } from './empty-fund.tsx';
import { FundHero } from './fund-hero.tsx';
import { History } from './history.tsx';
import { ResaleCard } from './resale-card.tsx';
import { Split } from './split.tsx';
import { SwapCard } from './swap-card.tsx';

export function Page() {
  const history = useInfiniteQuery(historyQuery());
  const signedIn = useAtomValue(signedInAtom);
  // What is switched off and what is held decide what stands on the page, so that they are waited for.
  const waiting = useWaiting(
    history,
    useQuery(indexQuery()),
    useQuery({ ...assetsQuery(), enabled: signedIn }),
    useQuery({ ...hashrateQuery(), enabled: signedIn }),
  );
  const [asked, setAsked] = useState(false);
  const newest = history.data?.pages[0];
  const fund = newest?.fund;
  const away = useAway(history);
  const refetch = () => {
    setAsked(true);
    void refreshShown().finally(() => setAsked(false));
  };
  if (!fund || waiting)
    return history.isError && !fund ? (
      <>
        <Hero className="min-h-60" />
        <Body>
          <FailedView message={errorText(history.error)} onRetry={() => void history.refetch()} />
          {!signedIn && <Guest />}
        </Body>
      </>
    ) : (
      <Loading />
    );
  return (
    <>
      <Hero>
        <FundHero fund={fund} busy={asked} onRefresh={refetch} />
      </Hero>
      <Body columns>
        <div className="grid gap-3">
          {away && newest && (
            <AsOf asOf={newest.asOf}>
              <Trans>Selling needs a connection and is never kept for later.</Trans>
            </AsOf>
          )}
          {isEmpty(fund.balance) && <EmptyFund />}
          {signedIn ? (
            <>
              <SwapCard fund={fund} away={away} />
              <ResaleCard fund={fund} away={away} />
            </>
          ) : (
            <Guest />
          )}
          <Split fund={fund} />
        </div>
        <History history={history} />
      </Body>
    </>
  );
}

const Guest = () => (
  <AskToConnect>
    <Trans>Selling ADIT or purchased hashrate to the fund is possible once your wallet is connected.</Trans>
  </AskToConnect>
);

const Loading = () => (
  <PageLoading hero="min-h-60" lines={[6, 6]}>
    <Skeleton dark className="mt-3 h-4 w-32" />
    <Skeleton dark className="mt-4 h-9 w-52" />
    <Skeleton dark className="mt-5 h-4 w-full max-w-110" />
  </PageLoading>
);
