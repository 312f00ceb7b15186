// The stake sheet: how much, what comes of it and when, then what was staked. Each opening starts anew.
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { errorText } from '#api/errors.ts';
import { BRAND } from '#lib/brand.ts';
import { useOnline } from '#lib/online.ts';
import { type OpeningProps, eachOpening } from '#ui/each-opening.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { EmptyState, ErrorView, SkeletonCard } from '#ui/views.tsx';
import { Offline } from './offline.tsx';
import { StakeActions } from './stake-actions.tsx';
import { StakeDone } from './stake-done.tsx';
import { StakeForm } from './stake-form.tsx';
import { assetsQuery, stakingQuery } from './staking.queries.ts';
import { useStake } from './use-stake.ts';

function Opening({ open, onClose }: OpeningProps<Record<never, never>>) {
  const id = useId();
  const staking = useQuery({ ...stakingQuery(), enabled: open });
  const assets = useQuery({ ...assetsQuery(), enabled: open, staleTime: 0 });
  const balance = assets.data?.items.find(({ coin }) => coin === BRAND.symbol)?.balance;
  const stake = useStake({ staking: staking.data, balance });
  const failed = [staking, assets].find((each) => each.isError && !each.data);
  const closed = staking.data?.open === false || stake.refusal?.name === 'forbidden';
  const terms =
    !closed && staking.data && balance !== undefined ? { data: staking.data, balance } : undefined;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={stake.done ? <Trans>Staked</Trans> : <Trans>Stake {BRAND.symbol}</Trans>}
      actions={(terms || stake.done) && <StakeActions stake={stake} id={id} onClose={onClose} />}
    >
      {stake.done ? (
        <StakeDone done={stake.done} rate={staking.data?.dailyRate ?? '0'} />
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
  const online = useOnline();
  if (closed)
    return (
      <EmptyState icon="staking" title={<Trans>Staking is switched off here</Trans>}>
        <Trans>The operator takes no stakes. Your balances stay as they are.</Trans>
      </EmptyState>
    );
  if (error && !online) return <Offline />;
  if (error) return <ErrorView message={errorText(error)} onRetry={onRetry} />;
  return <SkeletonCard lines={8} />;
}
