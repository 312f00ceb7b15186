// Shown where the operator accepts no bets: for the race only, or for both games.
import { Trans } from '@lingui/react/macro';
import { SwitchedOff } from '#ui/switched-off.tsx';

/** `all`: neither game is enabled here. */
export const RaceOff = ({ all = false }: { all?: boolean }) => (
  <SwitchedOff
    icon="race"
    title={all ? <Trans>The games are switched off</Trans> : <Trans>The race is switched off</Trans>}
  >
    <Trans>Earlier bets are still paid.</Trans>
  </SwitchedOff>
);
