// What stands for the account, a new limit and a pause; in the popup and on the page. A pause is asked for once more elsewhere.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Limits } from '#api/limits.rules.ts';
import { errorText } from '#api/errors.ts';
import { useOnline } from '#lib/online.ts';
import { FailedView } from '#ui/failed-view.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/views.tsx';
import { LimitPart } from './limit-part.tsx';
import type { PauseDays } from '#rules/limits.ts';
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

/** What stands for most accounts: it keeps the place of what is on its way. */
const NOTHING: Limits = {
  dailyBetLimit: null,
  pendingLimit: null,
  pendingAt: null,
  pausedUntil: null,
  spentToday: '0',
  asOf: '',
};

const BARS = [
  'h-6 w-2/5',
  'h-28 w-full',
  'h-4 w-1/3',
  'h-12 w-full',
  'h-11 w-2/5',
  'h-6 w-1/2',
  'h-11 w-full',
];

const Waiting = ({ children }: { children: ReactNode }) => (
  <div className="grid *:[grid-area:1/1]">
    <div inert className="invisible">
      {children}
    </div>
    <div className="grid animate-late content-between pb-2">
      {BARS.map((bar) => (
        <Skeleton key={bar} className={bar} />
      ))}
    </div>
  </div>
);

/** Until they are known: that they come, or why not. */
export function LimitsKnown({ state: { limits }, children }: KnownProps) {
  if (limits.data) return children(limits.data);
  return limits.isError ? (
    <FailedView message={errorText(limits.error)} onRetry={() => void limits.refetch()} />
  ) : (
    <Waiting>{children(NOTHING)}</Waiting>
  );
}
