// Loads a part of the app together with the queries it uses. Home alone starts without them.
import { createElement, type FunctionComponent } from 'react';

/** Wraps what `load` gives in the query provider; both are fetched side by side. */
export async function withQueries<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): Promise<FunctionComponent<P>> {
  const [Part, { Queries }] = await Promise.all([load(), import('#api/provider.tsx')]);
  return function WithQueries(props: P) {
    return (
      <Queries>
        {createElement(Part, props)}
      </Queries>
    );
  };
}
