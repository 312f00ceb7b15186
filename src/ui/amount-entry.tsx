// The only way to enter an amount of money: large and centred, grouped while typing, with shares of what there is,
// and the value below. A line below is reserved for error messages, so that nothing moves.
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useLayoutEffect, useReducer, useRef } from 'react';
import { afterEdit, caretIn, grouped, plainText, shareOf, worthAt } from '#lib/amount-entry.ts';
import { amountText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { approximately, openShown } from './amount-shown.ts';
import { AMOUNT_INPUT, type EntryProps, useEntry } from './amount-field.tsx';
import { cx } from './class-names.ts';
import { useComposed } from './field.tsx';

const SHARES = [25, 50, 75] as const;

/** The longer an amount, the smaller its digits; the longest end in an ellipsis until the field is entered. */
const sizeOf = (text: string): string =>
  text.length <= 9 ? 'text-4xl' : text.length <= 15 ? 'text-2xl' : 'text-lg';

interface AmountEntryProps extends EntryProps {
  label: ReactNode;
  /** Symbol or unit behind the amount. */
  coin: string;
  /**
   * What "All" fills in, and what the shares are shares of; also shown as the available amount. Null while it is
   * unknown.
   */
  max?: string | null;
  /** Shares are whole multiples of this instead of the coin's smallest unit. */
  share?: (max: string, percent: number) => string;
  /** USDT for one, from which the value below is computed; null if unknown. */
  price?: string | null;
  /** Shown below the amount, instead of its value. */
  worth?: ReactNode;
  /** Shown instead of the available amount. */
  hint?: ReactNode;
  disabled?: boolean;
}

export function AmountEntry(props: AmountEntryProps) {
  const { label, coin, value, max, price = null, disabled, onChange, decimals = 18 } = props;
  const { share = (all: string, percent: number) => shareOf(all, percent, decimals) } = props;
  const { i18n } = useLingui();
  const { locale } = i18n;
  // A value beside the same amount of USDT adds nothing.
  const valued = price === null || coin === 'USDT' ? undefined : worthAt(value, price);
  const { worth = valued !== undefined && approximately(`${openShown(valued, locale, { max: 2 })} USDT`) } =
    props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  // A deleted group mark comes back and changes nothing else, but the cursor has to be put where it was deleted.
  const [, placeCaret] = useReducer((edits: number) => edits + 1, 0);
  const entry = useEntry(props, plainText);
  const shown = grouped(entry.text, locale);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const change = ({ value: text, selectionStart }: HTMLInputElement, event: InputEvent) => {
    if (event.isComposing) return;
    const kind = event.inputType ?? '';
    const edit = { text, caret: selectionStart ?? text.length };
    const inserted = kind.startsWith('delete') ? '' : (entry.pasted.current ?? event.data ?? null);
    const { typed, behind } = afterEdit(entry.text, locale, { ...edit, inserted });
    caret.current = caretIn(grouped(typed, locale), locale, behind, kind === 'deleteContentBackward');
    entry.type(typed);
    placeCaret();
  };
  const field = useComposed(shown, change);
  return (
    <div className="grid gap-3">
      <div className="rounded-card border border-transparent bg-wash px-4 pt-3 pb-2 text-center focus-within:border-ink focus-within:ring-3 focus-within:ring-amber/30">
        <label htmlFor={id} className="block text-sm text-muted">
          {label}
        </label>
        <div
          className="flex h-16 items-center justify-center gap-2"
          onPointerDown={(event) => {
            if (event.target === input.current) return;
            event.preventDefault();
            input.current?.focus();
          }}
        >
          <input
            {...AMOUNT_INPUT}
            ref={input}
            id={id}
            disabled={disabled}
            placeholder="0"
            {...field}
            onPaste={entry.onPaste}
            onBlur={entry.onBlur}
            aria-invalid={entry.error ? true : undefined}
            aria-describedby={`${id}-note`}
            style={{ width: `${Math.max(1, field.value.length) + 0.5}ch` }}
            className={cx(
              'figures h-16 min-w-0 bg-transparent text-center font-semibold text-ellipsis outline-none placeholder:text-muted disabled:text-muted',
              sizeOf(field.value),
              entry.error ? 'text-garnet' : '',
            )}
          />
          <span className="shrink-0 text-lg font-semibold text-muted">{coin}</span>
        </div>
        <p className="figures m-0 min-h-6 text-sm text-muted">{worth}</p>
      </div>
      <Note id={id} {...props} error={entry.error} />
      {max !== undefined && (
        <div className="grid grid-cols-4 gap-2">
          {[...SHARES, 100].map((percent) => (
            <button
              key={percent}
              type="button"
              disabled={disabled || max === null || max === '0'}
              onClick={() => max !== null && onChange(percent === 100 ? max : share(max, percent))}
              className="figures min-h-11 rounded-control border border-line bg-white text-sm font-semibold transition-transform duration-press hover:bg-wash active:scale-95 disabled:text-muted"
            >
              {percent === 100 ? <Trans>All</Trans> : percentText(percent / 100, locale)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** What is wrong, otherwise what is available; always two lines high. */
function Note({ id, coin, max, hint, error }: AmountEntryProps & { id: string }) {
  const { i18n } = useLingui();
  const available = max == null ? undefined : amountText(max, i18n.locale);
  return (
    <p
      id={`${id}-note`}
      aria-live="polite"
      className={cx(
        'm-0 min-h-10 text-center text-sm leading-5 text-pretty',
        error ? 'text-garnet' : 'text-muted',
      )}
    >
      {error ||
        (hint ??
          (available !== undefined && (
            <Trans>
              Available {available} {coin}
            </Trans>
          )))}
    </p>
  );
}
