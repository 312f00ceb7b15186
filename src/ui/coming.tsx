// A page that is announced but not built yet: it says so and leads back. Never a dead end.
import { Trans, useLingui } from '@lingui/react/macro';
import { go } from '#lib/navigate.ts';
import { Body, Hero } from './hero.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './views.tsx';

export function Coming() {
  const { t } = useLingui();
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <Card>
          <EmptyState
            icon="clock"
            title={t`This part is still being dug`}
            action={{ label: t`Back to home`, onClick: () => void go('/') }}
          >
            <Trans>It is not open yet. Nothing is hidden here, and nothing of yours is affected.</Trans>
          </EmptyState>
        </Card>
      </Body>
    </>
  );
}
