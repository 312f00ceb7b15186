// A field for an amount of hashrate: typed, in steps with − and +, or all that is possible.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { openText } from '#lib/amounts.ts';
import { AmountInput } from '#ui/amount-field.tsx';
import { IconButton } from '#ui/button.tsx';
import { stepped } from './hashrate.rules.ts';

interface StepFieldProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  step: string;
  /** Where + stops; without it there is no limit. */
  most?: string;
  /** What "All" fills in. */
  all: string;
  aside: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Shown for text that is not an amount. */
  wrong?: ReactNode;
}

export function StepField({ value, onChange, step, most, all, ...rest }: StepFieldProps) {
  const { t, i18n } = useLingui();
  const size = openText(step, i18n.locale);
  return (
    <AmountInput
      {...rest}
      value={value}
      onChange={onChange}
      inputMode="numeric"
      decimals={0}
      end={
        <span className="flex shrink-0 items-center pr-1">
          <IconButton
            icon="minus"
            label={t`${size} less`}
            onClick={() => onChange(stepped(value, step, false, most))}
          />
          <IconButton
            icon="plus"
            label={t`${size} more`}
            onClick={() => onChange(stepped(value, step, true, most))}
          />
          <button
            type="button"
            onClick={() => onChange(all)}
            className="min-h-11 rounded-control px-3 text-sm font-semibold text-amber-ink hover:bg-amber-wash active:scale-95"
          >
            <Trans>All</Trans>
          </button>
        </span>
      }
    />
  );
}
