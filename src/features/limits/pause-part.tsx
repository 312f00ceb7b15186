// A pause from both games: how long, with a confirmation, because it cannot be ended early.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { PauseDays } from '#rules/limits.ts';
import { type Limits, pausedAt } from '#api/limits.rules.ts';
import { timeWithin } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { longerPauses, pauseEnd } from './limits.rules.ts';
import type { UseLimits } from './use-limits.ts';

interface RefusalProps {
  refusal: ReturnType<UseLimits['refusalOf']>;
}

/** Why the last pause did not begin: in its confirmation, and in what is left once that is closed. */
const Refused = ({ refusal }: RefusalProps) =>
  refusal && (
    <Notice tone={refusal.lost ? 'amber' : 'bad'} icon="warn" alert>
      {refusal.text}
    </Notice>
  );

interface PausePartProps extends RefusalProps {
  data: Limits;
  online: boolean;
  onPause: (days: PauseDays) => void;
}

/** Until when both games are paused; nothing while they are not. */
export function Paused({ data }: { data: Limits }) {
  const { i18n } = useLingui();
  const paused = pausedAt(data, useNow(15_000));
  const until = paused === null ? '' : timeWithin(paused, i18n.locale);
  return (
    <div role="status" className="empty:hidden">
      {paused !== null && (
        <Notice tone="amber" icon="clock">
          <Trans>Both games are paused until {until}.</Trans>
        </Notice>
      )}
    </div>
  );
}

export function PausePart({ data, online, onPause, refusal }: PausePartProps) {
  const { t } = useLingui();
  const id = useId();
  const now = useNow(15_000);
  const paused = pausedAt(data, now);
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="m-0 text-base font-semibold">
        <Trans>Pause both games</Trans>
      </h3>
      <p className="m-0 text-sm text-pretty text-muted">
        {paused === null ? (
          <Trans>No bets, guesses or game notices. It can't be ended early.</Trans>
        ) : (
          <Trans>You can only make it longer.</Trans>
        )}
      </p>
      {/* A pause that began although its answer was lost is named above. */}
      {!(refusal?.lost && paused !== null) && <Refused refusal={refusal} />}
      <div role="group" aria-label={t`Pause length`} className="grid grid-cols-3 gap-2">
        {longerPauses(data, now).map((days) => (
          <Button
            key={days}
            look="secondary"
            size="sm"
            className="px-1! whitespace-nowrap"
            disabled={!online}
            onClick={() => onPause(days)}
          >
            <Plural value={days} one="# day" other="# days" />
          </Button>
        ))}
      </div>
    </section>
  );
}

interface ConfirmProps extends RefusalProps {
  data: Limits;
  days: PauseDays;
}

export function PauseConfirm({ data, days, refusal }: ConfirmProps) {
  const { i18n } = useLingui();
  const now = useNow(15_000);
  const until = timeWithin(pauseEnd(data, days, now), i18n.locale);
  return (
    <>
      <p className="m-0 text-sm text-pretty">
        <Trans>No bets or guesses until {until}. Bets you already made are still drawn and paid.</Trans>
      </p>
      <Notice tone="amber" icon="clock">
        <Trans>Nobody can end it early.</Trans>
      </Notice>
      <Refused refusal={refusal} />
    </>
  );
}
