// Renders what runs on every page (background.ts): each part separately, so that one that is late or fails to load does
// not hold up the others.
import { lazy, Suspense, useEffect, type FunctionComponent } from 'react';
import { backgrounds, bars } from './background.ts';
import { useDrawerSwipe } from './drawer-swipe.ts';
import { followLaunches } from './launches.ts';
import { useToastPlace } from './toast-place.ts';
import { withQueries } from './with-queries.tsx';

/** A part that fails to load (offline, old build) is left out: the page works without it. */
const none = () => null;
const part = (load: () => Promise<FunctionComponent>) =>
  lazy(() =>
    withQueries(load)
      .catch(() => none)
      .then((Part) => ({ default: Part })),
  );

const keyed = <M,>(list: (() => Promise<M>)[], pick: (module: M) => FunctionComponent) =>
  list.map((load) => ({ key: load.toString(), Part: part(() => load().then(pick)) }));

function all(parts: ReturnType<typeof keyed>): FunctionComponent {
  return () =>
    parts.map(({ key, Part }) => (
      <Suspense key={key} fallback={null}>
        <Part />
      </Suspense>
    ));
}

const Parts = all(keyed(backgrounds, ({ Background }) => Background));

export function Backgrounds() {
  useDrawerSwipe();
  useToastPlace();
  useEffect(followLaunches, []);
  return <Parts />;
}

export const Strips = all(keyed(bars, ({ Bar }) => Bar));
