// White cards on the grey page, with an optional heading row; and label/value rows inside them.
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

interface CardProps {
  title?: ReactNode;
  /** Beside the title, at the end of the row. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
  /** 'amber' marks the primary next step. */
  tone?: 'plain' | 'amber';
}

export function Card({ title, aside, children, className, tone = 'plain' }: CardProps) {
  return (
    <section
      className={cx(
        'rounded-card bg-white p-4 shadow-card',
        tone === 'amber' && 'ring-2 ring-amber/60',
        className,
      )}
    >
      {(title !== undefined || aside !== undefined) && (
        <header className="mb-3 flex min-h-6 items-center justify-between gap-3">
          <h2 className="text-base font-semibold">{title}</h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

interface FactProps {
  label: ReactNode;
  children: ReactNode;
}

/** A labelled figure. Inside `<Facts>`. */
export function Fact({ label, children }: FactProps) {
  return (
    <div className="flex min-h-10 items-baseline gap-x-4 py-1 @max-[14rem]:flex-wrap">
      <dt className="text-sm leading-snug text-muted">{label}</dt>
      {/* Short figures never wrap, and space for a longer one is reserved before it arrives. */}
      <dd className="m-0 ml-auto max-w-2/3 shrink-0 grow figures text-right text-base font-semibold text-balance wrap-anywhere @max-[14rem]:max-w-full">
        {children}
      </dd>
    </div>
  );
}

/** Rows with a line between them. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <div className="@container">
      <dl className="m-0 divide-y divide-line">{children}</dl>
    </div>
  );
}

/** A small coloured word for states. */
export function Tag({ tone, children }: { tone: 'amber' | 'good' | 'bad' | 'quiet'; children: ReactNode }) {
  const tones = {
    amber: 'bg-amber-wash text-amber-ink',
    good: 'bg-malachite-wash text-malachite',
    bad: 'bg-garnet-wash text-garnet',
    quiet: 'bg-wash text-muted',
  };
  return (
    <span
      className={cx(
        'inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
