// The router: code-based routes under the hash, each page's code loaded when it is opened. Home is the first entry of
// our history: from it the browser's back leaves the app, and no page is behind it.
import {
  createHashHistory,
  createLazyRoute,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { installNavigator, pathOf, go } from '#lib/navigate.ts';
import { closePopup, popupAtom } from '#lib/popups.ts';
import { isStandalone } from '#lib/standalone.ts';
import { read } from '#lib/store.ts';
import { leave, leaveSheets, settled, sheetOwnsEntry, skipClosedSheets } from '#ui/back.ts';
import { ENTRY, isEntry, routeAt, routes, type PagePath } from './routes.tsx';
import { parseSearch, stringifySearch } from './search.ts';
import { Shell } from './shell.tsx';
import { withQueries } from './with-queries.tsx';
import { useLingui } from '@lingui/react/macro';
import { Card } from '#ui/card.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { EmptyState, ErrorView, Skeleton, SkeletonCard } from '#ui/views.tsx';

// Replaces a page: its skeleton after 200 ms, an error that reloads on tap, or the view of an unknown address.

/**
 * Behind the bar of a page that begins with text. Part of each such page and of its skeleton: as a separate element,
 * it would come and go a frame earlier or later than they do.
 */
function SmallHero() {
  return (
    <div
      className="hero-art h-[calc(env(safe-area-inset-top)+80px)] bg-[position:50%_calc(100%+40px)]"
      aria-hidden="true"
    />
  );
}

function PagePending({ titled = false }) {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Loading`}>
      {titled ? (
        <SmallHero />
      ) : (
        <Hero className="min-h-44">
          <Skeleton dark className="h-8 w-44" />
          <Skeleton dark className="mt-4 h-4 w-64 max-w-full" />
        </Hero>
      )}
      <Body overlap={!titled}>
        <SkeletonCard />
        <SkeletonCard lines={5} />
      </Body>
    </div>
  );
}

/** A page's code could not be loaded, or it failed to render. A reload is the only remedy for both. */
function PageError() {
  const { t } = useLingui();
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <ErrorView message={t`Couldn't open this page. Nothing changed.`} onRetry={() => location.reload()} />
      </Body>
    </>
  );
}

function NotFound() {
  const { t } = useLingui();
  return (
    <>
      <Hero className="min-h-44" />
      <Body>
        <Card>
          <EmptyState
            icon="search"
            title={t`page not found`}
            action={{ label: t`Back to home`, onClick: () => void go('/', { replace: true }) }}
          >
            {t`There's nothing at this address.`}
          </EmptyState>
        </Card>
      </Body>
    </>
  );
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The sheet that the entry belongs to (src/ui/back.ts). */
    popup?: string;
    /** Home, on top of the first entry, which is home as well. */
    root?: boolean;
  }
}

const firstPage = () => import('#features/home/home.page.tsx').then(({ Page }) => Page);

/** The specification's page load timeout. */
const PAGE_LOAD_MS = 60_000;

/**
 * Gives up on code that does not arrive and shows the error view, which reloads on tap. If this rejected, the router
 * would load the code again.
 */
const inTime = (page: Promise<FunctionComponent>): Promise<FunctionComponent> =>
  Promise.race([
    page,
    new Promise<FunctionComponent>((resolve) => setTimeout(resolve, PAGE_LOAD_MS, PageError)),
  ]);

async function laterPage(path: PagePath) {
  const { pages } = await import('./pages.ts');
  return withQueries(() => pages[path]().then(({ Page }) => Page));
}

/** State like the router's own, for entries that it does not write. */
const numbered = (index: number) => {
  const key = String(Math.random());
  return { key, __TSR_key: key, __TSR_index: index };
};

/** Not created while this file is evaluated, which is already a long task. */
export function makeRouter() {
  const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageError });

  const pages = routes.map((page) => {
    const titled = 'titled' in page;
    return createRoute({
      getParentRoute: () => root,
      path: page.path,
      pendingComponent: () => <PagePending titled={titled} />,
    }).lazy(async () => {
      const Page = await inTime('first' in page ? firstPage() : laterPage(page.path));
      return createLazyRoute(page.path)({
        component: () => (
          <>
            {titled && <SmallHero />}
            <Page />
          </>
        ),
      });
    });
  });

  /**
   * An address edited by hand creates an entry without index and key. It gets them before the router reads it:
   * otherwise the router would count from 0 again, mistake a sheet over it for another page, and scroll to its top.
   */
  function numberByHand(): void {
    if (history.state) return;
    const { href, state } = router.history.location;
    // The same address again replaces its entry.
    const next = location.hash.slice(1) === href ? 0 : 1;
    History.prototype.replaceState.call(history, numbered(state.__TSR_index + next), '');
  }
  window.addEventListener('popstate', numberByHand);

  let shown: string | undefined;

  // Home has only one spelling of its address, because numberByHand compares addresses.
  if (!location.hash) history.replaceState(history.state, '', '#/');

  const router = createRouter({
    routeTree: root.addChildren(pages),
    history: createHashHistory(),
    parseSearch,
    stringifySearch,
    // A sheet's entry shares the key of its page, which keeps its scroll position.
    scrollRestoration: ({ location: { state } }) => {
      const moved = state.__TSR_key !== shown;
      shown = state.__TSR_key;
      return moved;
    },
    defaultPendingMs: 200,
    defaultPendingMinMs: 300,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
  });

  skipClosedSheets();

  /** Home has been opened above other pages: it replaces the first of them, where the next back leaves the app. */
  async function toRoot(entries: number): Promise<void> {
    const { history: ours } = router;
    ours.flush();
    const url = location.href;
    // Browsers drop the oldest entries of a very long history.
    await leave(Math.min(entries, history.length - 1));
    const { __TSR_index: index } = ours.location.state;
    // It is not there: the user has navigated meanwhile.
    if (index >= entries) return;
    history.replaceState(numbered(0), '', url);
    // In a browser tab, back restarts the root before it leaves; the installed app is left immediately.
    if (!isStandalone()) history.pushState({ ...numbered(1), root: true }, '', url);
  }

  router.subscribe('onBeforeNavigate', ({ toLocation: { pathname, state } }) => {
    const { __TSR_index: index, popup, root: guarded } = state;
    if (isEntry(pathname) && index > 0 && !popup && !guarded) void toRoot(index);
  });

  /**
   * Anywhere but home: back, or home if there is nothing to go back to. On home, it quits where a page may close itself,
   * otherwise it restarts the root.
   */
  function back(): void {
    const entry = isEntry(router.state.location.pathname);
    if (!entry && router.history.canGoBack()) return router.history.back();
    if (entry && isStandalone()) window.close();
    void router.navigate({ to: ENTRY, replace: true });
  }

  installNavigator({
    isPage: (path) => routeAt(path) !== undefined,
    navigate: async (url, replace) => {
      await settled();
      const path = pathOf(url);
      const to = isEntry(path) ? ENTRY : path;
      const search = parseSearch(url.split('?')[1] ?? '');
      const { pathname, searchStr } = router.latestLocation;
      // Opening the current page again adds nothing to the history.
      if (to === (isEntry(pathname) ? ENTRY : pathname) && stringifySearch(search) === searchStr) return;
      // Otherwise the sheet's entry would be replaced, and the page's would stay below.
      if (replace) await leaveSheets();
      const popup = read(popupAtom);
      await router.navigate({ to, search, replace: replace || sheetOwnsEntry() });
      // The popup that led here would cover the page.
      if (to !== pathname && popup && popup === read(popupAtom)) closePopup();
    },
    back,
  });
  return router;
}
