// The lottery: the pool and its draw, the last result, guesses of three digits, and the guesses made.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { HeroHead } from '#actions/hero-head.tsx';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { go } from '#lib/navigate.ts';
import { SwitchedOff } from '#ui/switched-off.tsx';
import { GameLinks } from '#ui/link-list.tsx';
import { useFigure } from '#ui/figure.ts';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { changed } from '#api/changes.ts';
import { BRAND } from '#lib/brand.ts';
import { cx } from '#ui/class-names.ts';
import { COLUMN } from '#ui/column.ts';
import { Countdown } from '#ui/countdown.tsx';
import { HeroFigure } from '#ui/hero-figure.tsx';
import { useAt, useNow } from '#ui/now.ts';
import { drawnShare, ProgressRing } from '#ui/progress.tsx';
import { GuessCard } from './guess-card.tsx';
import { LastDraw } from './last-draw.tsx';
import { type Lottery, isClosed, passedShare } from './lottery.rules.ts';
import { useLottery } from './use-lottery.ts';
import { GuessList } from './guess-list.tsx';
import { closingText } from './lottery.words.ts';

/** Decimals of the large figure; the pool's own card shows the rest. */
const DECIMALS = 2;

interface HeroProps {
  data: Lottery;
  /** Signed in: the page shows personal amounts. */
  own: boolean;
}

/** The hero of the lottery: the pool of the open round, and the ring that counts down. */
function LotteryHero({ data, own }: HeroProps) {
  const { i18n } = useLingui();
  const now = useNow(15_000);
  return (
    <Hero>
      <HeroHead own={own}>
        <Trans>This round's pool</Trans>
      </HeroHead>
      <div className="flex flex-wrap items-center justify-between gap-4 pb-1 min-[720px]:justify-start min-[720px]:gap-16">
        <div className="min-w-0 grow basis-32 min-[720px]:grow-0 min-[720px]:basis-auto">
          <HeroFigure value={data.pool} unit={BRAND.symbol} max={DECIMALS} fits={FITS} />
          <p className="m-0 mt-2 text-sm text-pretty text-mist">
            {closingText(data.closesAt, i18n.locale, now)}
          </p>
        </div>
        <ToDraw data={data} />
      </div>
    </Hero>
  );
}

/** Number of characters that fit beside the ring on a phone, in the large and in the middle size. */
const FITS = [7, 10] as const;

/** Counts down to the end of guessing, and then to the draw. */
function ToDraw({ data }: { data: Lottery }) {
  const { t } = useLingui();
  const { closesAt, guessesUntil } = data;
  const closed = useAt((now) => isClosed(data, now));
  const share = useAt((now) => passedShare(closesAt, now), 1000, drawnShare);
  return (
    <div className="shrink-0">
      <ProgressRing share={share} label={t`Share of this round passed`}>
        <span className="mx-auto block max-w-24 text-xs leading-tight text-balance text-mist">
          {closed ? <Trans>Draw in</Trans> : <Trans>Guesses close in</Trans>}
        </span>
        <span className="block text-lg font-semibold">
          {closed ? (
            <Countdown key={closesAt} to={closesAt} onEnd={() => void changed('POST /api/mining/bet')} />
          ) : (
            <Countdown key={guessesUntil} to={guessesUntil} />
          )}
        </span>
      </ProgressRing>
    </div>
  );
}

/** The account's guesses of the open round, and what it paid for them. */
function MyGuesses({ data }: { data: Lottery }) {
  const { t } = useLingui();
  const figure = useFigure();
  if (data.myGuesses.length === 0) return null;
  return (
    <Card title={t`Your guesses in this round`}>
      <GuessList guesses={data.myGuesses} label={t`Your guesses in this round`} />
      <div className="mt-2">
        <Facts>
          <Fact label={<Trans>Participation amount</Trans>}>{figure(data.participationAmount)}</Fact>
        </Facts>
      </div>
    </Card>
  );
}

const MoreLinks = () => <GameLinks lottery={{ icon: 'history', title: <Trans>Earlier rounds</Trans> }} />;

/** Shown where the operator accepts no guesses. */
const LotteryOff = () => (
  <SwitchedOff
    icon="guess"
    title={<Trans>Guessing is switched off</Trans>}
    action={{
      label: <Trans>Earlier rounds</Trans>,
      onClick: () => void go('/pages/guessing/previous'),
    }}
  >
    <Trans>What you won stays yours.</Trans>
  </SwitchedOff>
);

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
        <Absent of={index} />
        <MoreLinks />
      </Body>
    </>
  );
}

function Round({ data, away }: ReturnType<typeof useLottery> & { data: Lottery }) {
  const signedIn = useAtomValue(signedInAtom);
  // If the first result comes while the page is open, it goes below the guess, which must not move.
  const [above] = useState(data.previous !== null);
  const last = data.previous && <LastDraw previous={data.previous} />;
  return (
    <>
      <LotteryHero data={data} own={signedIn} />
      <Body columns>
        <div className={cx(COLUMN, 'empty:hidden')}>
          {away && <AsOf asOf={data.serverTime} away={<Trans>Guesses need a connection.</Trans>} />}
          {above && last}
        </div>
        <div className={cx(COLUMN, 'min-[720px]:col-start-2 min-[720px]:row-span-2')}>
          <GuessCard data={data} away={away} />
          {signedIn && <MyGuesses data={data} />}
          {!above && last}
        </div>
        <MoreLinks />
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
