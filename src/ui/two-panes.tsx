// A list and, beside it, the item chosen from it: for desktop widths (wide.ts). The page of the list and the page of
// a detail both draw the two panes, so that addresses, history and links are the same as in a narrow window.
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

/** How far the list was scrolled when its page was left. */
let place = 0;

/** Stays in view beside a long detail and scrolls on its own; its position is kept from page to page. */
export function ListPane({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const pane = area.current;
    if (!pane) return;
    pane.scrollTop = place;
    return () => void (place = pane.scrollTop);
  }, []);
  return (
    <div
      ref={area}
      className="@container -m-2 grid max-h-[calc(100dvh-136px)] min-w-0 content-start gap-3 overflow-y-auto overscroll-contain p-2 [scrollbar-width:thin]"
    >
      {children}
    </div>
  );
}

interface TwoPanesProps {
  list: ReactNode;
  /** The detail's name for screen readers. */
  label: string;
  /** What was chosen. The focus follows it into the detail, where reading continues. */
  chosen?: string;
  children: ReactNode;
}

export function TwoPanes({ list, label, chosen, children }: TwoPanesProps) {
  const detail = useRef<HTMLElement>(null);
  const first = useRef(chosen);
  useEffect(() => {
    const pane = detail.current;
    // A visit that begins on this page begins at its top, as on every page (src/app/shell.tsx).
    const moved = first.current !== chosen || pane?.closest('[data-moved]');
    // After the frame's effects, which then leave the focus here instead of moving it to the page's title.
    if (moved && chosen !== undefined) queueMicrotask(() => pane?.focus({ preventScroll: true }));
  }, [chosen]);
  return (
    <div className="grid grid-cols-[minmax(0,360px)_minmax(0,1fr)] items-start gap-5">
      <div className="sticky top-[72px] min-w-0">{list}</div>
      <section ref={detail} tabIndex={-1} aria-label={label} className="grid min-w-0 gap-3 outline-none">
        {children}
      </section>
    </div>
  );
}
