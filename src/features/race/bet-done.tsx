// The bet is placed: on what, and when the race is drawn. It takes the focus, so that it is read.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { Output } from '#contract';
import { raceTimes } from '#draws/rounds.ts';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { dateText } from '#lib/time.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { totalOf } from './bet.rules.ts';
import { BetList } from './bet-terms.tsx';
import { adit } from './figures.ts';
import type { Config } from './race.rules.ts';

interface DoneProps {
  done: Output<'POST /api/game/coining'>;
  config: Config;
}

export function BetDone({ done: { round, bets, balance }, config }: DoneProps) {
  const { t, i18n } = useLingui();
  const start = useRef<HTMLDivElement>(null);
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  const drawn = dateText(raceTimes(round).drawsAt.toISOString(), i18n.locale, { timeStyle: 'short' });
  return (
    <div
      ref={start}
      tabIndex={-1}
      role="group"
      aria-label={t`Bet placed`}
      className="grid gap-3 outline-none"
    >
      <div className="flex items-center gap-3">
        <span className="flex size-11 shrink-0 animate-rise items-center justify-center rounded-full bg-malachite-wash text-malachite">
          <Icon name="check" />
        </span>
        <p role="status" className="m-0 min-w-0 leading-tight">
          <span className="block text-[13px] text-muted">
            <Trans>Your bet on race {round}</Trans>
          </span>
          <span className="figures text-2xl font-semibold wrap-anywhere">
            {adit(totalOf(bets), i18n.locale, SHOWN_DECIMALS)}
          </span>
        </p>
      </div>
      <BetList lanes={config.lanes} bets={bets} />
      <Facts>
        <Fact label={<Trans>Balance after</Trans>}>{adit(balance, i18n.locale, SHOWN_DECIMALS)}</Fact>
        <Fact label={<Trans>Drawn at</Trans>}>{drawn}</Fact>
      </Facts>
    </div>
  );
}
