// Buttons: amber for the primary action, quieter ones beside it. At least 44 px, with feedback within a frame of the
// press.
import type { ButtonHTMLAttributes } from 'react';
import { cx } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

const LOOKS = {
  primary:
    'bg-amber text-basalt shadow-[inset_0_-2px_0_rgb(18_22_31/12%)] hover:bg-[#ffb53d] disabled:bg-line disabled:text-muted disabled:shadow-none',
  secondary: 'bg-white text-ink border border-line hover:bg-wash disabled:text-muted',
  dark: 'bg-basalt text-white hover:bg-basalt-2 disabled:bg-line disabled:text-muted',
  ghost: 'bg-transparent text-ink hover:bg-wash disabled:text-muted',
  /** On basalt. */
  glass: 'bg-white/12 text-white border border-white/15 hover:bg-white/20 disabled:text-mist',
  danger: 'bg-garnet-wash text-garnet hover:bg-[#fbdbe0] disabled:bg-line disabled:text-muted',
} as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof LOOKS;
  /** 'md' 48 px, 'sm' 44 px. */
  size?: 'md' | 'sm';
  /** In progress: keeps its width, cannot be pressed, and is announced to screen readers. */
  busy?: boolean;
  /** Fills the row. */
  wide?: boolean;
  icon?: IconName;
}

function Dots() {
  return (
    <span className="absolute inset-0 flex items-center justify-center gap-1.5" aria-hidden="true">
      {['', '[animation-delay:150ms]', '[animation-delay:300ms]'].map((delay) => (
        <span key={delay} className={cx('size-2 rounded-full bg-current animate-pulse-dot', delay)} />
      ))}
    </span>
  );
}

export function Button(props: ButtonProps) {
  const {
    look = 'primary',
    size = 'md',
    busy = false,
    wide = false,
    icon,
    children,
    className,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled === true}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
      className={cx(
        'relative inline-flex items-center justify-center rounded-control font-semibold leading-tight select-none',
        'transition-[transform,background-color] duration-press active:scale-[0.98] active:brightness-95',
        'disabled:cursor-not-allowed disabled:active:scale-100',
        size === 'md' ? 'min-h-12 px-5 py-1 text-base' : 'min-h-11 px-4 py-1 text-sm max-[359px]:px-3',
        wide && 'w-full',
        LOOKS[look],
        className,
      )}
    >
      <span className={cx('inline-flex items-center gap-2 text-balance', busy && 'opacity-0')}>
        {icon && <Icon name={icon} size={20} />}
        {children}
      </span>
      {busy && <Dots />}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** For screen readers. */
  label: string;
}

/** 44 px square, coloured by its surroundings. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-transform duration-press',
        'hover:bg-current/10 active:scale-90 active:bg-current/15',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  );
}
