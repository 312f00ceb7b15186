// Shown where data could not be fetched: without a network, without a server, or with the server's message, each with
// its own text. The loss of the connection is not announced here, because it already has been (src/app/live.tsx).
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { askNow } from '#lib/back-off.ts';
import { useAbsence } from '#lib/online.ts';
import { Card } from './card.tsx';
import { useOneNotice } from './one-notice.ts';
import { EmptyState, ErrorView, SkeletonCard } from './views.tsx';

interface FailedViewProps {
  /** What failed, as text. */
  message: ReactNode;
  onRetry: () => void;
}

export function FailedView({ message, onRetry }: FailedViewProps) {
  const { t } = useLingui();
  const absence = useAbsence();
  const once = useOneNotice(absence ?? message);
  const retry = () => {
    askNow();
    onRetry();
  };
  const offline = absence === 'offline';
  return (
    <div {...once}>
      {absence === null ? (
        <ErrorView message={message} onRetry={retry} />
      ) : (
        <Card>
          <EmptyState
            icon="offline"
            title={offline ? t`You're offline` : t`Can't reach the server`}
            action={{ label: t`Try again`, onClick: retry }}
          >
            {offline ? <Trans>It'll show once you're back online.</Trans> : <Trans>We'll keep trying.</Trans>}
          </EmptyState>
        </Card>
      )}
    </div>
  );
}

interface AbsentProps {
  /** The part's query, which has no answer. */
  of: { error: Error | null; refetch: () => unknown };
  /** Number of lines of the skeleton, which is about as tall as the content; omitted where only a failure is shown. */
  lines?: number;
}

/** Replaces a part until its answer has arrived: a skeleton, or an error with a retry. */
export const Absent = ({ of: { error, refetch }, lines = 3 }: AbsentProps) =>
  error ? (
    <FailedView message={error.message} onRetry={() => void refetch()} />
  ) : (
    <SkeletonCard lines={lines} />
  );
