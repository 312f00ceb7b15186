// The frame around every page: bar, drawer, popups, toasts, and the background parts.
import { useLingui } from '@lingui/react/macro';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { BRAND } from '#lib/brand.ts';
import { Toaster } from '#ui/toaster.tsx';
import { Bar } from './bar.tsx';
import { Behind, Bars } from './behind.tsx';
import { Drawer } from './drawer.tsx';
import { PopupHost } from './popup-host.tsx';
import { isEntry, routeAt } from './routes.tsx';

/**
 * The page being shown, not the one being loaded: the bar changes in the same frame as the content below it, before the
 * router restores the scroll position. For an unknown address, only the root matches.
 */
function useShownPath(): string {
  return useRouterState({
    select: ({ matches, location }) => {
      const page = matches.at(-1);
      return page && page.routeId !== '__root__' ? page.pathname : location.pathname;
    },
  });
}

export function Shell() {
  const { t, i18n } = useLingui();
  const path = useShownPath();
  const route = routeAt(path);
  const given = route?.title ?? t`page not found`;
  const title = typeof given === 'string' ? given : i18n._(given);
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(path);
  // The first page replaces its prerendered picture in place; later pages are animated.
  const [first] = useState(path);
  const [moved, setMoved] = useState(false);
  if (!moved && path !== first) setMoved(true);
  useEffect(() => {
    document.title = title === BRAND.name ? title : `${title} · ${BRAND.name}`;
    // Tells a screen reader where it is now; on the first page it starts at the top by itself.
    if (last.current !== path) heading.current?.focus({ preventScroll: true });
    last.current = path;
  }, [path, title]);
  const content = useRef<HTMLElement>(null);
  const skip = (event: MouseEvent) => {
    // The part of the address after # belongs to the router.
    event.preventDefault();
    content.current?.focus();
  };
  return (
    <>
      <a
        href="#main"
        onClick={skip}
        className="fixed top-1.5 left-1.5 z-50 flex min-h-11 items-center rounded-control bg-white px-4 text-ink not-focus:sr-only"
      >{t`Skip to the content`}</a>
      <Bar title={title} heading={heading} entry={isEntry(path)} />
      {/* The small hero is inside, so that main itself never moves from page to page. */}
      <main ref={content} tabIndex={-1} data-moved={moved || undefined} className="min-h-dvh">
        {route?.bar === 'titled' && (
          <div className="hero-art h-[calc(env(safe-area-inset-top)+80px)]" aria-hidden="true" />
        )}
        <Outlet />
      </main>
      <Bars />
      <Drawer path={path} />
      <PopupHost />
      <Toaster />
      <Behind />
    </>
  );
}
