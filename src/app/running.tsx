// Draws what runs on every page. Its parts are one file (vite.config.ts), loaded when the page is idle.
import { useAtom } from 'jotai';
import {
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
  type FunctionComponent,
} from 'react';
import { Background as Content } from '#features/content/content-background.tsx';
import { Bar as DemoBar } from '#features/home/demo-bar.tsx';
import { Bar as FrozenBar } from '#features/home/frozen-bar.tsx';
import { Background as ClaimMoment } from '#features/mining/claim-moment.tsx';
import { Background as MiningTimer } from '#features/mining/mining-timer.tsx';
import { Background as Outbox } from '#features/outbox/outbox-background.tsx';
import { Background as Push } from '#features/push/push-background.tsx';
import { Background as Race } from '#features/race/race-background.tsx';
import { Background as Wallet } from '#features/wallet/wallet-background.tsx';
import { hasSheet } from '#lib/has-sheet.ts';
import { whenIdle } from '#lib/idle.ts';
import { isDesktop } from '#ui/wide.ts';
import { drawerAtom } from './drawer-state.ts';
import { type Point, starts, swiped } from './drawer-swipe.rules.ts';
import { keepFocus } from './kept-focus.ts';
import { followLaunches } from './launches.ts';
import { Background as Live } from './live.tsx';
import { useTransitions } from './transitions.ts';
import { Bar as UpdateBar } from './update-bar.tsx';

/** Draws nothing, or a popup. */
const BACKGROUNDS = { Wallet, MiningTimer, ClaimMoment, Push, Race, Content, Outbox, Live };
/** A thin strip at the bottom of the window. */
const BARS = { FrozenBar, UpdateBar, DemoBar };

// The drawer by touch: a swipe from the left edge opens it, one to the left closes it. Button, back and Escape do the same.
// A desktop has the rail instead.

function useDrawerSwipe(): void {
  const [open, setOpen] = useAtom(drawerAtom);
  useLayoutEffect(() => {
    let from: Point | undefined;
    const down = ({ touches }: TouchEvent) => {
      const [touch] = touches;
      // A sheet in front handles the touch itself.
      const counts =
        touch && touches.length === 1 && starts(open, touch) && !isDesktop() && (open || !hasSheet());
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

const START_WITHIN_MS = 100;

const all = (parts: Readonly<Record<string, FunctionComponent>>) =>
  Object.entries(parts).map(([name, Part]) => (
    <Suspense key={name} fallback={null}>
      <Part />
    </Suspense>
  ));

/** The same elements each time another one starts, so that those already running are not rendered again. */
const backgrounds = all(BACKGROUNDS);

/**
 * The parts start one by one while the page is idle: starting all of them together keeps a slow phone busy for 100
 * ms.
 */
function useStarted(): number {
  const [count, setCount] = useState(1);
  useEffect(
    () =>
      count < backgrounds.length
        ? whenIdle(() => startTransition(() => setCount(count + 1)), START_WITHIN_MS)
        : undefined,
    [count],
  );
  return count;
}

export function Backgrounds() {
  useTransitions();
  useEffect(followLaunches, []);
  return backgrounds.slice(0, useStarted());
}

/**
 * Touches and keys are handled as soon as the strips are there: what can be seen can be used. Under the lock there are
 * neither.
 */
export function Strips() {
  useDrawerSwipe();
  useToastPlace();
  useEffect(keepFocus, []);
  return all(BARS);
}
