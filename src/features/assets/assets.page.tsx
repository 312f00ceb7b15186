// Asset center: total value, and every coin with its price, balance, value and staked part.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { errorText } from '#api/errors.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PullToRefresh } from '#ui/pull-to-refresh.tsx';
import { EmptyState, ErrorView, Skeleton, SkeletonCard } from '#ui/views.tsx';
import { assetsQuery } from './assets.queries.ts';
import { CoinList } from './coin-list.tsx';
import { Total } from './total.tsx';

export function Page() {
  const { t } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const list = useQuery(assetsQuery());
  const [asked, setAsked] = useState(false);
  const refetch = () => {
    setAsked(true);
    void list.refetch().finally(() => setAsked(false));
  };

  if (!list.data)
    return list.isError ? (
      <>
        <Hero className="min-h-44" />
        <Body>
          <ErrorView message={errorText(list.error)} onRetry={() => void list.refetch()} />
        </Body>
      </>
    ) : (
      <div role="status" aria-label={t`Loading`} className="animate-[rise_150ms_200ms_both]">
        <Hero>
          <Skeleton dark className="h-4 w-24" />
          <Skeleton dark className="mt-4 h-9 w-52" />
        </Hero>
        <Body>
          <SkeletonCard lines={8} />
        </Body>
      </div>
    );
  return (
    <PullToRefresh onRefresh={refetch} busy={asked}>
      <Hero>
        <Total list={list.data} failed={list.isError} busy={asked} onRefresh={refetch} />
      </Hero>
      <Body>
        {!signedIn && <Guest />}
        <CoinList items={list.data.items} />
        <p className="m-0 px-1 text-[13px] text-pretty text-muted">
          <Trans>
            Deposit, withdrawal and exchange are not open yet. What you claim is credited here at once.
          </Trans>
        </p>
      </Body>
    </PullToRefresh>
  );
}

function Guest() {
  const { t } = useLingui();
  return (
    <Card tone="amber">
      <EmptyState icon="wallet" title={t`Please log in`}>
        <Trans>These are the coins of this app. Your balances are shown once your wallet is connected.</Trans>
      </EmptyState>
      <Button wide onClick={() => openPopup('connect', {})}>
        <Trans>Connect wallet</Trans>
      </Button>
    </Card>
  );
}
