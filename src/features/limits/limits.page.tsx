// Playing within limits: the account's limit and pause with what stands, the odds of both games, and where there is help.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Body } from '#ui/hero.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState } from '#ui/views.tsx';
import { HelpCard } from './help-card.tsx';
import type { PauseDays } from '#rules/limits.ts';
import { OddsCard } from './odds-card.tsx';
import { LimitsKnown, OwnLimits } from './own-limits.tsx';
import { PauseActions, PauseTitle } from './pause-confirm.tsx';
import { PauseConfirm } from './pause-part.tsx';
import { useLimits } from './use-limits.ts';

export function Page() {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <Body overlap={false} columns>
      {signedIn ? <Own /> : <Guest />}
      <div className="grid gap-3">
        <OddsCard />
        <HelpCard />
      </div>
    </Body>
  );
}

function Own() {
  const state = useLimits(true);
  const [asking, setAsking] = useState<PauseDays | null>(null);
  // What is shown stays while the sheet goes away.
  const [days, setDays] = useState<PauseDays>(1);
  const ask = (chosen: PauseDays) => {
    setDays(chosen);
    setAsking(chosen);
  };
  const leave = () => setAsking(null);
  return (
    <Card title={<Trans>Your limits</Trans>}>
      <OwnLimits state={state} onPause={ask} />
      <Sheet
        open={asking !== null}
        onClose={leave}
        kind="dialog"
        title={<PauseTitle days={days} />}
        actions={<PauseActions days={days} state={state} onDone={leave} />}
      >
        <div className="grid gap-5">
          <LimitsKnown state={state}>
            {(data) => <PauseConfirm data={data} days={days} refusal={state.refusalOf('pause')} />}
          </LimitsKnown>
        </div>
      </Sheet>
    </Card>
  );
}

function Guest() {
  const { t } = useLingui();
  return (
    <Card tone="amber">
      <EmptyState icon="clock" title={t`A limit of your own`}>
        <Trans>
          With a connected wallet you set how much may be bet in a day, over both games, or pause from them
          for 1, 7 or 30 days. A lower limit holds at once, a higher one a day later, and nobody can end a
          pause early, neither you nor we.
        </Trans>
      </EmptyState>
      <Button wide icon="wallet" onClick={() => openPopup('connect', {})}>
        <Trans>Connect wallet</Trans>
      </Button>
    </Card>
  );
}
