// The router: code-based routes under the hash, each page's code loaded when it is opened.
import {
  createHashHistory,
  createLazyRoute,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { isStandalone } from '#lib/install.ts';
import { installNavigator, pathOf } from '#lib/navigate.ts';
import { sheetOwnsEntry } from '#ui/back.ts';
import { NotFound, PageError, PagePending } from './page-states.tsx';
import { ENTRY, routeAt, routes } from './routes.tsx';
import { Shell } from './shell.tsx';
import { withQueries } from './with-queries.tsx';

/** Plain pairs: the router's own reading would turn `?code=12e5` into a number. */
const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageError });

const pages = routes.map(({ path, lazy, plain = false }) =>
  createRoute({ getParentRoute: () => root, path }).lazy(async () => {
    const page = () => lazy().then(({ Page }) => Page);
    return createLazyRoute(path)({ component: plain ? await page() : await withQueries(page) });
  }),
);

export const router = createRouter({
  routeTree: root.addChildren(pages),
  history: createHashHistory(),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPendingMs: 200,
  defaultPendingMinMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
});

/** Entry page: quits where a page may close itself, else starts the root anew. Elsewhere: back, or home without a past. */
function back(): void {
  const { history, state } = router;
  if (state.location.pathname !== ENTRY && history.canGoBack()) return history.back();
  if (state.location.pathname === ENTRY && isStandalone()) window.close();
  void router.navigate({ to: ENTRY, replace: true });
}

installNavigator({
  isPage: (path) => routeAt(path) !== undefined,
  navigate: (url, replace) => {
    const search = parseSearch(url.split('?')[1] ?? '');
    return router.navigate({ to: pathOf(url), search, replace: replace || sheetOwnsEntry() });
  },
  back,
});
