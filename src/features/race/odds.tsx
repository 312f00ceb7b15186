// Odds, payout and the house edge in words, shown beside every bet.
import { Trans, useLingui } from '@lingui/react/macro';
import { openText, percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { toUnits } from '#rules/amounts.ts';
import { edgeOf } from '#rules/race.ts';
import { cx } from '#ui/class-names.ts';
import type { Config } from './race.rules.ts';

export function Odds({ config, className }: { config: Config; className?: string }) {
  const { i18n } = useLingui();
  const { back, edge: share } = edgeOf(toUnits(config.returnToPlayer));
  const lanes = config.lanes.length;
  const payout = openText(config.payout, i18n.locale);
  const returned = openText(back, i18n.locale);
  const edge = percentText(Number(share) / 100, i18n.locale);
  return (
    <p className={cx('m-0 text-sm leading-snug text-pretty text-muted', className)}>
      <Trans>
        Each lane wins 1 race in {lanes}; the champion's lane pays {payout} times its stake, the stake
        included. Of 100 {BRAND.symbol} bet, {returned} come back on average: the house keeps {edge}. Who bets
        often loses over time.
      </Trans>
    </p>
  );
}
