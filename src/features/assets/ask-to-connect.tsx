// What a guest sees in place of own figures, with the way to them.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openPopup } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/views.tsx';

export function AskToConnect({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <Card tone="amber">
      <EmptyState icon="wallet" title={t`Please log in`}>
        {children}
      </EmptyState>
      <Button wide onClick={() => openPopup('connect', {})}>
        <Trans>Connect wallet</Trans>
      </Button>
    </Card>
  );
}
