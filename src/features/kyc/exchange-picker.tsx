// The list of exchanges as radio buttons: one tap, no menu to open.
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/class-names.ts';
import { HELP, NAMES } from './kyc.words.ts';

interface ExchangePickerProps {
  exchanges: readonly { id: string; name: string }[];
  value: string;
  onChange: (id: string) => void;
  error?: string;
  disabled?: boolean;
}

export function ExchangePicker({ exchanges, value, onChange, error, disabled = false }: ExchangePickerProps) {
  const { i18n } = useLingui();
  const id = useId();
  return (
    <fieldset
      data-place="exchange"
      className="m-0 min-w-0 border-0 p-0"
      disabled={disabled}
      role="radiogroup"
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={`${id}note`}
    >
      <legend className="mb-1.5 p-0 text-sm font-medium">{i18n._(NAMES.exchange)}</legend>
      <div className="flex flex-wrap gap-2">
        {exchanges.map((exchange) => (
          <Chip
            key={exchange.id}
            name={`${id}exchange`}
            checked={value === exchange.id}
            wrong={error !== undefined}
            onChange={() => onChange(exchange.id)}
          >
            {exchange.name}
          </Chip>
        ))}
      </div>
      <p
        id={`${id}note`}
        aria-live="polite"
        className={cx('m-0 mt-1.5 text-xs', error === undefined ? 'text-muted' : 'text-garnet')}
      >
        {error ?? i18n._(HELP.exchange)}
      </p>
    </fieldset>
  );
}
