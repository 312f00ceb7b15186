// What runs on every page is fetched once the first view stands and the page is idle, so that none of it delays the first paint.
import { lazy, Suspense, useEffect, useState } from 'react';
import { whenIdle } from '#lib/idle.ts';
import { preloadSheets } from '#ui/sheet.tsx';
import { preloadPopup } from './popup-host.tsx';

/** Parts that cannot be loaded (offline, old build) are left out: the page works without them. */
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
    // The ways to pages and popups first: a tap then has one file to wait for.
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

/** Strips at the lower end of every page (the time machine of demo mode). */
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
