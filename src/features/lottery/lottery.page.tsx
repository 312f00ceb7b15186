// The lottery: the pool and its draw, a guess of three digits, the own guesses, the last draw, and where the pool comes from.
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { errorText } from '#api/errors.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { GuessCard } from './guess-card.tsx';
import { LastDraw } from './last-draw.tsx';
import { LotteryHero } from './lottery-hero.tsx';
import type { Lottery } from './lottery.rules.ts';
import { MoreLinks } from './more-links.tsx';
import { MyGuesses } from './my-guesses.tsx';
import { PoolCard } from './pool-card.tsx';
import { LotteryOff } from './lottery-off.tsx';
import { useLottery } from './use-lottery.ts';

export function Page() {
  const lottery = useLottery();
  const { index, off } = lottery;
  if (off) return <LotteryOff />;
  if (index.data) return <Round {...lottery} data={index.data} />;
  if (!index.isError) return <Loading />;
  return (
    <>
      <Hero className="min-h-60" />
      <Body>
        <FailedView message={errorText(index.error)} onRetry={() => void index.refetch()} />
        <MoreLinks />
      </Body>
    </>
  );
}

/** Columns where there is room for two; else their cards are one list. */
const COLUMN = 'contents min-[720px]:grid min-[720px]:gap-3';

function Round({ data, away, busy, refresh }: ReturnType<typeof useLottery> & { data: Lottery }) {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <>
      <LotteryHero data={data} busy={busy} onRefresh={refresh} own={signedIn} />
      <Body columns>
        <div className={COLUMN}>
          {away && (
            <AsOf asOf={data.serverTime}>
              <Trans>Guesses need a connection: none is kept for later.</Trans>
            </AsOf>
          )}
          <GuessCard data={data} away={away} />
          {signedIn && (data.eligible || data.myGuesses.length > 0) && <MyGuesses data={data} />}
        </div>
        <div className={COLUMN}>
          {data.previous && <LastDraw previous={data.previous} />}
          <PoolCard data={data} />
          <MoreLinks />
        </div>
      </Body>
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-72" lines={[12, 8]}>
    <Skeleton dark className="mt-3 h-4 w-24" />
    <Skeleton dark className="mt-4 h-9 w-44" />
    <Skeleton dark className="mt-8 h-4 w-32" />
  </PageLoading>
);
