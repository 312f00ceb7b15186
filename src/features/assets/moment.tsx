// A moment in which money moves through the wallet, as a picture and a sentence: waiting for the wallet, an error.
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { useFocusOnMount } from '#ui/focus-on-mount.ts';
import { Icon } from '#ui/icon.tsx';

/** If a wallet has not answered by then, its window may be behind ours. */
export const SLOW_MS = 10_000;

interface MomentProps {
  coin: string;
  /** Shown beside the coin; if absent, the sheet is waiting. */
  mark?: 'warn' | 'info';
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}

export function Moment({ coin, mark, title, text, children }: MomentProps) {
  const start = useFocusOnMount();
  return (
    <div ref={start} tabIndex={-1} className="grid gap-5 py-3 text-center outline-none">
      <span className="relative mx-auto mt-2 block size-18">
        {!mark && <span className="absolute -inset-2 animate-pulse-dot rounded-full bg-amber/25" />}
        <CoinIcon coin={coin} size={72} className="relative" />
        {mark && (
          <span
            className={cx(
              'absolute -right-2 -bottom-2 flex size-8 items-center justify-center rounded-full border-3 border-white text-white',
              mark === 'warn' ? 'bg-garnet' : 'bg-basalt',
            )}
          >
            <Icon name={mark} size={18} />
          </span>
        )}
      </span>
      <div role={mark ? 'alert' : 'status'}>
        <p className="m-0 text-lg font-semibold text-balance">{title}</p>
        <p className="m-0 mt-1.5 text-base text-pretty text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
