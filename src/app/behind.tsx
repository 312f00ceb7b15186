// Parts that run on every page are loaded once the first view is shown and the page is idle, so that they do not delay
// the first paint.
import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#lib/idle.ts';
import { preloadSheets } from '#ui/sheet.tsx';
import { preloadPopup } from './popup-host.tsx';

/** Parts that fail to load (offline, old build) are left out: the page works without them. */
const none = () => null;
const running = () => import('./running.tsx').catch(() => undefined);
const Backgrounds = lazy(() => running().then((parts) => ({ default: parts?.Backgrounds ?? none })));
const Strips = lazy(() => running().then((parts) => ({ default: parts?.Strips ?? none })));

function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}

export function Behind() {
  const idle = useIdle();
  useEffect(() => {
    if (!idle) return;
    // The loaders of pages and popups come first, so that a tap has only one file to wait for.
    import('./pages.ts').catch(() => undefined);
    void preloadPopup('connect');
    void preloadSheets();
  }, [idle]);
  if (!idle) return null;
  return (
    <Suspense fallback={null}>
      <Backgrounds />
    </Suspense>
  );
}

/** Strips at the bottom of every page (the time machine of demo mode). */
export function Bars() {
  const idle = useIdle();
  if (!idle) return null;
  return (
    <div data-bars className="sticky bottom-0 z-20">
      <Suspense fallback={null}>
        <Strips />
      </Suspense>
    </div>
  );
}
