// Staking for who is not signed in: the rate, how it works, the calculator, and the way in.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openPopup } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Body } from '#ui/hero.tsx';
import { EmptyState } from '#ui/views.tsx';
import { Calculator } from './calculator.tsx';
import { How } from './how.tsx';
import { StakingHero } from './staking-hero.tsx';
import type { Staking } from './staking.rules.ts';

interface GuestProps {
  data: Staking;
  busy: boolean;
  onRefresh: () => void;
}

export function Guest({ data, busy, onRefresh }: GuestProps) {
  return (
    <>
      <StakingHero guest data={data} busy={busy} onRefresh={onRefresh} />
      <Body columns>
        <div className="grid gap-3">
          <AskToConnect>
            <Trans>Your orders and what they have paid are shown once your wallet is connected.</Trans>
          </AskToConnect>
          <How data={data} />
        </div>
        <Calculator data={data} />
      </Body>
    </>
  );
}

/** What a guest sees in place of own figures, with the way to them. */
export function AskToConnect({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Card tone="amber">
      <EmptyState icon="staking" title={t`Please log in`}>
        {children}
      </EmptyState>
      <Button wide icon="wallet" onClick={() => openPopup('connect', {})}>
        <Trans>Connect wallet</Trans>
      </Button>
    </Card>
  );
}
