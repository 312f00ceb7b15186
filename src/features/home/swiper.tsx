// Slides that advance automatically every 5 s with a half-second transition; also by swipe, arrows and dots at any
// time. They pause while touched, hovered or focused, out of view or in a hidden tab, and with reduced motion. A
// single slide is static, without controls. It is 1.5 kB after Brotli compression; a library (Embla) is 6.8 kB, without
// pauses, controls and texts.
import { useLingui } from '@lingui/react/macro';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { IconButton } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { useStill } from '#ui/still.ts';
import { slideAt, swiped } from './swiper.rules.ts';

/** Any longer distance is a swipe: the link under the finger is not followed. */
const SWIPE_PX = 10;
const CLICK_MS = 50;

/** A finger, or a pressed mouse, on slides: how far it has gone in pixels (null: not at all), and what the slides' frame has to listen to. */
function useSwipe(onSwiped: (by: -1 | 0 | 1) => void) {
  const from = useRef<{ x: number; width: number; moved: boolean } | null>(null);
  const [way, setWay] = useState<number | null>(null);
  const followed = useRef(true);
  const end = (event: PointerEvent) => {
    // `way` may not have been rendered since the last movement.
    if (from.current?.moved)
      onSwiped(event.type === 'pointerup' ? swiped(event.clientX - from.current.x, from.current.width) : 0);
    from.current = null;
    setWay(null);
    // The click of this touch has arrived by then, if there is one.
    setTimeout(() => (followed.current = true), CLICK_MS);
  };
  return {
    way,
    handlers: {
      onPointerDown: ({ clientX: x, currentTarget }: PointerEvent) => {
        from.current = { x, width: currentTarget.clientWidth, moved: false };
        followed.current = true;
      },
      onPointerMove: (event: PointerEvent) => {
        // Released outside.
        if (event.buttons === 0) from.current = null;
        if (!from.current) return;
        const x = event.clientX - from.current.x;
        if (!from.current.moved && Math.abs(x) < SWIPE_PX) return;
        if (!from.current.moved) event.currentTarget.setPointerCapture(event.pointerId);
        from.current.moved = true;
        followed.current = false;
        setWay(x);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
        if (followed.current) return;
        followed.current = true;
        event.preventDefault();
        event.stopPropagation();
      },
      // A mouse would drag the link away.
      onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
    },
  };
}

const STAY_MS = 5000;

interface Slide {
  key: string;
  /** Label of its dot. */
  name: string;
  view: ReactNode;
}

interface SwiperProps {
  /** Name of the slides, for screen readers. */
  label: string;
  slides: readonly Slide[];
}

function useHiddenTab(): boolean {
  const [hidden, setHidden] = useState(document.hidden);
  useEffect(() => {
    const look = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return hidden;
}

/** Whether any of an element is on screen, and the ref that it needs. */
function useInView(): [boolean, (element: Element | null) => () => void] {
  const [inView, setInView] = useState(false);
  const watch = useCallback((element: Element | null) => {
    const observer = new IntersectionObserver((seen) => setInView(seen.at(-1)?.isIntersecting === true));
    if (element) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [inView, watch];
}

export function Swiper({ label, slides }: SwiperProps) {
  const { t } = useLingui();
  const count = slides.length;
  const [asked, setAt] = useState(0);
  const at = Math.min(asked, count - 1);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useHiddenTab();
  const still = useStill();
  const [inView, area] = useInView();
  const go = (by: number) => setAt((now) => slideAt(Math.min(now, count - 1), by, count));
  const { way, handlers } = useSwipe(go);
  const waits = count < 2 || still || hidden || !inView || pointed || focused || way !== null;
  useEffect(() => {
    if (waits) return;
    const timer = setTimeout(() => setAt(slideAt(at, 1, count)), STAY_MS);
    return () => clearTimeout(timer);
  }, [waits, at, count]);
  const track = useRef<HTMLDivElement>(null);
  const carried = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    carried.current = track.current?.contains(event.target as Node) === true;
    go(by);
  };
  // The slide that leaves cannot keep the focus: the next one gets it.
  useEffect(() => {
    if (carried.current) track.current?.children[at]?.querySelector('a')?.focus({ preventScroll: true });
    carried.current = false;
  }, [at]);
  const [only] = slides;
  if (count < 2) return only?.view ?? null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys work on whatever of it has the focus
    <section
      ref={area}
      aria-roledescription={t`carousel`}
      aria-label={label}
      onKeyDown={onKeyDown}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(false);
      }}
    >
      <div className="touch-pan-y overflow-hidden rounded-card shadow-card" {...handlers}>
        <div
          ref={track}
          aria-live={waits ? 'polite' : 'off'}
          className={cx('flex', way === null && 'transition-transform duration-slide ease-out-soft')}
          style={{ transform: `translateX(calc(${-100 * at}% + ${way ?? 0}px))` }}
        >
          {slides.map(({ key, view }, n) => {
            const number = n + 1;
            return (
              <div
                key={key}
                role="group"
                aria-label={t`${number} of ${count}`}
                inert={n !== at}
                className="flex w-full shrink-0"
              >
                {view}
              </div>
            );
          })}
        </div>
      </div>
      <Controls slides={slides} at={at} onAt={setAt} onStep={go} />
    </section>
  );
}

interface ControlsProps {
  slides: readonly Slide[];
  at: number;
  onAt: (at: number) => void;
  onStep: (by: 1 | -1) => void;
}

function Controls({ slides, at, onAt, onStep }: ControlsProps) {
  const { t } = useLingui();
  const count = slides.length;
  return (
    <div className="flex items-center justify-center">
      <IconButton icon="back" label={t`Previous slide`} onClick={() => onStep(-1)} className="text-muted" />
      {slides.map(({ key, name }, n) => {
        const number = n + 1;
        return (
          <button
            key={key}
            type="button"
            aria-label={t`${number} of ${count}: ${name}`}
            aria-current={n === at}
            onClick={() => onAt(n)}
            className="grid min-h-11 w-11 min-w-6 shrink place-items-center"
          >
            <span
              className={cx(
                'h-2 rounded-full transition-[width,background-color] duration-move',
                n === at ? 'w-6 bg-basalt-3' : 'w-2 bg-faint',
              )}
            />
          </button>
        );
      })}
      <IconButton icon="next" label={t`Next slide`} onClick={() => onStep(1)} className="text-muted" />
    </div>
  );
}
