// Loads a part of the app with everything it needs: queries, texts, stylesheet. Only the first screen starts without
// them.
import { createElement, type FunctionComponent } from 'react';
import { allTexts } from '#lib/locale.ts';

/** Wraps the component from `load` in the query provider; everything is fetched in parallel. */
export async function withQueries<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): Promise<FunctionComponent<P>> {
  const [Part, { Queries }] = await Promise.all([load(), import('./beyond.ts'), allTexts()]);
  return function WithQueries(props: P) {
    return <Queries>{createElement(Part, props)}</Queries>;
  };
}
