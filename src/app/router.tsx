// The router: code-based routes under the hash, each page's code loaded when it is opened.
import {
  createHashHistory,
  createLazyRoute,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import { installNavigator, pathOf } from '#lib/navigate.ts';
import { isStandalone } from '#lib/standalone.ts';
import { sheetOwnsEntry } from '#ui/back.ts';
import { NotFound, PageError, PagePending } from './page-states.tsx';
import { ENTRY, routeAt, routes, type PagePath } from './routes.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { Shell } from './shell.tsx';
import { withQueries } from './with-queries.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageError });

const firstPage = () => import('#features/home/home.page.tsx').then(({ Page }) => Page);

async function laterPage(path: PagePath) {
  const { pages } = await import('./pages.ts');
  return withQueries(() => pages[path]().then(({ Page }) => Page));
}

const pages = routes.map((page) =>
  createRoute({ getParentRoute: () => root, path: page.path }).lazy(async () =>
    createLazyRoute(page.path)({ component: await ('first' in page ? firstPage() : laterPage(page.path)) }),
  ),
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
