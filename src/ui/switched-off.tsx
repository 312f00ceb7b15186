// Replaces a page whose feature the operator has disabled.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { go } from '#lib/navigate.ts';
import { Card } from './card.tsx';
import { Body, Hero } from './hero.tsx';
import type { IconName } from './icon.tsx';
import { EmptyState } from './views.tsx';

interface SwitchedOffProps {
  icon: IconName;
  title: ReactNode;
  /** What happens to existing data. */
  children: ReactNode;
  /** Where to go from here; home by default. */
  action?: { label: ReactNode; onClick: () => void };
}

export function SwitchedOff({ icon, title, children, action }: SwitchedOffProps) {
  const home = { label: <Trans>Back to home</Trans>, onClick: () => void go('/') };
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <Card>
          <EmptyState icon={icon} title={title} action={action ?? home}>
            {children}
          </EmptyState>
        </Card>
      </Body>
    </>
  );
}
