// The daily guess on the hub: its pool and when it closes.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '#contract';
import { errorText } from '#api/errors.ts';
import { refresh } from '#api/queries.ts';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Countdown } from '#ui/countdown.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { adit } from './figures.ts';
import { lotteryQuery } from './race.queries.ts';

type Lottery = Output<'GET /api/mining/bet/index'>;

export function HubLottery() {
  const lottery = useQuery(lotteryQuery());
  if (lottery.data) return <LotteryCard lottery={lottery.data} />;
  if (lottery.isError)
    return <FailedView message={errorText(lottery.error)} onRetry={() => void lottery.refetch()} />;
  return <SkeletonCard lines={7} />;
}

function LotteryCard({ lottery: { pool, closesAt, previous } }: { lottery: Lottery }) {
  const { t, i18n } = useLingui();
  return (
    <Card title={t`Web3 Guess`}>
      <p className="m-0 text-sm text-pretty text-muted">
        <Trans>Three digits in order, drawn every day at 20:00 in Singapore. For permanent miners.</Trans>
      </p>
      <div className="mt-2">
        <Facts>
          <Fact label={<Trans>Prize pool</Trans>}>{adit(pool, i18n.locale, SHOWN_DECIMALS)}</Fact>
          <Fact label={<Trans>Closes in</Trans>}>
            <Countdown key={closesAt} to={closesAt} onEnd={() => void refresh('GET /api/mining/bet/index')} />
          </Fact>
          <Fact label={<Trans>Odds of a guess</Trans>}>
            <Trans>1 in 1000</Trans>
          </Fact>
          <Fact label={<Trans>Last drawn</Trans>}>
            {previous?.drawn ? (
              <span className="tracking-[0.2em]">{previous.drawn.join('')}</span>
            ) : previous?.state === 'drawing' ? (
              <Trans>being drawn</Trans>
            ) : (
              <Trans>none yet</Trans>
            )}
          </Fact>
        </Facts>
      </div>
      <Button wide look="secondary" className="mt-3" onClick={() => void go('/pages/guessing/index')}>
        <Trans>To the guess</Trans>
      </Button>
    </Card>
  );
}
