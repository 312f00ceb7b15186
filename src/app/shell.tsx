// The frame around every page: bar, drawer or rail, popups, toasts, and the background parts.
import { useLingui } from '@lingui/react/macro';
import { Outlet, useRouterState } from '@tanstack/react-router';
import {
  startTransition,
  useEffect,
  useRef,
  useState,
  type FunctionComponent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { BRAND } from '#lib/brand.ts';
import { Toaster } from '#ui/toaster.tsx';
import { PopupHost, preloadPopup } from './popup-host.tsx';
import { isEntry, routeAt } from './routes.tsx';
import { useAtomValue, useSetAtom, useAtom } from 'jotai';
import { shortAddress } from '#lib/amounts.ts';
import { goBack } from '#lib/navigate.ts';
import { openPopup } from '#lib/popups.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { untilLoaded } from '#lib/within.ts';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { part } from '#ui/part.tsx';
import { Mark } from '#ui/mark.tsx';
import { Icon } from '#ui/icon.tsx';
import { LoadingBar } from '#ui/views.tsx';
import { useDesktop } from '#ui/wide.ts';
import { coverAtom } from './cover.ts';
import { drawerAtom } from './drawer-state.ts';
import { afterPaint, whenIdle } from '#lib/idle.ts';
import { withQueries } from './with-queries.tsx';

// The navigation bar: transparent with a white title over the page's hero, and dark once the page is scrolled.

interface BarProps {
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  /** It has a menu button and the wallet chip instead of a back button. */
  entry: boolean;
  /** Shown beside the rail, which has the menu and the name; every page has the wallet chip. */
  desktop: boolean;
  back: boolean;
}

/** Beyond this the hero's content would scroll under the title. */
const SCROLLED_PX = 20;

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > SCROLLED_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

function WalletChip() {
  const { t } = useLingui();
  const { address } = useAtomValue(walletAtom);
  const signedIn = useAtomValue(signedInAtom);
  const text = signedIn && address ? shortAddress(address) : t`Connect`;
  return (
    <button
      type="button"
      onClick={() => openPopup(signedIn ? 'account' : 'connect', {})}
      className="figures inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-white/20 bg-white/10 px-4 text-sm font-medium active:scale-95"
    >
      {signedIn ? (
        <span className="size-2 shrink-0 rounded-full bg-malachite-bright" />
      ) : (
        <Icon name="wallet" size={18} />
      )}
      <span className="truncate">{text}</span>
    </button>
  );
}

function Bar({ title, heading, entry, desktop, back }: BarProps) {
  const { t } = useLingui();
  const setDrawer = useSetAtom(drawerAtom);
  const scrolled = useScrolled();
  const menu = (
    <IconButton icon="menu" label={t`Menu`} aria-haspopup="dialog" onClick={() => setDrawer(true)} />
  );
  return (
    <header
      className={cx(
        'fixed inset-x-0 top-0 z-30 pt-[env(safe-area-inset-top)] text-white transition-colors duration-move',
        scrolled ? 'bg-basalt' : 'bg-transparent',
      )}
    >
      <div className="frame flex h-14 items-center gap-1 px-1.5">
        {entry && !desktop && menu}
        {back && <IconButton icon="back" label={t`Back`} onClick={goBack} />}
        <h1
          ref={heading}
          tabIndex={-1}
          className={cx(
            'm-0 flex min-w-0 grow items-center gap-2 truncate',
            entry ? 'text-lg font-bold' : 'text-base font-semibold',
            desktop && (entry ? 'opacity-0' : !back && 'pl-2.5'),
          )}
        >
          {entry && <Mark />}
          <span key={title} className="truncate">
            {title}
          </span>
        </h1>
        {entry || desktop ? (
          <span className="min-w-0 pr-2">
            <WalletChip />
          </span>
        ) : (
          menu
        )}
      </div>
    </header>
  );
}

// The drawer, opened by its button or a swipe from the left edge (running.tsx), and the rail of a desktop. Loaded
// when the page is idle, or earlier if needed. After a failure, the next tap tries again; a desktop keeps trying.

type MenuView = FunctionComponent<{ path: string }>;

function Menu({ path }: { path: string }) {
  const [open, setOpen] = useAtom(drawerAtom);
  const desktop = useDesktop();
  const [View, setView] = useState<MenuView>();
  useEffect(() => {
    if (View) return undefined;
    const load = () => withQueries(() => import('./menu.tsx').then((module) => module.Menu));
    const show = () => {
      (desktop ? untilLoaded(load) : load()).then(
        (Loaded) => setView(() => Loaded),
        () => setOpen(false),
      );
    };
    if (!open && !desktop) return whenIdle(show);
    show();
    return undefined;
  }, [View, open, desktop, setOpen]);
  if (!View) return open && <LoadingBar />;
  return <View path={path} />;
}

// Parts that run on every page are loaded once the first view is shown and the page is idle, so that they do not delay
// the first paint.

type Running = typeof import('./running.tsx');

const running = (pick: (parts: Running) => FunctionComponent) =>
  part(() => withQueries(() => import('./running.tsx').then(pick))).Part;
const Backgrounds = running(({ Backgrounds: All }) => All);
const Strips = running(({ Strips: All }) => All);

function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return idle;
}

function Behind() {
  const idle = useIdle();
  useEffect(() => {
    if (!idle) return;
    // The loaders of pages and popups come first, so that a tap has only one file to wait for.
    import('./pages.ts').catch(() => undefined);
    void preloadPopup('connect');
  }, [idle]);
  return idle && <Backgrounds />;
}

/** Strips at the bottom of every page (the time machine of demo mode). */
function Bars() {
  const idle = useIdle();
  return (
    idle && (
      <div data-bars className="sticky bottom-0 z-20">
        <Strips />
      </div>
    )
  );
}

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

function Frame() {
  const { t, i18n } = useLingui();
  const path = useShownPath();
  const route = routeAt(path);
  const given = route?.title ?? t`page not found`;
  const title = typeof given === 'string' ? given : i18n._(given);
  const heading = useRef<HTMLHeadingElement>(null);
  const content = useRef<HTMLElement>(null);
  const last = useRef(path);
  // The first page replaces its prerendered picture in place; later pages are animated.
  const [first] = useState(path);
  const [moved, setMoved] = useState(false);
  if (!moved && path !== first) setMoved(true);
  useEffect(() => {
    document.title = title === BRAND.name ? title : `${title} · ${BRAND.name}`;
  }, [title]);
  useEffect(() => {
    // Tells a screen reader where it is now; on the first page it starts at the top anyway.
    if (last.current === path) return undefined;
    last.current = path;
    const before = document.activeElement;
    return afterPaint(() => {
      const now = document.activeElement;
      // Unless the page has meanwhile moved the focus to where reading continues (TwoPanes).
      if (now === before || !content.current?.contains(now)) heading.current?.focus({ preventScroll: true });
    });
  }, [path]);
  const desktop = useDesktop();
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
      >{t`Skip to content`}</a>
      <Menu path={path} />
      <Bar
        title={title}
        heading={heading}
        entry={isEntry(path)}
        desktop={desktop}
        back={desktop ? !route || route.inner === true : !isEntry(path)}
      />
      <main ref={content} tabIndex={-1} data-moved={moved || undefined} className="min-h-dvh">
        <Outlet />
      </main>
      <Bars />
      <PopupHost />
      <Toaster />
    </>
  );
}

export function Shell() {
  const covered = useAtomValue(coverAtom);
  return (
    <>
      {covered ? <covered.Cover /> : <Frame />}
      <Behind />
    </>
  );
}
