// Fields for amounts. They parse typed text (src/lib/amount-entry.ts) and report what is not an amount, in the
// specification's words.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { enteredAmount, entryText, isUnfinished, refusedText } from '#lib/amount-entry.ts';
import { amountText } from '#lib/amounts.ts';
import { Field, type FieldProps } from './field.tsx';
import { useSent } from './form.tsx';

interface AmountInputProps extends FieldProps {
  /** The value last passed to `onChange`: '', a decimal string, or refused text. */
  value: string;
  onChange: (entered: string) => void;
  /** More decimals are refused. */
  decimals?: number;
  /** Accept zero as an amount. */
  zero?: boolean;
  /** The form's objection to a valid amount. */
  error?: ReactNode;
  /** Shown for text that is not an amount and for an empty field, instead of the usual messages. */
  wrong?: ReactNode;
  missing?: ReactNode;
}

/**
 * Text that no further typing can turn into an amount is reported at once; text that may only be unfinished, when it is
 * pasted, left or sent.
 */
export function AmountInput(props: AmountInputProps) {
  const { value, onChange, decimals = 18, zero = false, error, wrong, missing, ...rest } = props;
  const { i18n } = useLingui();
  const { locale } = i18n;
  const [typed, setTyped] = useState('');
  /** The value about which everything is reported. */
  const [judged, setJudged] = useState<string>();
  const pasted = useRef(false);
  const sent = useSent();
  const [seen, setSeen] = useState(sent);
  if (sent !== seen) {
    setSeen(sent);
    setJudged(value);
  }
  const refused = refusedText(value);
  const isWrong =
    (judged === value && (refused !== undefined || (/^[0.]+$/.test(value) && !zero))) ||
    (refused !== undefined && !isUnfinished(refused, locale, decimals));
  const said = isWrong
    ? (wrong ?? <Trans>Please enter a valid amount</Trans>)
    : judged === '' && value === ''
      ? (missing ?? <Trans>Please enter amount</Trans>)
      : undefined;
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      enterKeyHint="done"
      placeholder="0"
      {...rest}
      // The typed text, as long as it still matches the value; in another language it may not.
      value={enteredAmount(typed, locale, decimals) === value ? typed : (refused ?? entryText(value, locale))}
      onChange={(text) => {
        const entered = enteredAmount(text, locale, decimals);
        setTyped(text);
        setJudged(pasted.current ? entered : undefined);
        pasted.current = false;
        onChange(entered);
      }}
      onPaste={() => {
        pasted.current = true;
      }}
      onBlur={() => {
        if (value !== '') setJudged(value);
      }}
      error={error ?? said}
    />
  );
}

interface AmountFieldProps extends AmountInputProps {
  /** Symbol at the end of the field. */
  coin: string;
  /** What "All" fills in; also shown beside the label as the available amount. */
  max?: string;
}

/** With the coin's symbol and, if there is a maximum, a button that fills it in. */
export function AmountField({ coin, max, ...rest }: AmountFieldProps) {
  const { i18n } = useLingui();
  const available = max === undefined ? undefined : amountText(max, i18n.locale);
  return (
    <AmountInput
      {...rest}
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
              onClick={() => rest.onChange(max)}
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
