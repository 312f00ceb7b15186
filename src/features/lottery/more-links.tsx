// Ways on from the lottery: earlier rounds, how any draw is checked, and playing within limits.
import { Trans } from '@lingui/react/macro';
import { openPopup } from '#lib/popups.ts';
import { Way, Ways } from '#ui/ways.tsx';

export const MoreLinks = () => (
  <Ways>
    <Way icon="history" title={<Trans>Earlier rounds</Trans>} to="/pages/guessing/previous">
      <Trans>Drawn numbers, pools and your guesses</Trans>
    </Way>
    <Way icon="kyc" title={<Trans>Result Verification</Trans>} to="/pages/main/result">
      <Trans>Recompute any draw from the chain, without trusting this server</Trans>
    </Way>
    <Way icon="clock" title={<Trans>Playing within limits</Trans>} to={() => openPopup('limits', {})}>
      <Trans>A daily limit, or a pause from both games</Trans>
    </Way>
  </Ways>
);
