// The bet sheet: which lanes, how much, what can come of it, then that it was placed. Each opening starts anew.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { errorText, isRefusal } from '#api/errors.ts';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { OfflineNotice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { BetActions } from './bet-actions.tsx';
import { BetDone } from './bet-done.tsx';
import { BetTerms } from './bet-terms.tsx';
import { assetsQuery, configQuery, limitsQuery, openingQuery } from './race.queries.ts';
import { useBet } from './use-bet.ts';
import { useBalance } from './use-betting.ts';

function Opening({ open, onClose }: OpeningProps<Record<never, never>>) {
  const opening = useQuery({ ...openingQuery(), enabled: open });
  const config = useQuery({ ...configQuery(), enabled: open });
  const assets = useQuery({ ...assetsQuery(), enabled: open });
  // What is left of the own limit may have changed on another device.
  useQuery({ ...limitsQuery(), enabled: open, staleTime: 0 });
  const balance = useBalance();
  const bet = useBet({ race: opening.data, config: config.data, balance });
  const failed = [opening, config, assets].find((each) => each.isError && !each.data);
  const off = isRefusal(bet.failed?.error, 'forbidden');
  const { done, round } = bet;
  const terms =
    !off && opening.data && config.data && balance !== undefined
      ? { race: opening.data, config: config.data, balance }
      : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={done ? <Trans>Bet placed</Trans> : <Trans>Bet on race {round}</Trans>}
      actions={(done || terms) && <BetActions bet={bet} terms={terms} onClose={onClose} />}
    >
      {done && config.data ? (
        <BetDone done={done} config={config.data} />
      ) : terms ? (
        <BetTerms bet={bet} {...terms} />
      ) : off ? (
        <EmptyState icon="race" title={<Trans>The race is switched off here</Trans>}>
          <Trans>Nothing was placed. Your balance is as it was.</Trans>
        </EmptyState>
      ) : failed && !bet.online ? (
        <OfflineNotice />
      ) : failed ? (
        <FailedView
          message={errorText(failed.error)}
          onRetry={() => void Promise.all([opening.refetch(), config.refetch(), assets.refetch()])}
        />
      ) : (
        <SkeletonCard lines={8} />
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);
