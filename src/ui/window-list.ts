// For lists of which only what is seen is drawn: where they begin in the document, and the person's font size.
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Pixels of a rem, by which rows grow with the person's font size. */
export const remPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** Where the list begins in the document; what stands above it may change its height. */
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
