// The hero of the asset page: what everything is worth in USDT, with the eye that hides amounts and the refresh button.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { timeWithin } from '#lib/time.ts';
import { HeroAmount, HeroHead } from '#ui/hero-head.tsx';
import { useNow } from '#ui/now.ts';
import { type AssetList, isOld, totalOf } from './assets.rules.ts';

interface TotalProps {
  list: AssetList;
  /** There is no connection; the page says so below. */
  away: boolean;
  busy: boolean;
  onRefresh: () => void;
}

export function Total({ list, away, busy, onRefresh }: TotalProps) {
  const { i18n } = useLingui();
  const now = useNow(15_000);
  const { usdt, unpriced } = totalOf(list.items);
  const time = timeWithin(list.asOf, i18n.locale, now);
  return (
    <>
      <HeroHead busy={busy} onRefresh={onRefresh}>
        <Trans>Total value</Trans>
      </HeroHead>
      <HeroAmount value={usdt} unit="USDT" max={4} />
      <p className="m-0 mt-1 min-h-5 text-[13px] text-mist">
        {!away && isOld(list.asOf, now) && <Trans>As of {time}.</Trans>}{' '}
        {unpriced > 0 && (
          <Plural
            value={unpriced}
            one="# coin without a price is left out."
            other="# coins without a price are left out."
          />
        )}
      </p>
    </>
  );
}
