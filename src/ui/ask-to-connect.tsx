// What a guest sees in place of personal figures, with a button to connect.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openPopup } from '#lib/popups.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './views.tsx';

interface AskToConnectProps {
  /** What is shown once a wallet is connected. */
  children: ReactNode;
}

export function AskToConnect({ children }: AskToConnectProps) {
  const { t } = useLingui();
  return (
    <Card tone="amber">
      <EmptyState icon="wallet" title={t`Please log in`}>
        {children}
      </EmptyState>
      <Button wide icon="wallet" onClick={() => openPopup('connect', {})}>
        <Trans>Connect wallet</Trans>
      </Button>
    </Card>
  );
}
