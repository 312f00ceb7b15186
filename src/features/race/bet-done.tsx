// The bet is placed: on what, and when the race is drawn. It takes the focus, so that it is read.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Output } from '#contract';
import { raceTimes } from '#rules/race.ts';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { dateText } from '#lib/time.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Success } from '#ui/success.tsx';
import { totalOf } from './bet.rules.ts';
import { BetList } from './bet-terms.tsx';
import { adit } from '#ui/figure.ts';
import type { Config } from './race.rules.ts';

interface DoneProps {
  done: Output<'POST /api/game/coining'>;
  config: Config;
}

export function BetDone({ done: { round, bets, balance }, config }: DoneProps) {
  const { t, i18n } = useLingui();
  const drawn = dateText(raceTimes(round).drawsAt.toISOString(), i18n.locale, { timeStyle: 'short' });
  return (
    <Success
      label={t`Bet placed`}
      lead={<Trans>Your bet on race {round}</Trans>}
      figure={adit(totalOf(bets), i18n.locale, SHOWN_DECIMALS)}
    >
      <BetList lanes={config.lanes} bets={bets} />
      <Facts>
        <Fact label={<Trans>Balance after</Trans>}>{adit(balance, i18n.locale, SHOWN_DECIMALS)}</Fact>
        <Fact label={<Trans>Drawn at</Trans>}>{drawn}</Fact>
      </Facts>
    </Success>
  );
}
