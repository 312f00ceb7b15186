// Where the operator takes no guesses.
import { Trans } from '@lingui/react/macro';
import { go } from '#lib/navigate.ts';
import { SwitchedOff } from '#ui/switched-off.tsx';

export const LotteryOff = () => (
  <SwitchedOff
    icon="guess"
    title={<Trans>Guessing is switched off here</Trans>}
    action={{
      label: <Trans>Earlier rounds</Trans>,
      onClick: () => void go('/pages/guessing/previous'),
    }}
  >
    <Trans>The operator takes no guesses. What was won before stays yours.</Trans>
  </SwitchedOff>
);
