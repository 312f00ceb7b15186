// Details for those who want them: a line that expands.
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

interface FoldProps {
  title: ReactNode;
  children: ReactNode;
}

export const Fold = ({ title, children }: FoldProps) => (
  <details className="group mt-1">
    <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 text-sm font-semibold">
      {title}
      <Icon name="down" size={20} className="shrink-0 text-muted group-open:rotate-180" />
    </summary>
    {children}
  </details>
);
