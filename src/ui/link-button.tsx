// A link to another page that looks like a quiet button, for cards and sheets.
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { PageLink } from './page-link.tsx';

interface LinkButtonProps {
  to: string;
  onClick?: () => void;
  className?: string;
  children: ReactNode;
}

export const LinkButton = ({ className, ...rest }: LinkButtonProps) => (
  <PageLink
    {...rest}
    className={cx(
      'flex min-h-12 items-center justify-center rounded-control border border-line px-5 py-1 text-center leading-tight font-semibold text-ink no-underline',
      'transition-[transform,background-color] duration-press hover:bg-wash active:scale-[0.98] active:bg-wash',
      className,
    )}
  />
);
