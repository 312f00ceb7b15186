// A component whose code is loaded apart. Once its code is here it is drawn at once; React's lazy alone would hold it back for
// 300 ms behind the fallback of its first render, which is longer than a sheet may take to answer a tap.
import { Suspense, createElement, lazy, useState, type FunctionComponent } from 'react';

export interface Part<P> {
  Part: FunctionComponent<P>;
  /** Fetches the code; a failed fetch is tried again the next time. */
  preload: () => Promise<unknown>;
}

export function part<P extends object>(load: () => Promise<FunctionComponent<P>>): Part<P> {
  let here: FunctionComponent<P> | undefined;
  const fetch = async () => (here ??= await load());
  const Later = lazy(async () => ({ default: await fetch() }));
  function Part(props: P) {
    // Decided once a mount: changing from one to the other would forget the state within.
    const [now] = useState<FunctionComponent<P> | undefined>(() => here);
    if (now) return createElement(now, props);
    return (
      <Suspense fallback={null}>{createElement(Later as unknown as FunctionComponent<P>, props)}</Suspense>
    );
  }
  return { Part, preload: () => fetch().catch(() => undefined) };
}
