// One component of src/ui in its states. `of` names the exported components, which the gallery's test looks for.
import type { ReactNode } from 'react';
import { cx } from '#ui/class-names.ts';

interface PieceProps {
  of: string;
  /** What to look at or to try, for the reviewer. */
  note?: string;
  /** Side by side instead of one below the other. */
  row?: boolean;
  children: ReactNode;
}

export function Piece({ of, note, row = false, children }: PieceProps) {
  return (
    <section data-piece={of} className="min-w-0">
      <h2 className="m-0 text-sm font-semibold">{of}</h2>
      {note !== undefined && <p className="m-0 text-sm text-muted">{note}</p>}
      <div className={cx('mt-3 gap-3', row ? 'flex flex-wrap items-center' : 'grid')}>{children}</div>
    </section>
  );
}
