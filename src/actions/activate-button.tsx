// The button that leads to a permanent miner, or first to hashrate: without it, a miner produces nothing.
import { Trans } from '@lingui/react/macro';
import { openPopup } from '#lib/popups.ts';
import { Button } from '#ui/button.tsx';

export const ActivateButton = ({ withoutHashrate = false }: { withoutHashrate?: boolean }) => (
  <Button wide onClick={() => openPopup(withoutHashrate ? 'hashrateBuy' : 'activate', {})}>
    {withoutHashrate ? <Trans>Buy hashrate</Trans> : <Trans>Activate a permanent miner</Trans>}
  </Button>
);
