// The daily guess on the hub: its pool, when it closes, its odds, and what was drawn last.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { stale } from '#api/changes.ts';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { go } from '#lib/navigate.ts';
import { Countdown } from '#ui/countdown.tsx';
import { DrumView } from '#ui/drum-view.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { openAdit } from '#ui/figure.ts';
import { LOTTERY_ODDS } from '#rules/lottery.ts';
import { LotteryOdds } from '#ui/odds-facts.tsx';
import { GameCard, GameFact } from './game-card.tsx';
import { lotteryQuery } from './race.queries.ts';

const PLACES = ['first', 'second', 'third'] as const;

/** `known`: that the lottery is switched on here. */
export function HubLottery({ known }: { known: boolean }) {
  const { i18n } = useLingui();
  const { data, isError, error, refetch } = useQuery({ ...lotteryQuery(), enabled: known });
  if (isError && !data) return <FailedView message={errorText(error)} onRetry={() => void refetch()} />;
  const drawn = data?.previous?.drawn;
  return (
    <GameCard
      title={<Trans>Web3 Guess</Trans>}
      picture={<Drums drawn={drawn} />}
      about={
        <Trans>Three digits in order, drawn every day at 20:00 in Singapore. For permanent miners.</Trans>
      }
      action={{
        look: 'secondary',
        onClick: () => void go('/pages/guessing/index'),
        children: <Trans>To the guess</Trans>,
      }}
    >
      <GameFact label={<Trans>Closes in</Trans>}>
        {data && (
          <Countdown
            key={data.closesAt}
            to={data.closesAt}
            onEnd={() => void stale('GET /api/mining/bet/index')}
          />
        )}
      </GameFact>
      <GameFact label={<Trans>Prize pool</Trans>}>
        {data && openAdit(data.pool, i18n.locale, SHOWN_DECIMALS)}
      </GameFact>
      <LotteryOdds outcomes={LOTTERY_ODDS} />
      <GameFact label={<Trans>Last drawn</Trans>}>
        {data &&
          (drawn ? (
            <span className="tracking-[0.2em]">{drawn.join('')}</span>
          ) : data.previous?.state === 'drawing' ? (
            <Trans>being drawn</Trans>
          ) : (
            <Trans>none yet</Trans>
          ))}
      </GameFact>
    </GameCard>
  );
}

/** A picture: the digits are said among the figures. */
const Drums = ({ drawn }: { drawn: readonly number[] | null | undefined }) => (
  <span className="grid w-full max-w-55 grid-cols-3 gap-2.5 self-center">
    {PLACES.map((place, at) => (
      <span key={place} className="rounded-control ring-1 ring-white/15">
        <DrumView size="small" turn={drawn?.[at] ?? 0} ms={0} empty={!drawn} />
      </span>
    ))}
  </span>
);
