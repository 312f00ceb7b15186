// Responsible play, quickly accessible from within the games: the odds in a sentence, a daily bet limit, and a pause
// from both games. A page shows the same with more detail.
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import type { PopupProps } from '#lib/popups.ts';
import { eachOpening } from '#ui/each-opening.tsx';
import { toTop } from '#ui/focus-on-mount.ts';
import { Sheet } from '#ui/sheet.tsx';
import type { PauseDays } from '#rules/limits.ts';
import { Odds } from './odds.tsx';
import { LimitsKnown, OwnLimits } from './own-limits.tsx';
import { PauseActions, PauseTitle } from './pause-confirm.tsx';
import { PauseConfirm } from './pause-part.tsx';
import { useLimits } from './use-limits.ts';

function Opening({ open, onClose }: PopupProps<'limits'>) {
  const state = useLimits(open);
  const [asking, setAsking] = useState<PauseDays | null>(null);
  // The previous step's focused element is gone.
  const start = useRef<HTMLDivElement>(null);
  const go = (to: PauseDays | null) => {
    setAsking(to);
    start.current?.focus({ preventScroll: true });
    toTop(start.current);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={asking === null ? <Trans>Playing within limits</Trans> : <PauseTitle days={asking} />}
      actions={asking !== null && <PauseActions days={asking} state={state} onDone={() => go(null)} />}
    >
      <div ref={start} tabIndex={-1} className="grid gap-5 outline-none">
        {asking === null ? (
          <OwnLimits state={state} onPause={go}>
            <Odds />
          </OwnLimits>
        ) : (
          <LimitsKnown state={state}>
            {(data) => <PauseConfirm data={data} days={asking} refusal={state.refusalOf('pause')} />}
          </LimitsKnown>
        )}
      </div>
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);
