// Where repurchased ADIT goes: one vein that forks into two, the institution's half and the stakers', with what each
// got.
import { Trans, useLingui } from '@lingui/react/macro';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { fittingDecimals } from '#rules/shown-amounts.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Card } from '#ui/card.tsx';
import { Fold } from '#ui/fold.tsx';
import type { Fund } from './buyback.queries.ts';
import { institutionShare } from './buyback.rules.ts';

const { symbol } = BRAND;

/** Half a card has no room for more. */
const HALF_DIGITS = 6;

export function Split({ fund }: { fund: Fund }) {
  const { i18n } = useLingui();
  const share = institutionShare(fund);
  const [one, other] = [share, 1 - share].map((part) => percentText(part, i18n.locale));
  return (
    <Card title={<Trans>Where it goes</Trans>}>
      <div className="text-center">
        <p className="m-0 text-sm text-muted">
          <Trans>Repurchased so far</Trans>
        </p>
        <p className="figures m-0 text-lg font-semibold wrap-anywhere">
          <AnimatedNumber open value={fund.bought} max={fittingDecimals(fund.bought)} />{' '}
          <span className="text-sm font-medium text-muted">{symbol}</span>
        </p>
      </div>
      <Fork share={share} />
      <dl className="m-0 grid grid-cols-2 gap-3 text-center">
        <div className="min-w-0 rounded-control bg-wash px-1 py-3">
          <dt className="text-sm leading-snug text-muted">
            <Trans>Institution, {one}</Trans>
          </dt>
          <dd className="figures m-0 mt-0.5 font-semibold wrap-anywhere">
            <AnimatedNumber
              open
              value={fund.institution}
              max={fittingDecimals(fund.institution, HALF_DIGITS)}
            />{' '}
            <span className="text-sm font-medium">{symbol}</span>
          </dd>
        </div>
        <div className="min-w-0 rounded-control bg-amber-wash px-1 py-3">
          <dt className="text-sm leading-snug text-amber-ink">
            <Trans>Stakers, {other}</Trans>
          </dt>
          <dd className="figures m-0 mt-0.5 font-semibold wrap-anywhere">
            <AnimatedNumber open value={fund.stakers} max={fittingDecimals(fund.stakers, HALF_DIGITS)} />{' '}
            <span className="text-sm font-medium">{symbol}</span>
          </dd>
        </div>
      </dl>
      <Fold className="mt-1 -mb-2" title={<Trans>How it works</Trans>}>
        <p className="m-0 pb-2 text-sm text-pretty text-muted">
          <Trans>
            Stakers get their half with their next rewards, by amount and time staked. The institution keeps
            what rounding leaves over.
          </Trans>
        </p>
      </Fold>
    </Card>
  );
}

/**
 * Stretched to the card's width; the two ends are above the centres of the columns below, each as thick as its share.
 */
function Fork({ share }: { share: number }) {
  return (
    <svg
      viewBox="0 0 320 36"
      preserveAspectRatio="none"
      className="my-1.5 block h-9 w-full"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M160 0C160 26 80 10 80 36"
        stroke="var(--color-basalt-3)"
        strokeWidth={8 * share}
        vectorEffect="non-scaling-stroke"
      />
      <path
        d="M160 0C160 26 240 10 240 36"
        stroke="var(--color-amber)"
        strokeWidth={8 * (1 - share)}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
