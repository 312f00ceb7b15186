// What stands in the place of a page where the operator has switched off what it is about.
import { Trans, useLingui } from '@lingui/react/macro';
import { go } from '#lib/navigate.ts';
import { Card } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { EmptyState } from '#ui/views.tsx';

/** `all`: neither game is played here. */
export function SwitchedOff({ all = false }: { all?: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <Card>
          <EmptyState
            icon="race"
            title={all ? t`The games are switched off here` : t`The race is switched off here`}
            action={{ label: t`Back to home`, onClick: () => void go('/') }}
          >
            <Trans>
              The operator takes no bets. What was placed before is settled, and stays in your records.
            </Trans>
          </EmptyState>
        </Card>
      </Body>
    </>
  );
}
