// What stands where something could not be asked for: without a network, without a server, or with what the server said, each in
// its own words. The loss of the connection is not read out here, because it has been (src/app/live.tsx).
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { askNow } from '#lib/back-off.ts';
import { useAbsence } from '#lib/online.ts';
import { Card } from './card.tsx';
import { EmptyState, ErrorView, SkeletonCard } from './views.tsx';

interface FailedViewProps {
  /** What failed, in words. */
  message: ReactNode;
  onRetry: () => void;
}

export function FailedView({ message, onRetry }: FailedViewProps) {
  const { t } = useLingui();
  const absence = useAbsence();
  const retry = () => {
    askNow();
    onRetry();
  };
  if (absence === null) return <ErrorView message={message} onRetry={retry} />;
  const offline = absence === 'offline';
  return (
    <Card>
      <EmptyState
        icon="offline"
        title={offline ? t`This needs a connection` : t`The server can’t be reached right now`}
        action={{ label: t`Try again`, onClick: retry }}
      >
        {offline ? (
          <Trans>It isn’t saved on this device. It will appear once you’re back online.</Trans>
        ) : (
          <Trans>We keep trying. It will appear as soon as the server answers.</Trans>
        )}
      </EmptyState>
    </Card>
  );
}

interface AbsentProps {
  /** The query of the part, which has no answer. */
  of: { error: Error | null; refetch: () => unknown };
  /** Of the skeleton, about as tall as what comes. */
  lines: number;
}

/** Stands in a part's place until its answer is here: a skeleton, or why it failed and a way to try again. */
export const Absent = ({ of: { error, refetch }, lines }: AbsentProps) =>
  error ? (
    <FailedView message={error.message} onRetry={() => void refetch()} />
  ) : (
    <SkeletonCard lines={lines} />
  );
