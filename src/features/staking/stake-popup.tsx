// The stake sheet: how much, what comes of it and when, then what was staked. Each opening starts anew.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, SkeletonCard } from '#ui/views.tsx';
import { StakeQueued } from './queued-view.tsx';
import { StakeActions } from './stake-actions.tsx';
import { StakeDone } from './stake-done.tsx';
import { StakeForm } from './stake-form.tsx';
import { assetsQuery, stakingQuery } from './staking.queries.ts';
import { lessQueued } from './staking.rules.ts';
import { useOver } from './use-over.ts';
import { useQueuedStakes } from './use-queued-stakes.ts';
import { useStake } from './use-stake.ts';

function Opening({ open, onClose }: OpeningProps<Record<never, never>>) {
  const id = useId();
  const staking = useQuery({ ...stakingQuery(), enabled: open });
  const assets = useQuery({ ...assetsQuery(), enabled: open, staleTime: 0 });
  const held = assets.data?.items.find(({ coin }) => coin === BRAND.symbol)?.balance;
  const queued = useQueuedStakes();
  const balance = held === undefined ? undefined : lessQueued(held, queued);
  const stake = useStake({ staking: staking.data, balance, open });
  useOver(stake.over, onClose);
  const failed = [staking, assets].find((each) => each.isError && !each.data);
  const closed = staking.data?.open === false || stake.refusal?.name === 'forbidden';
  const terms =
    !closed && staking.data && balance !== undefined ? { data: staking.data, balance } : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        stake.done ? (
          <Trans>Staked</Trans>
        ) : stake.queued ? (
          <Trans>Kept for sending</Trans>
        ) : (
          <Trans>Stake {BRAND.symbol}</Trans>
        )
      }
      actions={(terms || stake.done) && <StakeActions stake={stake} id={id} onClose={onClose} />}
    >
      {stake.done ? (
        <StakeDone done={stake.done} rate={staking.data?.dailyRate ?? '0'} />
      ) : stake.queued ? (
        <StakeQueued amount={stake.amount} item={stake.queued} />
      ) : terms ? (
        <StakeForm id={id} stake={stake} {...terms} />
      ) : (
        <NotYet
          closed={closed}
          error={failed?.error ?? null}
          onRetry={() => void Promise.all([staking.refetch(), assets.refetch()])}
        />
      )}
    </Sheet>
  );
}

export const Popup = eachOpening(Opening);

interface NotYetProps {
  closed: boolean;
  error: Error | null;
  onRetry: () => void;
}

function NotYet({ closed, error, onRetry }: NotYetProps) {
  if (closed)
    return (
      <EmptyState icon="staking" title={<Trans>Staking is switched off here</Trans>}>
        <Trans>The operator takes no stakes. Your balances stay as they are.</Trans>
      </EmptyState>
    );
  if (error) return <FailedView message={errorText(error)} onRetry={onRetry} />;
  return <SkeletonCard lines={8} />;
}
