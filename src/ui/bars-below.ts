// Height in pixels of the strips at the bottom of the window (src/app/shell.tsx), so that what sticks above them is
// not covered. They appear when the page is idle and disappear on their own; either changes the document's height.
import { useEffect, useState } from 'react';

const height = (): number => document.querySelector<HTMLElement>('[data-bars]')?.offsetHeight ?? 0;

export function useBarsBelow(): number {
  const [pixels, setPixels] = useState(height);
  useEffect(() => {
    const watch = new ResizeObserver(() => setPixels(height()));
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
  return pixels;
}
