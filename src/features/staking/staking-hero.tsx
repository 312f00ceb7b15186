// The hero of the staking page: the current stake, its rate, and the ring that counts down to the next payment.
import { Trans, useLingui } from '@lingui/react/macro';
import { HeroHead } from '#actions/hero-head.tsx';
import { balanceMoved } from '#api/changes.ts';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { Countdown } from '#ui/countdown.tsx';
import { HeroAmount } from '#ui/hero-figure.tsx';
import { Hero } from '#ui/hero.tsx';
import { useAt } from '#ui/now.ts';
import { drawnShare, ProgressRing } from '#ui/progress.tsx';
import { isDue, periodAt, type Staking } from './staking.rules.ts';

/** Decimals of the large figure; the orders show the rest. */
const DECIMALS = 4;

interface HeroProps {
  data: Staking;
  /** A guest has no stake: only the rate is shown. */
  guest?: boolean;
}

export function StakingHero({ data, guest = false }: HeroProps) {
  const { i18n } = useLingui();
  const rate = percentText(Number(data.dailyRate), i18n.locale, 4);
  return (
    <Hero>
      <HeroHead own={!guest}>{guest ? <Trans>Staking reward</Trans> : <Trans>Staked</Trans>}</HeroHead>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-1 min-[720px]:justify-start min-[720px]:gap-16">
        <div className="min-w-0 grow basis-32 min-[720px]:grow-0 min-[720px]:basis-auto">
          {guest ? (
            <p className="figures m-0 text-4xl leading-tight font-semibold">{rate}</p>
          ) : (
            <HeroAmount value={data.totalStaked} unit={BRAND.symbol} max={DECIMALS} fits={BESIDE_RING} />
          )}
          <p className="m-0 mt-2 text-sm text-pretty text-mist">
            {guest ? <Trans>every 24 hours</Trans> : <Trans>{rate} every 24 hours</Trans>}
          </p>
        </div>
        {!guest && <NextOutput nextOutputAt={data.nextOutputAt} />}
      </div>
    </Hero>
  );
}

/** Number of digits of the large and of the middle figure that fit beside the ring on a phone. */
const BESIDE_RING = [5, 9] as const;

function NextOutput({ nextOutputAt }: Pick<Staking, 'nextOutputAt'>) {
  const { t } = useLingui();
  const period = useAt(
    (now) => periodAt({ nextOutputAt }, now),
    1000,
    (at) => at && drawnShare(at.share),
  );
  const due = useAt((now) => isDue(nextOutputAt, now));
  return (
    <div className="shrink-0">
      <ProgressRing share={period?.share ?? 0} label={t`Share of the 24 hours passed`}>
        <span className="block text-xs text-mist">
          <Trans>Next reward</Trans>
        </span>
        <span className="figures block text-lg font-semibold">
          {period ? (
            <Countdown key={period.endsAt} to={period.endsAt} onEnd={() => void balanceMoved()} />
          ) : (
            <span aria-label={t`None`}>–</span>
          )}
        </span>
        {due && (
          <span className="block text-xs text-mist">
            <Trans>arriving</Trans>
          </span>
        )}
      </ProgressRing>
    </div>
  );
}
