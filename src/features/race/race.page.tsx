// The race: the open round with its lanes and bets, the newest drawn one on its stage, and how the draw is made.
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { errorText } from '#api/errors.ts';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { Amounts } from './amounts.tsx';
import { BetBar } from './bet-bar.tsx';
import { Fairness } from './fairness.tsx';
import { Lanes } from './lanes.tsx';
import { RaceHero } from './race-hero.tsx';
import type { Config, Opening } from './race.rules.ts';
import { Stage } from './stage.tsx';
import { RaceOff } from './race-off.tsx';
import { useBetting } from './use-betting.ts';
import { useRace } from './use-race.ts';
import { useWatching } from './use-watching.ts';
import { GameWays } from './game-ways.tsx';

export function Page() {
  const race = useRace();
  const { opening, config, on } = race;
  if (on === false) return <RaceOff />;
  const failed = [opening, config].find((each) => each.isError && !each.data);
  if (failed)
    return (
      <>
        <Hero className="min-h-60" />
        <Body>
          <FailedView
            message={errorText(failed.error)}
            onRetry={() => void Promise.all([opening.refetch(), config.refetch()])}
          />
          <GameWays />
        </Body>
      </>
    );
  if (!opening.data || !config.data) return <Loading />;
  return <Race {...race} race={opening.data} config={config.data} />;
}

/** Columns where there is room for two; else their cards are one list. */
const COLUMN = 'contents min-[720px]:grid min-[720px]:gap-3';

interface RaceProps extends Pick<ReturnType<typeof useRace>, 'away' | 'busy' | 'refresh'> {
  race: Opening;
  config: Config;
}

function Race({ race, config, away, busy, refresh }: RaceProps) {
  useWatching();
  const place = useRef<HTMLDivElement>(null);
  const betting = useBetting(race, config, place);
  return (
    <>
      <RaceHero race={race} busy={busy} onRefresh={refresh} />
      <Body columns>
        <div className={COLUMN}>
          {away && (
            <AsOf asOf={race.serverTime}>
              <Trans>Bets need a connection and are never kept for later.</Trans>
            </AsOf>
          )}
          <Stage lanes={config.lanes} previous={race.previous} race={race} />
          {/* On a phone the bet comes before what explains it. */}
          <div className="order-last grid gap-3 min-[720px]:order-none">
            <Fairness race={race} config={config} />
            <GameWays />
          </div>
        </div>
        <div ref={place} className={COLUMN}>
          <Lanes
            race={race}
            chosen={betting.draft.lanes}
            onToggle={betting.toggle}
            error={betting.laneError}
          />
          <Amounts
            config={config}
            draft={betting.draft}
            bounds={betting.bounds}
            onChange={betting.change}
            errorOn={betting.errorOn}
            limited={betting.limited}
          />
        </div>
      </Body>
      <BetBar
        race={race}
        draft={betting.draft}
        away={away}
        laneError={betting.laneError}
        onBet={betting.bet}
      />
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-60" lines={[9, 12]}>
    <Skeleton dark className="mt-3 h-4 w-24" />
    <Skeleton dark className="mt-4 h-9 w-44" />
  </PageLoading>
);
