// A draw's hash with its result marked, by colour and by underlining.
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

interface MarkedHashProps {
  text: string;
  /** Positions of the marked characters. */
  positions: readonly number[];
  /** How they are chosen. */
  children: ReactNode;
  /** Reserves space for a hash that is loading. */
  pending?: boolean;
}

export function MarkedHash({ text, positions, children, pending = false }: MarkedHashProps) {
  const { t } = useLingui();
  const parts = [...text].map((character, at) => ({ character, at }));
  return (
    <div>
      <p className="m-0 text-sm text-pretty text-muted">{children}</p>
      <p
        {...(pending ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t`Hash of the draw: ${text}` })}
        className={cx(
          'm-0 mt-1.5 rounded-control bg-wash px-3 py-2.5 font-mono text-xs leading-[1.7] break-all',
          pending ? 'animate-shimmer *:invisible' : 'text-muted',
        )}
      >
        <span>
          {parts.map(({ character, at }) =>
            !pending && positions.includes(at) ? (
              <mark
                key={at}
                className="rounded-sm border-b-2 border-amber-deep bg-amber px-0.5 font-bold text-basalt"
              >
                {character}
              </mark>
            ) : (
              character
            ),
          )}
        </span>
      </p>
    </div>
  );
}
