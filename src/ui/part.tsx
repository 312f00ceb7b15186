// A lazily loaded component: its fallback is shown until its code has loaded, however often that fails. Once it is
// loaded, it renders immediately; React's lazy would delay it by 300 ms behind the fallback of its first render, which
// is longer than a sheet may take to respond to a tap.
import { Suspense, createElement, lazy, useState, type FunctionComponent, type ReactNode } from 'react';
import { untilLoaded } from '#lib/within.ts';

interface Part<P> {
  Part: FunctionComponent<P>;
  /** Tries once to load the code. */
  preload: () => Promise<unknown>;
}

export function part<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  fallback: (props: P) => ReactNode = () => null,
): Part<P> {
  let here: FunctionComponent<P> | undefined;
  const fetch = async () => (here ??= await load());
  const Later = lazy(async () => ({ default: await untilLoaded(fetch) }));
  function Part(props: P) {
    // Decided once per mount: switching between the two would lose the state inside.
    const [now] = useState<FunctionComponent<P> | undefined>(() => here);
    if (now) return createElement(now, props);
    return (
      <Suspense fallback={fallback(props)}>
        {createElement(Later as unknown as FunctionComponent<P>, props)}
      </Suspense>
    );
  }
  return { Part, preload: () => fetch().catch(() => undefined) };
}
