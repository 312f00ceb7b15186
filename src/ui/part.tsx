// A lazily loaded component. Once its code is loaded, it renders immediately; React's lazy would delay it by 300 ms
// behind the fallback of its first render, which is longer than a sheet may take to respond to a tap.
import { Suspense, createElement, lazy, useState, type FunctionComponent, type ReactNode } from 'react';

interface Part<P> {
  Part: FunctionComponent<P>;
  /** Loads the code; after a failure, the next call retries. */
  preload: () => Promise<unknown>;
}

export function part<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  fallback: (props: P) => ReactNode = () => null,
): Part<P> {
  let here: FunctionComponent<P> | undefined;
  const fetch = async () => (here ??= await load());
  const Later = lazy(async () => ({ default: await fetch() }));
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
