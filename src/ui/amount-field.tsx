// Fields for amounts. They parse typed text (src/lib/amount-entry.ts) and report what is not an amount, in the
// specification's words.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ClipboardEvent, type ReactNode, useRef, useState } from 'react';
import { enteredAmount, entryText, isUnfinished, refusedText, twoMeanings } from '#lib/amount-entry.ts';
import { Field, type FieldProps } from './field.tsx';
import { useSent } from './form.tsx';

export interface EntryProps {
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

function Wrong({ text = '' }: { text: string | undefined }) {
  const { i18n } = useLingui();
  const [first, second] = twoMeanings(text, i18n.locale) ?? [];
  if (first === undefined) return <Trans>Please enter a valid amount</Trans>;
  return (
    <Trans>
      Did you mean {first} or {second}?
    </Trans>
  );
}

/**
 * What is typed into a field for an amount, and what is wrong with it. Text that no further typing can turn into an
 * amount is reported immediately; text that may only be unfinished is reported when it is pasted, left or sent.
 * `textOf` writes a value that was not typed.
 */
export function useEntry(props: EntryProps, textOf: (amount: string, language: string) => string) {
  const { value, onChange, decimals = 18, zero = false, error, wrong, missing } = props;
  const { i18n } = useLingui();
  const { locale } = i18n;
  const [typed, setTyped] = useState('');
  /** The value for which every problem is reported. */
  const [judged, setJudged] = useState<string>();
  const pasted = useRef<string>(undefined);
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
    ? (wrong ?? <Wrong text={refused} />)
    : judged === '' && value === ''
      ? (missing ?? <Trans>Please enter amount</Trans>)
      : undefined;
  return {
    // The typed text, as long as it still matches the value; in another language it may not.
    text: enteredAmount(typed, locale, decimals) === value ? typed : (refused ?? textOf(value, locale)),
    error: error ?? said,
    /** What is being pasted, until `type` is called. */
    pasted,
    type: (text: string) => {
      const entered = enteredAmount(text, locale, decimals);
      setTyped(text);
      setJudged(pasted.current === undefined ? undefined : entered);
      pasted.current = undefined;
      onChange(entered);
    },
    onPaste: (event: ClipboardEvent) => {
      // The way a single-line field accepts it.
      pasted.current = event.clipboardData.getData('text').replace(/[\r\n]/g, '');
      // A paste that changes nothing has no input event.
      setTimeout(() => (pasted.current = undefined));
    },
    onBlur: () => {
      if (value !== '') setJudged(value);
    },
  };
}

interface AmountInputProps extends EntryProps, Omit<FieldProps, keyof EntryProps> {}

export function AmountInput(props: AmountInputProps) {
  const { value, onChange, decimals, zero, error, wrong, missing, ...rest } = props;
  const entry = useEntry(props, entryText);
  return (
    <Field
      {...AMOUNT_INPUT}
      placeholder="0"
      {...rest}
      value={entry.text}
      onChange={entry.type}
      onPaste={entry.onPaste}
      onBlur={entry.onBlur}
      error={entry.error}
    />
  );
}

/** Attributes that tell the browser about a field for an amount. */
export const AMOUNT_INPUT = { inputMode: 'decimal', autoComplete: 'off', enterKeyHint: 'done' } as const;

interface AmountFieldProps extends AmountInputProps {
  /** Symbol at the end of the field. */
  coin: string;
}

/** With the coin's symbol. */
export function AmountField({ coin, ...rest }: AmountFieldProps) {
  return (
    <AmountInput
      {...rest}
      end={<span className="shrink-0 pr-3 pl-1 text-sm font-semibold text-muted">{coin}</span>}
    />
  );
}
