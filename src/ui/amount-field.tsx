// A field for an amount of a coin, with its "All" button, and the two sentences of the specification for a wrong one.
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { amountText, cleanAmountInput, compareAmounts } from '#lib/amounts.ts';
import { Field } from './field.tsx';

interface AmountFieldProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  /** Symbol at the end of the field. */
  coin: string;
  /** What "All" fills in; also shown beside the label as what is available. */
  max?: string;
  decimals?: number;
  hint?: ReactNode;
  error?: ReactNode;
  disabled?: boolean;
}

export function AmountField({ label, value, onChange, coin, max, decimals = 18, ...rest }: AmountFieldProps) {
  const { i18n } = useLingui();
  const available = max === undefined ? undefined : amountText(max, i18n.locale);
  return (
    <Field
      {...rest}
      label={label}
      value={value}
      onChange={(typed) => onChange(cleanAmountInput(typed, decimals))}
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      placeholder="0"
      aside={
        available === undefined ? undefined : (
          <Trans>
            Available {available} {coin}
          </Trans>
        )
      }
      end={
        <span className="flex shrink-0 items-center gap-1 pr-2">
          <span className="px-1 text-sm font-semibold text-muted">{coin}</span>
          {max !== undefined && (
            <button
              type="button"
              disabled={rest.disabled}
              onClick={() => onChange(max)}
              className="min-h-11 rounded-control px-3 text-sm font-semibold text-amber-ink hover:bg-amber-wash active:scale-95 disabled:text-muted disabled:hover:bg-transparent"
            >
              <Trans>All</Trans>
            </button>
          )}
        </span>
      }
    />
  );
}

/** What is wrong with a typed amount, in words; null when it can be sent. Checks what can be known without the server. */
export function amountProblem(value: string, limits: { max?: string; min?: string } = {}): string | null {
  if (value === '') return t`Please enter amount`;
  if (!/^\d{1,20}(\.\d{1,18})?$/.test(value) || compareAmounts(value, '0') === 0)
    return t`Please enter a valid amount`;
  const { min, max } = limits;
  if (min !== undefined && compareAmounts(value, min) < 0) return t`The smallest amount is ${min}`;
  if (max !== undefined && compareAmounts(value, max) > 0) return t`Insufficient balance`;
  return null;
}
