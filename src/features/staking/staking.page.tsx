// Staking: what is staked and what comes next, its outputs, the orders, a calculator, and where every yield comes from.
import { Trans } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { errorText } from '#api/errors.ts';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/views.tsx';
import { Calculator } from './calculator.tsx';
import { Guest } from './guest.tsx';
import { How } from './how.tsx';
import { Orders } from './orders.tsx';
import { Outputs } from './outputs.tsx';
import { StakeCard } from './stake-card.tsx';
import { StakingHero } from './staking-hero.tsx';
import type { Staking } from './staking.rules.ts';
import { StakingOff } from './staking-off.tsx';
import { useComing, useStaking } from './use-staking.ts';

export function Page() {
  const staking = useStaking();
  const signedIn = useAtomValue(signedInAtom);
  const coming = useComing();
  const { index } = staking;
  if (!index.data || coming)
    return index.isError && !index.data ? (
      <>
        <Hero className="min-h-60" />
        <Body>
          <FailedView message={errorText(index.error)} onRetry={() => void index.refetch()} />
          {signedIn && <Orders staked />}
        </Body>
      </>
    ) : (
      <Loading />
    );
  if (!index.data.open && !hasStaked(index.data)) return <StakingOff />;
  return signedIn ? (
    <Own {...staking} data={index.data} />
  ) : (
    <Guest data={index.data} away={staking.away} onRefresh={staking.refresh} busy={staking.busy} />
  );
}

/** Columns where there is room for two; else their cards are one list. */
const COLUMN = 'contents min-[720px]:grid min-[720px]:gap-3';

/** Orders and outputs stay where they are when no new stakes are taken. */
const hasStaked = ({ totalStaked, cumulativeOutput }: Staking): boolean =>
  totalStaked !== '0' || cumulativeOutput !== '0';

function Own({
  data,
  away,
  busy,
  refresh,
}: ReturnType<typeof useStaking> & { data: Staking & { asOf: string } }) {
  return (
    <>
      <StakingHero data={data} onRefresh={refresh} busy={busy} />
      <Body columns>
        <div className={COLUMN}>
          {away && <AsOf asOf={data.asOf} />}
          {data.open ? (
            <StakeCard data={data} />
          ) : (
            <Notice tone="amber">
              <Trans>
                Staking is switched off here: no new stakes are taken. Your orders go on, pay as before, and
                can be redeemed.
              </Trans>
            </Notice>
          )}
          <Orders minAmount={data.open ? data.minAmount : undefined} staked={hasStaked(data)} />
          {/* On a phone the explanations come last. */}
          <div className="order-last min-[720px]:order-none">
            <How data={data} />
          </div>
        </div>
        <div className={COLUMN}>
          <Outputs data={data} />
          {data.open && <Calculator data={data} />}
        </div>
      </Body>
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-72" lines={[4, 8]}>
    <Skeleton dark className="mt-3 h-4 w-24" />
    <Skeleton dark className="mt-4 h-9 w-44" />
    <Skeleton dark className="mt-8 h-4 w-32" />
  </PageLoading>
);
