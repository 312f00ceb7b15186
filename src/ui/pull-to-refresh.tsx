// Pull to refresh for a page's content. Whoever cannot pull has a refresh button beside the content; both call the same.
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { askNow } from '#lib/back-off.ts';
import { cx } from './class-names.ts';
import { feel } from './haptics.ts';
import { Icon } from './icon.tsx';
import { pulledBy, pullsEnough } from './pull.ts';

interface PullToRefreshProps {
  onRefresh: () => void;
  /** While the answer is awaited the mark stays and turns. */
  busy: boolean;
  children: ReactNode;
}

/** Where the mark rests while busy, in pixels. */
const RESTING_PX = 45;

export function PullToRefresh({ onRefresh, busy, children }: PullToRefreshProps) {
  const area = useRef<HTMLDivElement>(null);
  const [finger, setFinger] = useState(0);
  const [asked, setAsked] = useState(false);
  const refresh = useEffectEvent(() => {
    setAsked(true);
    askNow();
    onRefresh();
  });
  if (asked && !busy && finger === 0) setAsked(false);
  useEffect(() => {
    const node = area.current;
    if (!node) return;
    let from: number | null = null;
    let way = 0;
    const start = (event: TouchEvent) => {
      way = 0;
      from = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      if (from === null) return;
      if (window.scrollY > 0) from = null;
      const before = way;
      way = from === null ? 0 : Math.max(0, (event.touches[0]?.clientY ?? from) - from);
      if (pullsEnough(way) && !pullsEnough(before)) feel('held');
      setFinger(way);
    };
    const end = () => {
      if (from !== null && pullsEnough(way)) refresh();
      from = null;
      setFinger(0);
    };
    const cancel = () => {
      from = null;
      setFinger(0);
    };
    node.addEventListener('touchstart', start, { passive: true });
    node.addEventListener('touchmove', move, { passive: true });
    node.addEventListener('touchend', end);
    node.addEventListener('touchcancel', cancel);
    return () => {
      node.removeEventListener('touchstart', start);
      node.removeEventListener('touchmove', move);
      node.removeEventListener('touchend', end);
      node.removeEventListener('touchcancel', cancel);
    };
  }, []);
  const resting = asked && busy;
  const down = finger > 0 ? pulledBy(finger) : resting ? RESTING_PX : 0;
  return (
    <div ref={area}>
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
      {children}
    </div>
  );
}
