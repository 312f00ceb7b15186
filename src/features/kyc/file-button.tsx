// A button that opens the file chooser or the camera: a label around its input, so that it works by keyboard and screen reader.
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { Icon, type IconName } from '#ui/icon.tsx';

interface FileButtonProps {
  icon: IconName;
  /** Said aloud. */
  label: string;
  children: ReactNode;
  /** Kinds of files that are offered; what a file really is, its bytes say. */
  accept: string;
  onPick: (file: File) => void;
  camera?: boolean;
  disabled?: boolean;
  error?: boolean;
  describedBy?: string;
  /** Smaller, beside a document that is there. */
  quiet?: boolean;
}

export function FileButton(props: FileButtonProps) {
  const {
    icon,
    label,
    children,
    accept,
    onPick,
    camera = false,
    disabled,
    error = false,
    quiet = false,
  } = props;
  return (
    <label
      className={cx(
        'relative cursor-pointer items-center justify-center gap-2 rounded-control px-3 text-center text-sm font-semibold',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink has-disabled:opacity-50',
        quiet
          ? 'min-h-11 hover:bg-wash'
          : 'min-h-14 grow basis-0 border border-dashed bg-white py-2 pointer-coarse:flex-col pointer-coarse:gap-1',
        !quiet && (error ? 'border-garnet' : 'border-faint'),
        // Where there is likely to be one.
        camera ? 'hidden pointer-coarse:flex' : 'flex',
      )}
    >
      <input
        type="file"
        className="sr-only"
        aria-label={label}
        aria-invalid={error || undefined}
        aria-describedby={props.describedBy}
        accept={accept}
        {...(camera && { capture: 'environment' as const })}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file can be chosen again after it was refused.
          event.target.value = '';
          if (file) onPick(file);
        }}
      />
      <Icon name={icon} size={20} />
      {children}
    </label>
  );
}
