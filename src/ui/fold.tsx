// For what only some want to know: a line that expands. With an information sign, the line is a label that the
// content explains.
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

interface FoldProps {
  title: ReactNode;
  children: ReactNode;
  className?: string;
  /** The line is a label, and what expands explains it. */
  explains?: boolean;
}

export const Fold = ({ title, children, className, explains = false }: FoldProps) => (
  <details className={cx('group/fold', className)}>
    <summary
      className={cx(
        'flex min-h-11 cursor-pointer items-center',
        !explains && 'justify-between gap-3 text-sm font-semibold',
      )}
    >
      {explains ? (
        // The sign follows the label's last word, even on its second line.
        <span>
          {title}
          {'\u00a0'}
          <Icon name="info" size={16} className="inline align-[-0.15em] text-muted" />
        </span>
      ) : (
        <>
          {title}
          <Icon name="down" size={20} className="shrink-0 text-muted group-open/fold:rotate-180" />
        </>
      )}
    </summary>
    {explains ? <div className="pb-2 text-sm text-pretty text-muted">{children}</div> : children}
  </details>
);
