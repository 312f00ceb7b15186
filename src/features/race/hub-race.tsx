// The race on the hub: which one is open, until when, what is staked, and who won last.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#api/errors.ts';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { go } from '#lib/navigate.ts';
import { clockText } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts, Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { useNow } from '#ui/now.ts';
import { SkeletonCard } from '#ui/views.tsx';
import { adit } from './figures.ts';
import { openingQuery } from './race.queries.ts';
import { type Opening, phaseAt } from './race.rules.ts';

export function HubRace() {
  const opening = useQuery(openingQuery());
  if (opening.data) return <RaceCard race={opening.data} />;
  if (opening.isError)
    return <FailedView message={errorText(opening.error)} onRetry={() => void opening.refetch()} />;
  return <SkeletonCard lines={7} />;
}

function RaceCard({ race }: { race: Opening }) {
  const { t, i18n } = useLingui();
  const now = useNow(500);
  const phase = phaseAt(race, now);
  const { round, previous } = race;
  const clock = clockText((phase.until ?? now) - now).slice(3);
  return (
    <Card
      title={t`Race`}
      aside={
        phase.kind === 'open' ? (
          <Tag tone="good">
            <Trans>Open</Trans>
          </Tag>
        ) : (
          <Tag tone="quiet">
            <Trans>Betting closed</Trans>
          </Tag>
        )
      }
    >
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>Six coins, a race every 5 minutes. Bet on the champion.</Trans>
      </p>
      <div className="mt-2">
        <Facts>
          <Fact label={<Trans>Current race</Trans>}>{round}</Fact>
          <Fact label={phase.kind === 'open' ? <Trans>Betting closes in</Trans> : <Trans>Draw in</Trans>}>
            {clock}
          </Fact>
          <Fact label={<Trans>Total stake</Trans>}>{adit(race.totalStake, i18n.locale, SHOWN_DECIMALS)}</Fact>
          <Fact label={<Trans>Last champion</Trans>}>
            <Champion previous={previous} lanes={race.lanes} />
          </Fact>
        </Facts>
      </div>
      <Button wide className="mt-3" onClick={() => void go('/pages/main/index')}>
        <Trans>To the race</Trans>
      </Button>
    </Card>
  );
}

function Champion({ previous, lanes }: Pick<Opening, 'previous' | 'lanes'>) {
  if (previous?.state === 'drawing') return <Trans>being drawn</Trans>;
  const coin = lanes.find(({ lane }) => lane === previous?.champion)?.coin;
  if (coin === undefined) return <Trans>none yet</Trans>;
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <CoinIcon coin={coin} size={20} className="self-center" />
      {coin}
    </span>
  );
}
