// Draws what runs on every page: each part by itself, so that one that is late or cannot be had stops no other.
import { lazy, Suspense, useEffect, type FunctionComponent } from 'react';
import { followLaunches } from './launches.ts';
import { useTransitions } from './transitions.ts';
import { untilLoaded, withQueries } from './with-queries.tsx';
import { useAtom } from 'jotai';
import { drawerAtom } from './drawer-state.ts';
import { type Point, starts, swiped } from './drawer-swipe.rules.ts';
import { isDesktop } from '#ui/wide.ts';

// What runs: a module exports `Background` (draws nothing, or a popup) or `Bar` (a thin strip at the lower end).

const backgrounds: (() => Promise<{ Background: FunctionComponent }>)[] = [
  () => import('#features/wallet/wallet-background.tsx'),
  () => import('#features/mining/mining-timer.tsx'),
  () => import('#features/mining/claim-moment.tsx'),
  () => import('#features/push/push-background.tsx'),
  () => import('#features/race/race-background.tsx'),
  () => import('#features/content/content-background.tsx'),
  () => import('#features/outbox/outbox-background.tsx'),
  () => import('./live.tsx'),
];

const bars: (() => Promise<{ Bar: FunctionComponent }>)[] = [
  () => import('#features/home/frozen-bar.tsx'),
  () => import('./update-bar.tsx'),
  () => import('#features/home/demo-bar.tsx'),
];

// The drawer by touch: a swipe from the left edge opens it, one to the left closes it. Button, back and Escape do the same.
// A desktop has the rail instead.

/** Another sheet is in front and handles the touch. */
const hasSheet = (): boolean => document.querySelector('[role="dialog"]') !== null;

function useDrawerSwipe(): void {
  const [open, setOpen] = useAtom(drawerAtom);
  useEffect(() => {
    let from: Point | undefined;
    const down = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      const counts =
        touch && !isDesktop() && touches.length === 1 && starts(open, touch) && (open || !hasSheet());
      from = counts ? { clientX: touch.clientX, clientY: touch.clientY } : undefined;
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      const state = from && touch ? swiped(open, from, touch) : 'not yet';
      if (state !== 'not yet') from = undefined;
      if (state === 'done') setOpen(!open);
    };
    document.addEventListener('touchstart', down, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    return () => {
      document.removeEventListener('touchstart', down);
      document.removeEventListener('touchmove', move);
    };
  }, [open, setOpen]);
}

// A toast appears at the top of the window, unless the button used last is there: that button is never covered
// (pages.css).

/** Where a toast of three lines ends, below the bar. */
const TOAST_ENDS_PX = 156;

function useToastPlace(): void {
  useEffect(() => {
    const look = ({ target }: MouseEvent) => {
      const used = target instanceof Element ? target.getBoundingClientRect() : undefined;
      document.documentElement.toggleAttribute(
        'data-used-above',
        used !== undefined && used.top < TOAST_ENDS_PX,
      );
    };
    // Keyboards and screen readers trigger clicks too. Capturing runs this before any click handler can show a toast.
    document.addEventListener('click', look, true);
    return () => document.removeEventListener('click', look, true);
  }, []);
}

/** The page works without it until it is loaded. */
const part = (load: () => Promise<FunctionComponent>) =>
  lazy(() => untilLoaded(() => withQueries(load)).then((Part) => ({ default: Part })));

const keyed = <M,>(list: (() => Promise<M>)[], pick: (module: M) => FunctionComponent) =>
  list.map((load) => ({ key: load.toString(), Part: part(() => load().then(pick)) }));

function all(parts: ReturnType<typeof keyed>): FunctionComponent {
  return () =>
    parts.map(({ key, Part }) => (
      <Suspense key={key} fallback={null}>
        <Part />
      </Suspense>
    ));
}

const Parts = all(keyed(backgrounds, ({ Background }) => Background));

export function Backgrounds() {
  useDrawerSwipe();
  useToastPlace();
  useTransitions();
  useEffect(followLaunches, []);
  return <Parts />;
}

export const Strips = all(keyed(bars, ({ Bar }) => Bar));
