// How tall the strips at the lower end of the window are (src/app/shell.tsx), in pixels, so that what sticks above them
// is not covered. They come when the page is idle and go by themselves; whenever one does, the document's height
// changes.
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
