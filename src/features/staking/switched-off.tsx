// What stands in the place of the staking page where the operator takes no stakes and nothing is staked.
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
            icon="staking"
            title={t`Staking is switched off here`}
            action={{ label: t`Back to home`, onClick: () => void go('/') }}
          >
            <Trans>The operator takes no stakes. Your balances stay as they are.</Trans>
          </EmptyState>
        </Card>
      </Body>
    </>
  );
}
