// Copies text and confirms it: by its button, or by a long press on the text.
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { shortAddress } from '#lib/amounts.ts';
import { toast } from '#lib/toast.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';
import { HELD, useLongPress } from './long-press.ts';

/** The browser may refuse clipboard access; the user is then asked to copy by hand, unless another try follows. */
export async function copyText(text: string, last = true): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t`Copied`, 'success');
    return true;
  } catch {
    if (last) toast(t`Couldn't copy. Select the text and copy it yourself.`, 'error');
    return false;
  }
}

interface CopyButtonProps {
  text: string;
  /** What is copied, for screen readers: "Copy address". */
  label: string;
  className?: string;
}

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => void copy()}
      className={cx(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-current/10 active:scale-90',
        className,
      )}
    >
      <Icon name={done ? 'check' : 'copy'} size={20} />
    </button>
  );
}

interface CopyableProps {
  /** What is copied, if it differs from what is shown. */
  text: string;
  title?: string;
  className?: string;
  children: ReactNode;
}

/** Next to a `CopyButton`: a long press copies too. */
export function Copyable({ text, title, className, children }: CopyableProps) {
  return (
    <span title={title} className={cx(HELD, className)} {...useLongPress((last) => copyText(text, last))}>
      {children}
    </span>
  );
}

interface ShortProps {
  text: string;
  /** What is copied, for screen readers: "Copy seed hash". */
  label: string;
  className?: string;
}

/** A hash or an address, shortened in the middle; its title has the full text, which is what gets copied. */
export function Short({ text, label, className }: ShortProps) {
  return (
    <span className={cx('inline-flex items-center', className)}>
      <Copyable text={text} title={text} className="figures py-3 whitespace-nowrap">
        {shortAddress(text)}
      </Copyable>
      <CopyButton text={text} label={label} />
    </span>
  );
}

export function Address({ address, className }: { address: string; className?: string }) {
  const { t: say } = useLingui();
  return <Short text={address} label={say`Copy address`} className={className} />;
}
