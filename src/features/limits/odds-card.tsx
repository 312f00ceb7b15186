// Both games' chances as figures, as far as they are switched on here, with the way to how a draw is checked.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RACE_LANES, RACE_PAYOUT } from '#rules/figures.ts';
import { LOTTERY_ODDS } from '#rules/lottery.ts';
import { Card, Facts } from '#ui/card.tsx';
import { LotteryOdds, RaceOdds } from '#ui/odds-facts.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { featuresQuery } from './limits.queries.ts';
import { Odds } from './odds.tsx';

function Game({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="m-0 text-[15px] font-semibold">{name}</h3>
      <Facts>{children}</Facts>
    </section>
  );
}

export function OddsCard() {
  const { data } = useQuery(featuresQuery());
  const { race = true, lottery = true } = data?.features ?? {};
  if (!race && !lottery) return null;
  return (
    <Card title={<Trans>The odds</Trans>}>
      <div className="grid gap-4">
        <Odds />
        {race && (
          <Game name={<Trans>Race</Trans>}>
            <RaceOdds lanes={RACE_LANES} payout={RACE_PAYOUT} />
          </Game>
        )}
        {lottery && (
          <Game name={<Trans>Lottery</Trans>}>
            <LotteryOdds outcomes={LOTTERY_ODDS} />
          </Game>
        )}
        <p className="m-0 text-[13px] text-pretty text-muted">
          <Trans>
            A longer row of losses makes a win no more likely: each draw knows nothing of the ones before. Any
            draw can be{' '}
            <PageLink to="/pages/main/result" className="font-medium underline underline-offset-4">
              recomputed
            </PageLink>{' '}
            from the chain.
          </Trans>
        </p>
      </div>
    </Card>
  );
}
