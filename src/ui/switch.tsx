// An on/off switch with a touch target 44 px tall, and a checkbox.
import { Trans } from '@lingui/react/macro';
import { cx } from './class-names.ts';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** For screen readers. */
  label: string;
  disabled?: boolean;
}

export function Switch({ checked, onChange, label, disabled = false }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="inline-flex h-11 w-13 shrink-0 items-center justify-center disabled:opacity-50"
    >
      <span
        className={cx(
          'block h-7 w-12 rounded-full p-0.5 transition-colors duration-change',
          checked ? 'bg-malachite' : 'bg-faint',
        )}
      >
        <span
          className={cx(
            'block size-6 rounded-full bg-white shadow-card transition-transform duration-change',
            checked && 'translate-x-5',
          )}
        />
      </span>
    </button>
  );
}

interface CheckProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** It has to be ticked and is not. */
  wrong?: boolean;
  children: React.ReactNode;
}

/** A checkbox with its sentence; the whole row is the target. */
export function Checkbox({ checked, onChange, wrong = false, children }: CheckProps) {
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={wrong || undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 accent-malachite"
        />
        <span>{children}</span>
      </label>
      <p role="alert" className="m-0 text-sm text-garnet empty:hidden">
        {wrong && <Trans>Tick this to continue.</Trans>}
      </p>
    </div>
  );
}
