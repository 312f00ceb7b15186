// Mounts what runs on every page, once the first view stands and the page is idle, so that none of it delays the first paint.
import { lazy, Suspense, useEffect, useState, type FunctionComponent } from 'react';
import { preloadSheets } from '#ui/sheet.tsx';
import { backgrounds, bars } from './background.ts';
import { withQueries } from './with-queries.tsx';

/** A part that cannot be loaded (offline, old build) is left out: the page works without it. */
const none = () => null;
const part = (load: () => Promise<FunctionComponent>) =>
  lazy(() => withQueries(load).catch(() => none).then((Part) => ({ default: Part })));

const backgroundParts = backgrounds.map((load) => part(() => load().then(({ Background }) => Background)));
const barParts = bars.map((load) => part(() => load().then(({ Bar }) => Bar)));

export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return idle;
}

export function Behind() {
  const idle = useIdle();
  useEffect(() => {
    if (idle) void preloadSheets();
  }, [idle]);
  if (!idle) return null;
  return backgroundParts.map((Part, index) => (
    <Suspense key={`background ${index}`} fallback={null}>
      <Part />
    </Suspense>
  ));
}

/** Strips at the lower end of every page (the time machine of demo mode). */
export function Bars() {
  const idle = useIdle();
  if (!idle || barParts.length === 0) return null;
  return (
    <div className="sticky bottom-0 z-20">
      {barParts.map((Part, index) => (
        <Suspense key={`bar ${index}`} fallback={null}>
          <Part />
        </Suspense>
      ))}
    </div>
  );
}
