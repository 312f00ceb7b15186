// The filters of the fund history in one row: when, which coin, and categories as radio buttons. The row scrolls
// sideways and fades where it continues; a desktop has room for all of it.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CATEGORY_NAMES } from '#features/assets/record-words.ts';
import { FUND_CATEGORIES, type FundCategory } from '#rules/fund-categories.ts';
import { Button } from '#ui/button.tsx';
import { Chip, chip } from '#ui/chip.tsx';
import { cx } from '#ui/class-names.ts';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { Icon } from '#ui/icon.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { type Choice, isPeriod } from './history.rules.ts';
import { periodText } from './times.ts';

interface FiltersProps {
  choice: Choice;
  /** Symbols in the server's order. */
  coins: readonly string[];
  /** The reader's day. */
  today: string;
  onChange: (choice: Choice) => void;
}

export function Filters({ choice, coins, today, onChange }: FiltersProps) {
  const { t } = useLingui();
  const { coin = '', ...others } = choice;
  // An address may name a coin that the list does not know (yet).
  const known = coin === '' || coins.includes(coin) ? coins : [coin, ...coins];
  return (
    <div
      role="group"
      aria-label={t`Filter`}
      className="-mx-4 flex items-center gap-2 overflow-x-auto overscroll-x-contain mask-r-from-[calc(100%-40px)] mask-l-from-[calc(100%-16px)] py-2 pr-10 pl-4 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:overflow-visible lg:mask-none lg:px-0 [&::-webkit-scrollbar]:hidden"
    >
      <PeriodFilter choice={choice} today={today} onChange={onChange} />
      <SelectChip
        label={t`Coin`}
        value={coin}
        onChange={(chosen) => onChange({ ...others, ...(chosen !== '' && { coin: chosen }) })}
      >
        <option value="">{t`All coins`}</option>
        {known.map((symbol) => (
          <option key={symbol} value={symbol}>
            {symbol}
          </option>
        ))}
      </SelectChip>
      <Categories
        value={choice.category}
        onChange={(category) => {
          const { category: _, ...rest } = choice;
          onChange({ ...rest, ...(category && { category }) });
        }}
      />
    </div>
  );
}

interface SelectChipProps {
  label: string;
  /** '' for no filter. */
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function SelectChip({ label, value, onChange, children }: SelectChipProps) {
  return (
    <span className="relative shrink-0">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(chip(value !== ''), 'appearance-none pr-9')}
      >
        {children}
      </select>
      <Icon
        name="down"
        size={16}
        className={cx(
          'pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2',
          value === '' ? 'text-muted' : 'text-white',
        )}
      />
    </span>
  );
}

const RANGE = 'range';
const CHOOSE = 'choose';

function PeriodFilter({ choice, today, onChange }: Omit<FiltersProps, 'coins'>) {
  const { t, i18n } = useLingui();
  const [choosing, setChoosing] = useState(false);
  const { period, from, to, ...others } = choice;
  const ranged = from !== undefined || to !== undefined;
  return (
    <>
      <SelectChip
        label={t`Period`}
        value={period ?? (ranged ? RANGE : '')}
        onChange={(chosen) => {
          if (chosen === CHOOSE) setChoosing(true);
          else if (chosen !== RANGE) onChange({ ...others, ...(isPeriod(chosen) && { period: chosen }) });
        }}
      >
        <option value="">{t`Any time`}</option>
        {(['today', 'week', 'month'] as const).map((name) => (
          <option key={name} value={name}>
            {periodText({ period: name }, i18n.locale)}
          </option>
        ))}
        {ranged && <option value={RANGE}>{periodText(choice, i18n.locale)}</option>}
        <option value={CHOOSE}>{t`Choose dates`}</option>
      </SelectChip>
      <Sheet open={choosing} onClose={() => setChoosing(false)} title={t`Choose dates`}>
        <Range
          {...{ from, to, today }}
          onChosen={(range) => {
            setChoosing(false);
            onChange({ ...others, ...range });
          }}
        />
      </Sheet>
    </>
  );
}

interface RangeProps {
  from: string | undefined;
  to: string | undefined;
  today: string;
  onChosen: (range: Pick<Choice, 'from' | 'to'>) => void;
}

function Range({ from = '', to = '', today, onChosen }: RangeProps) {
  const { t } = useLingui();
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const turned = first !== '' && last !== '' && first > last;
  return (
    <Form
      className="grid"
      onSubmit={() => {
        if (!turned) onChosen({ ...(first !== '' && { from: first }), ...(last !== '' && { to: last }) });
      }}
    >
      <Field type="date" label={<Trans>First day</Trans>} value={first} max={today} onChange={setFirst} />
      <Field
        type="date"
        label={<Trans>Last day</Trans>}
        value={last}
        max={today}
        onChange={setLast}
        error={turned ? t`The last day is before the first.` : undefined}
      />
      <Button type="submit" wide disabled={turned} className="mt-2">
        <Trans>Show</Trans>
      </Button>
    </Form>
  );
}

interface CategoriesProps {
  value: FundCategory | undefined;
  onChange: (category: FundCategory | undefined) => void;
}

function Categories({ value, onChange }: CategoriesProps) {
  const { t, i18n } = useLingui();
  const chosen = useRef<HTMLLabelElement>(null);
  // The one named in the address may be scrolled out of sight.
  useEffect(() => {
    void chosen.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  return (
    <div role="radiogroup" aria-label={t`Category`} className="flex gap-2 lg:contents">
      {[undefined, ...FUND_CATEGORIES].map((category) => {
        const here = category === value;
        return (
          <Chip
            key={category ?? 'all'}
            ref={here && category ? chosen : undefined}
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
