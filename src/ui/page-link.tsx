// A link to a page of the app: a real address for new tabs and long presses, the guarded navigation for a tap.
import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { go } from '#lib/navigate.ts';

interface PageLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: string;
  replace?: boolean;
}

export function PageLink({ to, replace = false, onClick, children, ...rest }: PageLinkProps) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return;
    event.preventDefault();
    void go(to, { replace });
  };
  return (
    <a {...rest} href={`#${to}`} onClick={open}>
      {children}
    </a>
  );
}
