// The game hub: both games as they stand, own records, verification, and playing within limits. What is switched off is not shown.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAway } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { useLive } from '#lib/live.ts';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { HubLottery } from './hub-lottery.tsx';
import { HubRace } from './hub-race.tsx';
import { featuresQuery } from './race.queries.ts';
import { RaceOff } from './race-off.tsx';
import { GameWays } from './game-ways.tsx';

export function Page() {
  useLive();
  const index = useQuery(featuresQuery());
  const away = useAway(index);
  const on = index.data?.features;
  if (on && !on.race && !on.lottery) return <RaceOff all />;
  return (
    <>
      <Hero>
        <p className="m-0 max-w-110 text-sm text-pretty text-mist">
          <Trans>
            Two games whose draws come from the chain, so that anybody can recompute them. They are for fun:
            on average, who bets gets back less than was bet.
          </Trans>
        </p>
      </Hero>
      <Body columns>
        {index.isError && !on ? (
          <>
            <FailedView message={errorText(index.error)} onRetry={() => void index.refetch()} />
            <GameWays />
          </>
        ) : (
          <>
            {away && index.data && (
              <div className="min-[720px]:col-span-2">
                <AsOf asOf={index.data.asOf}>
                  <Trans>Bets and guesses need a connection and are never kept for later.</Trans>
                </AsOf>
              </div>
            )}
            {on?.race !== false && <HubRace known={on !== undefined} />}
            {on?.lottery !== false && <HubLottery known={on !== undefined} />}
            <div className="min-[720px]:col-span-2">
              <GameWays race={on?.race ?? true} lottery={on?.lottery ?? true} />
            </div>
          </>
        )}
      </Body>
    </>
  );
}
