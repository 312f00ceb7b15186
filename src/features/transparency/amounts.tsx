// Amounts of several coins, one after another.
import { useLingui } from '@lingui/react/macro';
import { amountText } from '#lib/amounts.ts';

/** As exact as they are: what is hashed is for comparing. */
const EXACT = 18;

export function useAmount(decimals?: number) {
  const { i18n } = useLingui();
  return (amount: string) => amountText(amount, i18n.locale, decimals === undefined ? {} : { max: decimals });
}

interface AmountsProps {
  of: readonly { coin: string; amount: string }[];
  className?: string;
  /** To the last decimal. */
  exact?: boolean;
}

export function Amounts({ of, className = '', exact = false }: AmountsProps) {
  const text = useAmount(exact ? EXACT : undefined);
  return (
    <ul className={`figures m-0 flex list-none flex-wrap gap-x-4 gap-y-0.5 p-0 ${className}`}>
      {of.map(({ coin, amount }) => (
        <li key={coin} className="wrap-anywhere">
          <span className="font-semibold">{text(amount)}</span> {coin}
        </li>
      ))}
    </ul>
  );
}
