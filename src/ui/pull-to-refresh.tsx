// Pull to refresh, for whatever page is shown: the indicator and its touch handling. For those who cannot pull, there
// is a refresh button wherever figures change; both do the same.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { askNow } from '#lib/back-off.ts';
import { cx } from './class-names.ts';
import { feel } from './haptics.ts';
import { Icon } from './icon.tsx';
import { pulledBy, pullsDown, pullsEnough } from './pull.ts';

interface PullToRefreshProps {
  onRefresh: () => void;
  /** While waiting for the answer, the indicator stays and spins. */
  busy: boolean;
}

/** Where the indicator rests while busy, in pixels. */
const RESTING_PX = 45;

/** Only from the top of the page, and not on anything in front of it. */
const mayBegin = ({ touches, target }: TouchEvent): boolean =>
  window.scrollY <= 0 && touches.length === 1 && target instanceof Element && target.closest('main') !== null;

export function PullToRefresh({ onRefresh, busy }: PullToRefreshProps) {
  const [finger, setFinger] = useState(0);
  const [asked, setAsked] = useState(false);
  const refresh = useEffectEvent(() => {
    setAsked(true);
    askNow();
    onRefresh();
  });
  if (asked && !busy && finger === 0) setAsked(false);
  const way = useRef(0);
  useEffect(() => {
    let from: Touch | null = null;
    const follow = (px: number) => {
      if (pullsEnough(px) && !pullsEnough(way.current)) feel('held');
      way.current = px;
      setFinger(px);
    };
    const stop = () => {
      from = null;
      if (way.current > 0) follow(0);
    };
    const start = (event: TouchEvent) => {
      stop();
      from = mayBegin(event) ? (event.touches[0] ?? null) : null;
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (!from || !touch) return;
      const moved = [touch.clientX - from.clientX, touch.clientY - from.clientY] as const;
      const down = way.current > 0 || pullsDown(...moved);
      if (window.scrollY > 0 || down === false) stop();
      else if (down) follow(Math.max(0, moved[1]));
    };
    const end = () => {
      if (from && pullsEnough(way.current)) refresh();
      stop();
    };
    document.addEventListener('touchstart', start, { passive: true });
    document.addEventListener('touchmove', move, { passive: true });
    document.addEventListener('touchend', end);
    document.addEventListener('touchcancel', stop);
    return () => {
      document.removeEventListener('touchstart', start);
      document.removeEventListener('touchmove', move);
      document.removeEventListener('touchend', end);
      document.removeEventListener('touchcancel', stop);
    };
  }, []);
  const resting = asked && busy;
  const down = finger > 0 ? pulledBy(finger) : resting ? RESTING_PX : 0;
  return (
    <div
      aria-hidden="true"
      className={cx(
        'pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+12px)] z-20 flex justify-center',
        finger === 0 && 'transition-[transform,opacity] duration-move',
        down === 0 && 'opacity-0',
      )}
      style={{ transform: `translateY(${down}px)` }}
    >
      <span className="grid size-10 place-items-center rounded-full bg-white text-ink shadow-float">
        <span className={cx(resting && 'animate-spin')} style={{ transform: `rotate(${down * 4}deg)` }}>
          <Icon name="refresh" size={20} className={cx(pullsEnough(finger) && 'text-amber-deep')} />
        </span>
      </span>
    </div>
  );
}
