// Links from the games to records, verification, and the account's own limits.
import { Trans } from '@lingui/react/macro';
import { openPopup } from '#lib/popups.ts';
import { Way, Ways } from '#ui/ways.tsx';

interface GameWaysProps {
  /** Include the lottery's records. */
  lottery?: boolean;
  race?: boolean;
}

export const GameWays = ({ race = true, lottery = false }: GameWaysProps) => (
  <Ways>
    {race && (
      <Way icon="history" title={<Trans>My races</Trans>} to="/pages/main/record">
        <Trans>Your bets, results, and what they won or lost</Trans>
      </Way>
    )}
    {lottery && (
      <Way icon="guess" title={<Trans>Previous guessing rounds</Trans>} to="/pages/guessing/previous">
        <Trans>Drawn numbers, pools and your guesses</Trans>
      </Way>
    )}
    <Way icon="kyc" title={<Trans>Result Verification</Trans>} to="/pages/main/result">
      <Trans>Recompute any draw from the chain, without trusting this server</Trans>
    </Way>
    <Way icon="clock" title={<Trans>Playing within limits</Trans>} to={() => openPopup('limits', {})}>
      <Trans>A daily limit, or a pause from both games</Trans>
    </Way>
  </Ways>
);
