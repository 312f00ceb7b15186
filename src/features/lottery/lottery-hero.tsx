// The hero of the lottery: the pool of the open round, and the ring that counts down to its draw.
import { Trans, useLingui } from '@lingui/react/macro';
import { changed } from '#api/changes.ts';
import { openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { cx } from '#ui/class-names.ts';
import { Countdown } from '#ui/countdown.tsx';
import { HeroHead } from '#ui/hero-head.tsx';
import { Hero } from '#ui/hero.tsx';
import { useNow } from '#ui/now.ts';
import { ProgressRing } from '#ui/progress.tsx';
import { type Lottery, passedShare } from './lottery.rules.ts';
import { closingText } from './lottery.words.ts';

/** Of the large figure; the pool's own card tells the rest. */
const DECIMALS = 2;
const RING_PX = 132;

interface HeroProps {
  data: Lottery;
  busy: boolean;
  onRefresh: () => void;
  /** Signed in: there are amounts of one's own on the page. */
  own: boolean;
}

export function LotteryHero({ data, busy, onRefresh, own }: HeroProps) {
  const { i18n } = useLingui();
  const now = useNow(1000);
  return (
    <Hero>
      <HeroHead busy={busy} onRefresh={onRefresh} own={own}>
        <Trans>Pool of this round</Trans>
      </HeroHead>
      <div className="flex items-center justify-between gap-4 pb-1 min-[720px]:justify-start min-[720px]:gap-16">
        <div className="min-w-0">
          <Pool pool={data.pool} />
          <p className="m-0 mt-2 text-sm text-pretty text-mist">
            {closingText(data.closesAt, i18n.locale, now)}
          </p>
        </div>
        <ToDraw closesAt={data.closesAt} now={now} />
      </div>
    </Hero>
  );
}

/** Beside the ring a phone has room for so many digits of the large figure, and of the middle one. */
const LARGE_FITS = 8;
const MIDDLE_FITS = 11;

function Pool({ pool }: { pool: string }) {
  const { i18n } = useLingui();
  const { length } = openText(pool, i18n.locale, { max: DECIMALS });
  return (
    <p
      className={cx(
        'm-0 leading-tight font-semibold wrap-anywhere min-[720px]:text-[34px]',
        length <= LARGE_FITS ? 'text-[34px]' : length <= MIDDLE_FITS ? 'text-[26px]' : 'text-[20px]',
      )}
    >
      <AnimatedNumber open value={pool} max={DECIMALS} />
      <span className="text-base font-medium text-mist"> {BRAND.symbol}</span>
    </p>
  );
}

function ToDraw({ closesAt, now }: { closesAt: string; now: number }) {
  const { t } = useLingui();
  return (
    <div className="shrink-0">
      <ProgressRing
        dark
        size={RING_PX}
        share={passedShare(closesAt, now)}
        label={t`Part of this round that has passed`}
      >
        <span className="block text-xs text-mist">
          <Trans>Draw in</Trans>
        </span>
        <span className="block text-lg font-semibold">
          <Countdown key={closesAt} to={closesAt} onEnd={() => void changed('POST /api/mining/bet')} />
        </span>
      </ProgressRing>
    </div>
  );
}
