// The end of a sheet: a tick, what happened with its figure, and the details. It takes the focus, so that screen
// readers announce it, and triggers haptics.
import { useEffect, type ReactNode } from 'react';
import { useFocusOnMount } from './focus-on-mount.ts';
import { feel } from './haptics.ts';
import { Icon } from './icon.tsx';
import { swallowSecondTap } from './second-tap.ts';

interface SuccessProps {
  /** For screen readers. */
  label: string;
  lead: ReactNode;
  figure: string;
  children: ReactNode;
}

export function Success({ label, lead, figure, children }: SuccessProps) {
  const start = useFocusOnMount();
  useEffect(() => feel('done'), []);
  return (
    <div
      ref={start}
      tabIndex={-1}
      role="group"
      aria-label={label}
      onClickCapture={swallowSecondTap}
      className="grid gap-5 outline-none"
    >
      <div className="flex items-center gap-3">
        <span className="flex size-11 shrink-0 animate-rise items-center justify-center rounded-full bg-malachite-wash text-malachite">
          <Icon name="check" />
        </span>
        <p role="status" className="m-0 min-w-0 leading-tight">
          <span className="block text-xs text-muted">{lead}</span>
          <span className="figures text-2xl font-semibold wrap-anywhere">{figure}</span>
        </p>
      </div>
      {children}
    </div>
  );
}
