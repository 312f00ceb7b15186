// The button that opens the choice of a wallet.
import { Trans } from '@lingui/react/macro';
import { openPopup } from '#lib/popups.ts';
import { Button } from './button.tsx';

export const ConnectButton = () => (
  <Button wide icon="wallet" onClick={() => openPopup('connect', {})}>
    <Trans>Connect wallet</Trans>
  </Button>
);
