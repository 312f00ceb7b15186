// The height of the strips at the bottom of the window (src/app/behind.tsx), so that sticky elements above them are not
// covered. They appear when the page is idle and disappear by themselves; each time, the document's height changes.
import { useEffect, useState } from 'react';

const height = (): number => document.querySelector<HTMLElement>('[data-bars]')?.offsetHeight ?? 0;

/** Pixels. */
export function useBarsBelow(): number {
  const [pixels, setPixels] = useState(height);
  useEffect(() => {
    const watch = new ResizeObserver(() => setPixels(height()));
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
  return pixels;
}
