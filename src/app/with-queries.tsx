// Loads a part of the app with all it stands on: queries, texts, stylesheet. The first screen alone starts without them.
import { createElement, type FunctionComponent } from 'react';
import { allTexts } from '#lib/locale.ts';

/** Wraps what `load` gives in the query provider; everything is fetched side by side. */
export async function withQueries<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): Promise<FunctionComponent<P>> {
  const [Part, { Queries }] = await Promise.all([load(), import('./beyond.ts'), allTexts()]);
  return function WithQueries(props: P) {
    return <Queries>{createElement(Part, props)}</Queries>;
  };
}
