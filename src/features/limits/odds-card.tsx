// Both games' chances as figures, as far as they are switched on here, with the way to how a draw is checked.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { amountText, percentText } from '#lib/amounts.ts';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { featuresQuery } from './limits.queries.ts';
import { Odds } from './odds.tsx';

/** The champion's lane is one of six and pays five times its stake, the stake included. */
const LANES = 6;
const PAYOUT = 5;

function Game({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h3 className="m-0 text-[15px] font-semibold">{name}</h3>
      <Facts>{children}</Facts>
    </section>
  );
}

export function OddsCard() {
  const { i18n } = useLingui();
  const { data } = useQuery(featuresQuery());
  const { race = true, lottery = true } = data?.features ?? {};
  if (!race && !lottery) return null;
  const numbers = amountText('1000', i18n.locale);
  return (
    <Card title={<Trans>The odds</Trans>}>
      <div className="grid gap-4">
        <Odds />
        {race && (
          <Game name={<Trans>Race</Trans>}>
            <Fact label={<Trans>Your lane comes in first</Trans>}>
              <Trans>1 in {LANES}</Trans>
            </Fact>
            <Fact label={<Trans>It pays, stake included</Trans>}>
              <Trans>{PAYOUT} times</Trans>
            </Fact>
            <Fact label={<Trans>The house keeps on average</Trans>}>
              <span className="whitespace-nowrap">{percentText(1 - PAYOUT / LANES, i18n.locale)}</span>
            </Fact>
          </Game>
        )}
        {lottery && (
          <Game name={<Trans>Lottery</Trans>}>
            <Fact label={<Trans>Your digits are drawn</Trans>}>
              <Trans>1 in {numbers}</Trans>
            </Fact>
            <Fact label={<Trans>It pays</Trans>}>
              <Trans>an equal share of the pool</Trans>
            </Fact>
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
