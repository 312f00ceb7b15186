// Ways from the games to records, verification, and the account's own limits.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openPopup } from '#lib/popups.ts';
import type { IconName } from './icon.tsx';
import { Way, Ways } from './ways.tsx';

interface GameWaysProps {
  race?: boolean;
  /** How the earlier rounds of the lottery are named; without it there is no way to them. */
  lottery?: { icon: IconName; title: ReactNode } | false;
}

export const GameWays = ({ race = false, lottery = false }: GameWaysProps) => (
  <Ways>
    {race && (
      <Way icon="history" title={<Trans>My races</Trans>} to="/pages/main/record">
        <Trans>Your bets, results, and what they won or lost</Trans>
      </Way>
    )}
    {lottery && (
      <Way {...lottery} to="/pages/guessing/previous">
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
