// Copies a text and says so.
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { shortAddress } from '#lib/amounts.ts';
import { toast } from '#lib/toast.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

/** Clipboard access may be refused; the person is then told to copy by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast(t`Copied`, 'success');
    return true;
  } catch {
    toast(t`Copying is not allowed here. Please select the text and copy it.`, 'error');
    return false;
  }
}

interface CopyButtonProps {
  text: string;
  /** What is copied, said aloud: "Copy address". */
  label?: string;
  className?: string;
}

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const { t: say } = useLingui();
  const [done, setDone] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  };
  return (
    <button
      type="button"
      aria-label={label ?? say`Copy`}
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

/** A shortened address; the whole one is in its title and is what gets copied. */
export function Address({ address, className }: { address: string; className?: string }) {
  const { t: say } = useLingui();
  return (
    <span className={cx('inline-flex items-center', className)}>
      <span className="figures" title={address}>
        {shortAddress(address)}
      </span>
      <CopyButton text={address} label={say`Copy address`} />
    </span>
  );
}
