// Staking: the current stake and the next payment, its earnings, the orders, a calculator, and where each kind of
// earning comes from.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { signedInAtom } from '#lib/session.ts';
import { AsOf } from '#ui/as-of.tsx';
import { COLUMN } from '#ui/column.ts';
import { Absent } from '#ui/failed-view.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { PageLoading } from '#ui/page-loading.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/views.tsx';
import { SwitchedOff } from '#ui/switched-off.tsx';
import { AskToConnect } from '#ui/ask-to-connect.tsx';
import { useAway, useWaiting } from '#api/away.ts';
import { balanceMoved } from '#api/changes.ts';
import { cached, cachedLong } from '#api/queries.ts';
import { percentText } from '#lib/percent.ts';
import { toUnits } from '#rules/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Card } from '#ui/card.tsx';
import { Fold } from '#ui/fold.tsx';
import { openPopup } from '#lib/popups.ts';
import { useOnChange } from '#lib/use-on-change.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { FigureWaits } from '#ui/figure-place.tsx';
import { Missing } from '#ui/try-again.tsx';
import { openAdit, useFigure } from '#ui/figure.ts';
import { Calculator } from './calculator.tsx';
import { Orders } from './orders.tsx';
import { Outputs, OutputsChart } from './outputs.tsx';
import { StakingHero } from './staking-hero.tsx';
import { lessQueued, type Staking } from './staking.rules.ts';
import { ordersQuery, stakingQuery } from './staking.queries.ts';
import { useQueuedStakes } from './use-queued-stakes.ts';

/** The next step of the staking page: what can be staked, and the button that opens the sheet. */
function StakeCard({ data }: { data: Staking }) {
  const { i18n } = useLingui();
  const figure = useFigure();
  const assets = useQuery(cached('GET /api/assets/list'));
  const held = assets.data?.items.find(({ coin }) => coin === BRAND.symbol)?.balance;
  const queued = useQueuedStakes();
  const balance = held === undefined ? undefined : lessQueued(held, queued);
  const least = openAdit(data.minAmount, i18n.locale);
  const hours = data.holdHours;
  const tooLittle = balance !== undefined && toUnits(balance) < toUnits(data.minAmount);
  return (
    <Card tone="amber">
      <Missing of={assets} />
      <dl className="m-0 flex flex-wrap items-center gap-x-4">
        <dt className="text-sm text-muted">
          <Trans>Available to stake</Trans>
        </dt>
        <dd className="figures m-0 min-h-6 max-w-full grow text-right font-semibold wrap-break-word">
          {balance !== undefined && figure(balance)}
          {balance === undefined && <FigureWaits failed={assets.isError} className="my-0.5 h-5 w-24" />}
        </dd>
      </dl>
      {queued.length > 0 && (
        <p className="m-0 mt-1 text-sm font-semibold text-pretty text-amber-ink">
          <Trans>Not counting stakes waiting to be sent.</Trans>
        </p>
      )}
      <p className="m-0 mt-1 min-h-10 text-sm text-pretty text-muted">
        {tooLittle ? (
          <Trans>You need at least {least} to stake.</Trans>
        ) : (
          <Trans>
            From {least}. Unstake any time after {hours} hours.
          </Trans>
        )}
      </p>
      {tooLittle ? (
        <LinkButton to="/pages/asset/index" className="mt-3">
          <Trans>Get {BRAND.symbol}</Trans>
        </LinkButton>
      ) : (
        <Button
          wide
          icon="staking"
          className="mt-3"
          disabled={balance === undefined}
          onClick={() => openPopup('stake', {})}
        >
          <Trans>Stake {BRAND.symbol}</Trans>
        </Button>
      )}
    </Card>
  );
}

const { symbol } = BRAND;

/** How staking works, for those who ask. */
function How({ data }: { data: Staking }) {
  const { i18n } = useLingui();
  const rate = percentText(Number(data.dailyRate), i18n.locale, 4);
  const hours = data.holdHours;
  return (
    <Card className="py-2.5!">
      <Fold title={<Trans>How it works</Trans>}>
        <ul className="m-0 grid list-disc gap-2 pb-2 pl-5 text-sm text-pretty">
          <li>
            <Trans>Each stake pays {rate} every 24 hours from its own start, and keeps that rate.</Trans>
          </li>
          <li>
            <Trans>
              Rewards are newly issued {symbol} and go to your balance. They aren't staked for you.
            </Trans>
          </li>
          <li>
            <Trans>
              After {hours} hours you can unstake any time, free and always in full. You lose the unfinished
              24 hours' reward.
            </Trans>
          </li>
        </ul>
      </Fold>
    </Card>
  );
}

// The staking figures as an open page needs them: refetched at each payment and when the balance changes.

/** True while parts of the page are loading, so that nothing moves when the last one arrives. */
function useComing(): boolean {
  const enabled = useAtomValue(signedInAtom);
  return useWaiting(
    useQuery(stakingQuery()),
    useQuery(cachedLong('GET /api/mining/config')),
    useInfiniteQuery({ ...ordersQuery(), enabled }),
    useQuery({ ...cached('GET /api/stake/outputs'), enabled }),
    useQuery({ ...cached('GET /api/assets/list'), enabled }),
  );
}

function useStaking() {
  const index = useQuery(stakingQuery());
  const away = useAway(index);
  const { data, dataUpdatedAt } = index;
  const figures = data && [data.nextOutputAt, data.cumulativeOutput, data.totalStaked].join(' ');
  useOnChange(figures, () => void balanceMoved(dataUpdatedAt));
  return {
    index,
    away,
  };
}

interface GuestProps {
  data: Staking & { asOf: string };
  away: boolean;
}

const Connect = () => (
  <AskToConnect>
    <Trans>Connect your wallet to stake and see your rewards.</Trans>
  </AskToConnect>
);

/** Staking for guests: the rate, how it works, the calculator, and signing in. */
function Guest({ data, away }: GuestProps) {
  return (
    <>
      <StakingHero guest data={data} />
      <Body columns>
        <div className="grid gap-3">
          {away && <AsOf asOf={data.asOf} />}
          <Connect />
          <How data={data} />
        </div>
        <Calculator data={data} />
      </Body>
    </>
  );
}

/** Shown where the operator accepts no stakes and nothing is staked. */
const StakingOff = () => (
  <SwitchedOff icon="staking" title={<Trans>Staking is switched off</Trans>}>
    <Trans>No new stakes right now. Your balances are safe.</Trans>
  </SwitchedOff>
);

export function Page() {
  const staking = useStaking();
  const signedIn = useAtomValue(signedInAtom);
  const coming = useComing();
  const { index } = staking;
  if (coming || index.isPending) return <Loading />;
  if (!index.data)
    return (
      <>
        <Hero className="min-h-44" />
        <Body columns>
          <div className="grid gap-3">
            <Absent of={index} />
            {signedIn ? <Orders staked /> : <Connect />}
          </div>
          {signedIn && <OutputsChart />}
        </Body>
      </>
    );
  if (!index.data.open && !hasStaked(index.data)) return <StakingOff />;
  return signedIn ? <Own {...staking} data={index.data} /> : <Guest data={index.data} away={staking.away} />;
}

const BESIDE = 'min-[720px]:col-start-2 min-[720px]:row-span-2';

/** Orders and earnings stay visible when no new stakes are accepted. */
const hasStaked = ({ totalStaked, cumulativeOutput }: Staking): boolean =>
  totalStaked !== '0' || cumulativeOutput !== '0';

function Own({ data, away }: ReturnType<typeof useStaking> & { data: Staking & { asOf: string } }) {
  return (
    <>
      <StakingHero data={data} />
      <Body columns>
        <div className={COLUMN}>
          {away && <AsOf asOf={data.asOf} />}
          {data.open ? (
            <StakeCard data={data} />
          ) : (
            <Notice tone="amber">
              <Trans>No new stakes right now. Yours keep paying, and you can unstake them.</Trans>
            </Notice>
          )}
          <Orders minAmount={data.open ? data.minAmount : undefined} staked={hasStaked(data)} />
        </div>
        <div className={cx(COLUMN, BESIDE)}>
          <Outputs data={data} />
        </div>
        {/* Last on a phone, otherwise below the stakes. */}
        <div className={COLUMN}>
          {data.open && <Calculator data={data} />}
          <How data={data} />
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
