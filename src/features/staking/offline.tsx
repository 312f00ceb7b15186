// Why the buttons of the staking sheets are off without a network.
import { Trans } from '@lingui/react/macro';
import { Notice } from '#ui/notice.tsx';

export const Offline = () => (
  <Notice icon="offline">
    <Trans>You are offline. Staking and redeeming need a connection for now.</Trans>
  </Notice>
);
