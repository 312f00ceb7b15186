// Playing within limits: the odds in a sentence, a limit of what may be bet in a day, and a pause from both games.
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorText } from '#api/errors.ts';
import { amountText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { useOnline } from '#lib/online.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Notice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { SkeletonCard } from '#ui/views.tsx';
import { LimitPart } from './limit-part.tsx';
import { featuresQuery } from './limits.queries.ts';
import type { Limits, PauseDays } from './limits.rules.ts';
import { Paused, PauseConfirm, PausePart } from './pause-part.tsx';
import { type UseLimits, useLimits } from './use-limits.ts';

function Opening({ open, onClose }: OpeningProps<Record<never, never>>) {
  const state = useLimits(open);
  const online = useOnline();
  const [asking, setAsking] = useState<PauseDays | null>(null);
  // What had the focus is gone with the step before.
  const start = useRef<HTMLDivElement>(null);
  const go = (to: PauseDays | null) => {
    setAsking(to);
    start.current?.focus({ preventScroll: true });
  };
  const { limits } = state;
  const pause = async (days: PauseDays) => {
    if (!(await state.pause(days))) return;
    go(null);
    toast(t`Both games are paused`, 'success');
  };
  const choose = (days: PauseDays) => {
    state.forget();
    go(days);
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        asking === null ? (
          <Trans>Playing within limits</Trans>
        ) : (
          <Plural value={asking} one="Pause for # day" other="Pause for # days" />
        )
      }
      actions={
        asking !== null && (
          <>
            <Button wide busy={state.busy === 'pause'} disabled={!online} onClick={() => void pause(asking)}>
              <Plural value={asking} one="Pause for # day" other="Pause for # days" />
            </Button>
            <Button look="ghost" wide onClick={() => go(null)}>
              <Trans>Not now</Trans>
            </Button>
          </>
        )
      }
    >
      {!limits.data ? (
        limits.isError ? (
          <FailedView message={errorText(limits.error)} onRetry={() => void limits.refetch()} />
        ) : (
          <SkeletonCard lines={9} />
        )
      ) : (
        <div ref={start} tabIndex={-1} className="grid gap-5 outline-none">
          {!online && (
            <Notice icon="offline">
              <Trans>You are offline. Limits and pauses are kept by the server and need a connection.</Trans>
            </Notice>
          )}
          {asking === null ? (
            <Overview data={limits.data} state={state} online={online} onPause={choose} />
          ) : (
            <PauseConfirm data={limits.data} days={asking} refusal={state.refusalOf('pause')} />
          )}
        </div>
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);

interface OverviewProps {
  data: Limits;
  state: UseLimits;
  online: boolean;
  onPause: (days: PauseDays) => void;
}

function Overview({ data, state, online, onPause }: OverviewProps) {
  return (
    <>
      <Paused data={data} />
      <Odds />
      <LimitPart data={data} state={state} online={online} />
      <PausePart data={data} online={online} onPause={onPause} />
    </>
  );
}

/** Of 100 bet in the race: it pays 5 times in 1 of 6 cases (product, "Race"). */
const COMES_BACK = '83.33';

/** Of the games that are switched on here. */
function Odds() {
  const { i18n } = useLingui();
  const { data } = useQuery(featuresQuery());
  const { race = true, lottery = true } = data?.features ?? {};
  const bet = `100 ${BRAND.symbol}`;
  const back = amountText(COMES_BACK, i18n.locale);
  return (
    <p className="m-0 text-sm text-pretty">
      <Trans>Play with what you can do without.</Trans>{' '}
      {race && (
        <Trans>
          In the race, of {bet} that are bet {back} come back on average; the rest stays with the house.
        </Trans>
      )}{' '}
      {lottery && <Trans>In the lottery a guess wins 1 time in 1,000.</Trans>}
    </p>
  );
}
