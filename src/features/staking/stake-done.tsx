// What was staked: the order's own figures, as the server has them.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Output } from '#contract';
import { timeText } from '#lib/time.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { adit } from '#ui/figure.ts';
import { outputOf } from './staking.rules.ts';
import { Success } from '#ui/success.tsx';

interface DoneProps {
  done: Output<'POST /api/stake/stake'>;
  rate: string;
}

export function StakeDone({ done, rate }: DoneProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  return (
    <Success label={t`Staked`} lead={<Trans>You have staked</Trans>} figure={adit(done.amount, locale)}>
      <Facts>
        <Fact label={<Trans>Output every 24 hours</Trans>}>{adit(outputOf(done.amount, rate), locale)}</Fact>
        <Fact label={<Trans>First output</Trans>}>{timeText(done.nextOutputAt, locale)}</Fact>
        <Fact label={<Trans>Can be redeemed from</Trans>}>{timeText(done.unlocksAt, locale)}</Fact>
      </Facts>
    </Success>
  );
}
