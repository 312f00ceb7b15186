// Amounts of several coins, one below the other.
import { useLingui } from '@lingui/react/macro';
import { amountText, openText } from '#lib/amounts.ts';

export function useAmount(decimals?: number, write = openText) {
  const { i18n } = useLingui();
  return (amount: string) =>
    write(amount, i18n.locale, decimals === undefined ? {} : { max: decimals }).replace('-', '−');
}

interface AmountsProps {
  of: readonly { coin: string; amount: string }[];
  className?: string;
  /** To the last decimal. */
  exact?: boolean;
  /** Personal amounts of the reader's account. */
  own?: boolean;
}

export function Amounts({ of, className = '', exact = false, own = false }: AmountsProps) {
  const text = useAmount(exact ? Infinity : undefined, own ? amountText : openText);
  return (
    <ul className={`figures m-0 grid list-none gap-0.5 p-0 max-[359px]:text-xs ${className}`}>
      {of.map(({ coin, amount }) => (
        <li key={coin} className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="shrink-0 text-muted">{coin}</span>{' '}
          <span className="ml-auto max-w-full text-right font-semibold wrap-break-word">{text(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
