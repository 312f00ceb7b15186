// What the fund history shows: categories as a row of radios that scrolls sideways, and the coins as a native list.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { FUND_CATEGORIES, type FundCategory } from '#rules/fund-categories.ts';
import { CATEGORY_NAMES } from '#features/assets/record-words.ts';
import { Chip, chip } from '#ui/chip.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import type { Filter } from './history.rules.ts';

interface FiltersProps {
  filter: Filter;
  /** Symbols in the server's order. */
  coins: readonly string[];
  onChange: (filter: Filter) => void;
}

export function Filters({ filter, coins, onChange }: FiltersProps) {
  const { t } = useLingui();
  const { coin = '', ...rest } = filter;
  // A coin that the list does not know (yet) stands in an address all the same.
  const known = coin === '' || coins.includes(coin) ? coins : [coin, ...coins];
  return (
    <div
      role="group"
      aria-label={t`Filter`}
      className="-mx-4 flex items-center gap-2 overflow-x-auto overscroll-x-contain px-4 py-2 [scrollbar-width:none] [&::-webkit-scrollbar]:hidden"
    >
      <span className="relative shrink-0">
        <select
          aria-label={t`Coin`}
          value={coin}
          onChange={(event) => {
            const chosen = event.target.value;
            onChange(chosen === '' ? rest : { ...rest, coin: chosen });
          }}
          className={cx(chip(coin !== ''), 'appearance-none pr-9')}
        >
          <option value="">{t`All coins`}</option>
          {known.map((symbol) => (
            <option key={symbol} value={symbol}>
              {symbol}
            </option>
          ))}
        </select>
        <Icon
          name="down"
          size={16}
          className={cx(
            'pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2',
            coin === '' ? 'text-muted' : 'text-white',
          )}
        />
      </span>
      <Categories
        value={filter.category}
        onChange={(category) => onChange({ ...(category && { category }), ...(coin && { coin }) })}
      />
    </div>
  );
}

interface CategoriesProps {
  value: FundCategory | undefined;
  onChange: (category: FundCategory | undefined) => void;
}

function Categories({ value, onChange }: CategoriesProps) {
  const { t, i18n } = useLingui();
  const chosen = useRef<HTMLLabelElement>(null);
  // One that was asked for by the address may stand outside of what is seen.
  useEffect(() => {
    void chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <div role="radiogroup" aria-label={t`Category`} className="flex gap-2">
      {[undefined, ...FUND_CATEGORIES].map((category) => {
        const here = category === value;
        return (
          <Chip
            key={category ?? 'all'}
            ref={here ? chosen : undefined}
            name="category"
            checked={here}
            onChange={() => onChange(category)}
          >
            {category ? i18n._(CATEGORY_NAMES[category]) : t({ message: 'All', context: 'every category' })}
          </Chip>
        );
      })}
    </div>
  );
}
