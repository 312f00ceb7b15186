// Where the operator takes no stakes and nothing is staked.
import { Trans } from '@lingui/react/macro';
import { SwitchedOff } from '#ui/switched-off.tsx';

export const StakingOff = () => (
  <SwitchedOff icon="staking" title={<Trans>Staking is switched off here</Trans>}>
    <Trans>The operator takes no stakes. Your balances stay as they are.</Trans>
  </SwitchedOff>
);
