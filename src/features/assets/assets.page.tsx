// Asset center: total value, what can be done with it, what is on its way, every coin, and the last movements.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { errorText } from '#api/errors.ts';
import { refreshShown } from '#api/queries.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { shownText } from '#ui/amount-shown.ts';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { Actions } from './actions.tsx';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { assetsQuery, movementsQuery } from './assets.queries.ts';
import type { AssetList } from './assets.rules.ts';
import { useAway, useWaiting } from '#api/away.ts';
import { Coins } from './coins.tsx';
import { recallDeposits } from './deposit/deposits.ts';
import { OpenDeposits } from './deposit/open-deposits.tsx';
import { addressOf } from './history/history.rules.ts';
import { useMoney } from './money.ts';
import { Movements } from './movements.tsx';
import { Total } from './total.tsx';
import { OpenWithdrawals } from './withdraw/open-withdrawals.tsx';
import { withdrawalsQuery } from './withdraw/withdraw.queries.ts';

export function Page() {
  const list = useQuery(assetsQuery());
  const away = useAway(list);
  const signedIn = useAtomValue(signedInAtom);
  // What is on its way stands above the coins, and the last movements above what follows: they are waited for, so that nothing moves.
  const waiting = useWaiting(
    list,
    useQuery({ ...movementsQuery(), enabled: signedIn }),
    useQuery({ ...withdrawalsQuery(), enabled: signedIn }),
  );
  useEffect(() => {
    if (signedIn) void recallDeposits();
  }, [signedIn]);
  if (waiting) return <Loading />;
  if (list.data) return <Assets list={list.data} away={away} />;
  if (!list.isError) return <Loading />;
  return (
    <>
      <Hero className="min-h-60" />
      <Body>
        <FailedView message={errorText(list.error)} onRetry={() => void list.refetch()} />
        <LastCoins />
        {signedIn ? (
          <>
            <OpenDeposits />
            <OpenWithdrawals />
            <Latest />
          </>
        ) : (
          <Guest />
        )}
      </Body>
    </>
  );
}

/** What this window has stored of the coin list, for when there is not even a kept answer. */
function LastCoins() {
  const { i18n } = useLingui();
  const { coinList } = useAtomValue(walletAtom);
  if (coinList.length === 0) return null;
  return (
    <Card title={<Trans>Last known available balances</Trans>}>
      <Facts>
        {coinList.map(({ coin, balance }) => (
          <Fact key={coin} label={coin}>
            {shownText(balance, i18n.locale)}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-68" lines={[10]}>
    <Skeleton dark className="mt-3 h-4 w-24" />
    <Skeleton dark className="mt-4 h-9 w-52" />
    <div className="mt-10 flex justify-around">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} dark className="size-12 rounded-full" />
      ))}
    </div>
  </PageLoading>
);

const Guest = () => (
  <AskToConnect>
    <Trans>These are the coins of this app. Your balances are shown once your wallet is connected.</Trans>
  </AskToConnect>
);

const Latest = () => (
  <Card title={<Trans>Latest movements</Trans>}>
    <Movements />
  </Card>
);

function Assets({ list, away }: { list: AssetList; away: boolean }) {
  const { t } = useLingui();
  const signedIn = useAtomValue(signedInAtom);
  const money = useMoney(away);
  const [asked, setAsked] = useState(false);
  const refetch = () => {
    setAsked(true);
    void refreshShown().finally(() => setAsked(false));
  };
  return (
    <>
      <Hero>
        <Total list={list} away={away} busy={asked} onRefresh={refetch} />
        <div className="-mx-2 mt-2 max-w-110 min-[720px]:-ml-6">
          <Actions
            dark
            actions={list.exchangeOpen ? ['deposit', 'withdraw', 'exchange'] : ['deposit', 'withdraw']}
            onAct={money}
            link={{ to: addressOf({}), icon: 'history', label: t`Fund History` }}
          />
        </div>
      </Hero>
      <Body>
        <div className="grid grid-cols-1 gap-3 min-[720px]:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] min-[720px]:grid-rows-[auto_1fr] min-[720px]:items-start">
          <div className="grid gap-3 empty:hidden min-[720px]:col-start-2 min-[720px]:row-start-1">
            {away && (
              <AsOf asOf={list.asOf}>
                <Trans>
                  Deposits, withdrawals and exchanges need the network; none is kept back to be sent later.
                </Trans>
              </AsOf>
            )}
            {signedIn ? (
              <>
                <OpenDeposits />
                <OpenWithdrawals />
              </>
            ) : (
              <Guest />
            )}
          </div>
          <div className="min-[720px]:col-start-1 min-[720px]:row-span-2 min-[720px]:row-start-1">
            <Coins list={list} onAct={money} />
          </div>
          {signedIn && (
            <div className="grid gap-3 min-[720px]:col-start-2">
              <Latest />
              <PageLink
                to="/pages/airdrop/index"
                className="flex min-h-14 items-center gap-3 rounded-card bg-white px-4 text-[15px] font-medium text-ink no-underline shadow-card transition-colors hover:bg-wash active:bg-wash"
              >
                <Icon name="gift" size={22} className="text-muted" />
                <span className="grow">
                  <Trans>Airdrop and coupons</Trans>
                </span>
                <Icon name="next" size={18} className="text-muted" />
              </PageLink>
            </div>
          )}
        </div>
      </Body>
    </>
  );
}
