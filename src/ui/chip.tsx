// One of several options or views: a native radio button as a pill, so that arrow keys, focus and announcements come
// from the browser.
import type { ReactNode, Ref } from 'react';
import { cx } from './class-names.ts';

/** Only the look, for a native list beside the pills. */
export const chip = (on: boolean, wrong = false): string =>
  cx(
    'flex min-h-11 shrink-0 cursor-pointer items-center rounded-full border px-4 text-sm font-medium whitespace-nowrap select-none',
    on
      ? 'border-basalt bg-basalt text-white'
      : cx('bg-white text-ink hover:bg-wash', wrong ? 'border-garnet' : 'border-line'),
  );

interface ChipProps {
  /** The same for the whole group. */
  name: string;
  checked: boolean;
  onChange: () => void;
  /** One of the group has to be selected, and none is. */
  wrong?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLLabelElement>;
}

export function Chip({ name, checked, onChange, wrong, children, ref }: ChipProps) {
  return (
    <label
      ref={ref}
      className={cx(
        chip(checked, wrong),
        'relative has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChange}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {children}
    </label>
  );
}
