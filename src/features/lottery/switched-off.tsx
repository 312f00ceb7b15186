// What stands in the place of the lottery where the operator does not run it.
import { Trans, useLingui } from '@lingui/react/macro';
import { go } from '#lib/navigate.ts';
import { Card } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { EmptyState } from '#ui/views.tsx';

export function SwitchedOff() {
  const { t } = useLingui();
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <Card>
          <EmptyState
            icon="guess"
            title={t`Guessing is switched off here`}
            action={{ label: t`Earlier rounds`, onClick: () => void go('/pages/guessing/previous') }}
          >
            <Trans>The operator takes no guesses. What was won before stays yours.</Trans>
          </EmptyState>
        </Card>
      </Body>
    </>
  );
}
