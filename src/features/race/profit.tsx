// A gain or a loss with a word and a colour, so nobody has to rely on the colour. The word replaces the sign:
// "Loss −25" would be a gain.
import { Trans } from '@lingui/react/macro';
import { areAmountsHidden } from '#lib/hide-amounts.ts';
import { cx } from '#ui/class-names.ts';
import { useOwn } from '#ui/figure.ts';

export function Profit({ amount, max }: { amount: string; max?: number }) {
  const own = useOwn();
  const hidden = areAmountsHidden();
  const sign = amount === '0' ? 0 : amount.startsWith('-') ? -1 : 1;
  const figure = own.plain(amount.replace('-', ''), max);
  return (
    <span
      className={cx('figures', !hidden && sign > 0 && 'text-malachite', !hidden && sign < 0 && 'text-garnet')}
    >
      {hidden || sign === 0 ? (
        figure
      ) : sign > 0 ? (
        <Trans>Profit {figure}</Trans>
      ) : (
        <Trans>Loss {figure}</Trans>
      )}
    </span>
  );
}
