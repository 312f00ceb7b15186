// Confirms a pause before it begins: its end, its buttons, and the message once it has begun.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useOnline } from '#lib/online.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import type { PauseDays } from '#rules/limits.ts';
import type { UseLimits } from './use-limits.ts';

export const PauseTitle = ({ days }: { days: PauseDays }) => (
  <Plural value={days} one="Pause for # day" other="Pause for # days" />
);

interface PauseActionsProps {
  days: PauseDays;
  state: UseLimits;
  onDone: () => void;
}

export function PauseActions({ days, state, onDone }: PauseActionsProps) {
  const online = useOnline();
  const pause = async () => {
    if (!(await state.pause(days))) return;
    onDone();
    toast(t`Both games are paused`, 'success');
  };
  return (
    <>
      <Button
        look="ghost"
        wide
        disabled={state.busy === 'pause'}
        onClick={() => {
          state.forget();
          onDone();
        }}
      >
        <Trans>Not now</Trans>
      </Button>
      <Button wide busy={state.busy === 'pause'} disabled={!online} onClick={() => void pause()}>
        <PauseTitle days={days} />
      </Button>
    </>
  );
}
