// What stands for the account, a new limit and a pause; in the popup and on the page. A pause is asked for once more elsewhere.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { errorText } from '#api/errors.ts';
import { useOnline } from '#lib/online.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { LimitPart } from './limit-part.tsx';
import type { Limits, PauseDays } from './limits.rules.ts';
import { Paused, PausePart } from './pause-part.tsx';
import type { UseLimits } from './use-limits.ts';

interface OwnLimitsProps {
  state: UseLimits;
  onPause: (days: PauseDays) => void;
  /** Between what stands and what can be changed. */
  children?: ReactNode;
}

export function OwnLimits({ state, onPause, children }: OwnLimitsProps) {
  const online = useOnline();
  const choose = (days: PauseDays) => {
    state.forget();
    onPause(days);
  };
  return (
    <LimitsKnown state={state}>
      {(data) => (
        <div className="grid gap-5">
          {!online && (
            <Notice icon="offline">
              <Trans>You are offline. Limits and pauses are kept by the server and need a connection.</Trans>
            </Notice>
          )}
          <Paused data={data} />
          {children}
          <LimitPart data={data} state={state} online={online} />
          <PausePart data={data} online={online} onPause={choose} />
        </div>
      )}
    </LimitsKnown>
  );
}

interface KnownProps {
  state: UseLimits;
  children: (data: Limits) => ReactNode;
}

/** Until they are known: that they come, or why not. */
export function LimitsKnown({ state: { limits }, children }: KnownProps) {
  if (limits.data) return children(limits.data);
  return limits.isError ? (
    <FailedView message={errorText(limits.error)} onRetry={() => void limits.refetch()} />
  ) : (
    <SkeletonCard lines={9} />
  );
}
