// Loads a part of the app with everything it needs: queries, texts, stylesheet. Only the first screen starts without
// them.
import { createElement, type FunctionComponent } from 'react';
import { allTexts } from '#lib/locale.ts';

const RETRY_MS = 10_000;

/** Loads what the app cannot do without: tries again after a failure, immediately when the network is back. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await load();
    } catch {
      const over = new AbortController();
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_MS);
        window.addEventListener('online', resolve, { signal: over.signal });
      });
      over.abort();
    }
}

/** Wraps the component from `load` in the query provider; everything is fetched in parallel. */
export async function withQueries<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): Promise<FunctionComponent<P>> {
  const [Part, { Queries }] = await Promise.all([load(), import('./beyond.ts'), allTexts()]);
  return function WithQueries(props: P) {
    return <Queries>{createElement(Part, props)}</Queries>;
  };
}
