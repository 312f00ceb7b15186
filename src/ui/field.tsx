// Text fields with label, hint and error linked for screen readers.
import {
  type ChangeEvent,
  type CompositionEvent,
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  useState,
} from 'react';
import { cx } from './class-names.ts';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  hint?: ReactNode;
  /** Shown instead of the hint, and announced. */
  error?: ReactNode;
  /** Inside the field at its end: a symbol, a button. */
  end?: ReactNode;
  /** Beside the label: a balance. */
  aside?: ReactNode;
}

/**
 * A field's value and events, where `change` may rewrite what is typed. An input method's text is shown as it is until
 * it is complete: rewriting it would end the composition halfway.
 */
export function useComposed(value: string, change: (field: HTMLInputElement, event: InputEvent) => void) {
  const [composed, setComposed] = useState<string>();
  return {
    value: composed ?? value,
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const event = nativeEvent as InputEvent;
      setComposed(event.isComposing ? target.value : undefined);
      change(target, event);
    },
    onCompositionEnd: ({ currentTarget, nativeEvent }: CompositionEvent<HTMLInputElement>) => {
      setComposed(undefined);
      change(currentTarget, new InputEvent('input', { data: nativeEvent.data }));
    },
  };
}

export function Field({ label, value, onChange, hint, error, end, aside, className, ...rest }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside !== undefined && <span className="figures text-xs text-muted">{aside}</span>}
      </div>
      <div
        className={cx(
          'flex min-h-12 items-center rounded-control border bg-white transition-colors has-[input:disabled]:bg-wash',
          'focus-within:border-ink focus-within:ring-3 focus-within:ring-amber/30',
          error ? 'border-garnet' : 'border-faint',
        )}
      >
        <input
          {...rest}
          id={id}
          {...useComposed(value, (field) => onChange(field.value))}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className="figures min-h-12 w-full min-w-0 grow rounded-control bg-transparent px-4 text-base outline-none placeholder:text-muted disabled:text-muted"
        />
        {end}
      </div>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={cx(
          // Its line is reserved, so that an error moves nothing.
          'm-0 mt-1 min-h-5 text-sm leading-snug text-pretty',
          error ? 'text-garnet' : 'text-muted',
        )}
      >
        {note}
      </p>
    </div>
  );
}
