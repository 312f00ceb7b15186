// What stands where something could not be asked for. Without a connection it says so and comes by itself; it is not read out,
// because the loss of the connection has been (src/app/connection.tsx). Any other failure is told with a way to try again.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useOnline } from '#lib/online.ts';
import { Card } from './card.tsx';
import { EmptyState, ErrorView } from './views.tsx';

interface FailedViewProps {
  /** What failed, in words. */
  message: ReactNode;
  onRetry: () => void;
}

export function FailedView({ message, onRetry }: FailedViewProps) {
  const { t } = useLingui();
  if (useOnline()) return <ErrorView message={message} onRetry={onRetry} />;
  return (
    <Card>
      <EmptyState
        icon="offline"
        title={t`This needs a connection`}
        action={{ label: t`Try again`, onClick: onRetry }}
      >
        <Trans>
          It has not been kept on this device. As soon as there is a connection, it appears by itself.
        </Trans>
      </EmptyState>
    </Card>
  );
}
