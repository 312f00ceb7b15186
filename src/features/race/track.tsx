// Six lanes of coins from start to finish. The animation uses only transforms, which run off the main thread; the
// resting position is the same transform without an animation.
import { useLayoutEffect, useRef } from 'react';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import type { Lane, Run } from './race.rules.ts';

const COIN_PX = 28;

/** Percent of the runner's own width, which is the track's width minus one coin. */
const moved = (distance: number): string => `translateX(${distance * 100}%)`;
const stretched = (distance: number): string => `scaleX(${distance})`;

interface TrackProps {
  lanes: readonly Lane[];
  /** Runs as soon as it is available; `onEnd` is called after its last frame, or after `skip`. */
  run: Run | undefined;
  /** The position of each lane, 0 to 1, while nothing runs. */
  places: ReadonlyMap<number, number>;
  /** Champion first; shown beside each lane once known. */
  ranking: readonly number[] | null;
  onEnd: () => void;
  /** Ends a run at once. */
  skipped: boolean;
}

/** Starts the animations of both parts of every lane; returns them. */
function start(track: HTMLElement, run: Run): Animation[] {
  const options = { duration: run.durationMs, fill: 'both', easing: 'linear' } as const;
  return run.lanes.flatMap(({ lane, distances }) => {
    const row = track.querySelector(`[data-lane="${lane}"]`);
    const runner = row?.querySelector('[data-runner]');
    const tail = row?.querySelector('[data-tail]');
    if (!runner || !tail) return [];
    return [
      runner.animate(
        distances.map((distance) => ({ transform: moved(distance) })),
        options,
      ),
      tail.animate(
        distances.map((distance) => ({ transform: stretched(distance) })),
        options,
      ),
    ];
  });
}

export function Track({ lanes, run, places, ranking, onEnd, skipped }: TrackProps) {
  const track = useRef<HTMLDivElement>(null);
  const ended = useRef(onEnd);
  useLayoutEffect(() => {
    ended.current = onEnd;
  });
  useLayoutEffect(() => {
    const node = track.current;
    if (!node || !run) return;
    let over = false;
    const animations = start(node, run);
    if (skipped) for (const animation of animations) animation.finish();
    // A cancelled animation rejects, which means that this run is no longer wanted.
    Promise.all(animations.map(({ finished }) => finished)).then(
      () => over || ended.current(),
      () => undefined,
    );
    return () => {
      over = true;
      for (const animation of animations) animation.cancel();
    };
  }, [run, skipped]);
  const running = run !== undefined;
  return (
    <div
      ref={track}
      aria-hidden="true"
      data-running={running || undefined}
      // A runner is as wide as its track: what overflows is clipped.
      className="pointer-events-none relative overflow-x-clip"
    >
      <Line />
      {lanes.map(({ lane, coin }) => {
        const place = running || !ranking ? -1 : ranking.indexOf(lane);
        const at = places.get(lane) ?? 0;
        return (
          <div
            key={lane}
            data-lane={lane}
            className="relative flex h-9 items-center border-b border-dashed border-white/10 pr-9 last:border-b-0"
          >
            <span className="w-10 shrink-0 text-xs font-semibold text-mist">{coin}</span>
            <div className="relative h-7 grow">
              <span className="absolute inset-y-2.5 right-7 left-3.5">
                <span
                  data-tail
                  className="block h-full origin-left rounded-full bg-linear-to-r from-amber/0 to-amber/45"
                  style={{ transform: stretched(at) }}
                />
              </span>
              <span
                data-runner
                className={cx('absolute inset-y-0 left-0 right-7', running && 'will-change-transform')}
                style={{ transform: moved(at) }}
              >
                <CoinIcon
                  coin={coin}
                  size={COIN_PX}
                  className={cx('rounded-full', place === 0 && 'ring-2 ring-amber')}
                />
              </span>
            </div>
            <Place place={place} />
          </div>
        );
      })}
    </div>
  );
}

/** The finish line, where the champion's coin ends. */
const Line = () => (
  <span className="absolute inset-y-0 right-9 w-0.5 bg-[repeating-linear-gradient(#fff_0_4px,transparent_4px_8px)] opacity-50" />
);

/** The rank at the end of the lane; nothing while it runs. */
function Place({ place }: { place: number }) {
  return (
    <span
      className={cx(
        'figures absolute right-0 w-7 rounded-full text-center text-sm leading-6 font-semibold',
        place === 0 ? 'bg-amber text-basalt' : 'text-mist',
      )}
    >
      {place < 0 ? '' : place + 1}
    </span>
  );
}
