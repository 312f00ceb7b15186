// For virtual lists: where they begin in the document, and the user's font size.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels per rem: row heights scale with the user's font size. */
export const remPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** With large text, a phone has no room for figures beside a title. */
export const isNarrow = (rem: number): boolean => window.innerWidth < 18 * rem;

/** Where the list begins in the document; what is above it may change its height. */
export function useTop(area: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const node = area.current;
    if (!node) return;
    const look = () => setTop(Math.round(node.getBoundingClientRect().top + window.scrollY));
    look();
    const watch = new ResizeObserver(look);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [area]);
  return top;
}
