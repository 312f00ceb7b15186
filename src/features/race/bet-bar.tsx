// The bar at the bottom of the race page: the bet's total, and the button that opens its sheet.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useAbsence } from '#lib/online.ts';
import { clockText } from '#lib/time.ts';
import { useBarsBelow } from '#ui/bars-below.ts';
import { Button } from '#ui/button.tsx';
import { useAt } from '#ui/now.ts';
import { Paused } from './limits-link.tsx';
import { betsOf, type Draft, totalOf } from './bet.rules.ts';
import { sendingAtom } from './draft.ts';
import { openAdit } from '#ui/figure.ts';
import { type Opening, phaseAt } from './race.rules.ts';
import { useOwnLimits } from '#actions/stakes.ts';

interface BarProps {
  race: Opening;
  draft: Draft;
  /** The race is not up to date: there is no connection, or the server is slow or had a problem. */
  away: boolean;
  /** Says that no lane is chosen, once the button has been pressed. */
  laneError: string | undefined;
  onBet: () => void;
}

export function BetBar({ race, draft, away, laneError, onBet }: BarProps) {
  const { i18n } = useLingui();
  const bottom = useBarsBelow();
  const phase = useAt(
    (now) => phaseAt(race, now),
    1000,
    ({ kind }) => kind,
  );
  const absence = useAbsence();
  const bets = betsOf(draft);
  const total = openAdit(totalOf(bets), i18n.locale);
  const { pausedUntil: paused } = useOwnLimits();
  return (
    <div className="z-10 -mt-18 [@media(min-height:421px)]:sticky" style={{ bottom }}>
      <div className="border-t border-line bg-white shadow-float">
        <div className="frame pad-safe flex min-h-17 items-center justify-between gap-3 py-2">
          {away && absence === null ? (
            <Says title={<Trans>You can't bet now</Trans>}>
              <Trans>This page isn't up to date yet. Try again in a moment.</Trans>
            </Says>
          ) : away ? (
            <Says title={<Trans>No connection</Trans>}>
              <Trans>Bets need a connection.</Trans>
            </Says>
          ) : paused !== null ? (
            <Paused until={paused} />
          ) : phase.kind === 'open' ? (
            <Says title={total}>
              {laneError !== undefined ? (
                <span className="text-garnet">{laneError}</span>
              ) : bets.length === 0 ? (
                <Trans>Tap a lane to bet</Trans>
              ) : (
                <Plural value={bets.length} one="on # lane" other="on # lanes" />
              )}
            </Says>
          ) : (
            <Says title={<Trans>Betting closed</Trans>}>
              <Next until={phase.until ?? 0} />
            </Says>
          )}
          <Button
            className="min-w-32"
            busy={useAtomValue(sendingAtom)}
            disabled={away || paused !== null || phase.kind !== 'open'}
            onClick={onBet}
          >
            <Trans>Bet</Trans>
          </Button>
        </div>
      </div>
    </div>
  );
}

const Says = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <p className="m-0 min-w-0 leading-tight">
    <span className="figures block font-semibold wrap-anywhere max-[359px]:text-sm">{title}</span>
    <span className="figures block text-xs text-muted">{children}</span>
  </p>
);

/** Counts down without announcing each second to a screen reader. */
function Next({ until }: { until: number }) {
  const left = useAt((now) => until - now, 1000, clockText);
  const clock = clockText(left);
  return left > 0 ? <Trans>Next race in {clock}</Trans> : <Trans>The next race is opening</Trans>;
}
