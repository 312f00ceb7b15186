// Mounts what runs on every page, once the first view stands and the page is idle, so that none of it delays the first paint.
import { lazy, Suspense, useEffect, useState, type FunctionComponent } from 'react';
import { preloadSheets } from '#ui/sheet.tsx';
import { backgrounds, bars } from './background.ts';
import { preloadPopup } from './popup-host.tsx';
import { withQueries } from './with-queries.tsx';

/** A part that cannot be loaded (offline, old build) is left out: the page works without it. */
const none = () => null;
const part = (load: () => Promise<FunctionComponent>) =>
  lazy(() =>
    withQueries(load)
      .catch(() => none)
      .then((Part) => ({ default: Part })),
  );

const keyed = <M,>(list: (() => Promise<M>)[], pick: (module: M) => FunctionComponent) =>
  list.map((load) => ({ key: load.toString(), Part: part(() => load().then(pick)) }));

const backgroundParts = keyed(backgrounds, ({ Background }) => Background);
const barParts = keyed(bars, ({ Bar }) => Bar);

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
    if (!idle) return;
    void preloadSheets();
    void preloadPopup('connect');
  }, [idle]);
  if (!idle) return null;
  return backgroundParts.map(({ key, Part }) => (
    <Suspense key={key} fallback={null}>
      <Part />
    </Suspense>
  ));
}

/** Strips at the lower end of every page (the time machine of demo mode). */
export function Bars() {
  const idle = useIdle();
  if (!idle || barParts.length === 0) return null;
  return (
    <div data-bars className="sticky bottom-0 z-20">
      {barParts.map(({ key, Part }) => (
        <Suspense key={key} fallback={null}>
          <Part />
        </Suspense>
      ))}
    </div>
  );
}
