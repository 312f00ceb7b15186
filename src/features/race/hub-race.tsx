// The race on the hub: until when it takes bets, what is staked, its odds, and who won last.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { go } from '#lib/navigate.ts';
import { clockText } from '#lib/time.ts';
import { RACE_LANES, RACE_PAYOUT } from '#rules/figures.ts';
import { Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { openAdit } from '#ui/figure.ts';
import { useNow } from '#ui/now.ts';
import { RaceOdds } from '#ui/odds-facts.tsx';
import { GameCard, GameFact } from './game-card.tsx';
import { RacePicture } from './race-picture.tsx';
import { openingQuery } from './race.queries.ts';
import { type Opening, phaseAt } from './race.rules.ts';

/** `known`: that the race is switched on here. */
export function HubRace({ known }: { known: boolean }) {
  const { i18n } = useLingui();
  const now = useNow(500);
  const { data: race, isError, error, refetch } = useQuery({ ...openingQuery(), enabled: known });
  if (isError && !race) return <FailedView message={errorText(error)} onRetry={() => void refetch()} />;
  const phase = race && phaseAt(race, now);
  return (
    <GameCard
      title={<Trans>Race</Trans>}
      aside={phase && <State open={phase.kind === 'open'} />}
      picture={<RacePicture race={race} />}
      about={<Trans>Six coins, a race every 5 minutes. Bet on the champion.</Trans>}
      action={{ onClick: () => void go('/pages/main/index'), children: <Trans>To the race</Trans> }}
    >
      <GameFact
        label={!phase || phase.kind === 'open' ? <Trans>Betting closes in</Trans> : <Trans>Draw in</Trans>}
      >
        {phase && clockText((phase.until ?? now) - now)}
      </GameFact>
      <GameFact label={<Trans>Total stake</Trans>}>
        {race && openAdit(race.totalStake, i18n.locale, SHOWN_DECIMALS)}
      </GameFact>
      <RaceOdds lanes={RACE_LANES} payout={RACE_PAYOUT} />
      <GameFact label={<Trans>Last champion</Trans>}>{race && <Champion {...race} />}</GameFact>
    </GameCard>
  );
}

const State = ({ open }: { open: boolean }) => (
  <Tag tone={open ? 'good' : 'quiet'}>{open ? <Trans>Open</Trans> : <Trans>Betting closed</Trans>}</Tag>
);

function Champion({ previous, lanes }: Pick<Opening, 'previous' | 'lanes'>) {
  if (previous?.state === 'drawing') return <Trans>being drawn</Trans>;
  const coin = lanes.find(({ lane }) => lane === previous?.champion)?.coin;
  if (coin === undefined) return <Trans>none yet</Trans>;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <CoinIcon coin={coin} size={18} className="self-center" />
      {coin}
    </span>
  );
}
