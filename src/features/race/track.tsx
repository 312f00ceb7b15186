// Six lanes of coins from start to finish. The animation uses only transforms, which run off the main thread; the
// resting position is the same transform without an animation. On the race page, a lane is a checkbox too.
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { openAdit, useOwn } from '#ui/figure.ts';
import { Icon } from '#ui/icon.tsx';
import { type Lane, photoOf, type Run } from './race.rules.ts';

const COIN_PX = 28;

/** One colour per lane, distinguishable on the dark track; amber is left to the champion. */
const TRAILS = ['#ff8a65', '#8fa2ff', '#e6e36a', '#cf8bff', '#c4d2e2', '#45c4f5'] as const;

/** After the finish, in milliseconds: the picture freezes, then it is stretched to the photo finish. */
const STANDS_MS = 500;
const STRETCH_MS = 700;

/** Percent of the runner's own width, which is the track's width minus one coin. */
const moved = (distance: number): string => `translateX(${distance * 100}%)`;
const stretched = (distance: number): string => `scaleX(${distance})`;

/** What makes the lanes checkboxes. */
interface Picking {
  chosen: readonly number[];
  onToggle: (lane: number) => void;
  /** What everybody has staked on a lane, and what the account has; decimal strings. */
  stakeOf: (lane: number) => string;
  ownOf: (lane: number) => string | undefined;
  /** Id of the message saying that a lane has to be chosen. */
  wrong: string | undefined;
}

interface TrackProps {
  lanes: readonly Lane[];
  /** Runs as soon as it is available; `onEnd` is called after its last frame, or after `skip`. */
  run: Run | undefined;
  /** The position of each lane, 0 to 1, while nothing runs; null if nothing may move at all. */
  places: ReadonlyMap<number, number> | null;
  /** Champion first; shown beside each lane once known. */
  ranking: readonly number[] | null;
  onEnd: () => void;
  /** Ends a run immediately. */
  skipped: boolean;
  picking?: Picking;
}

/** The run, a moment at the finish, and the photo finish, as the frames of one animation. */
function framesOf(
  { distances }: Run['lanes'][number],
  end: number,
  share: number,
  frame: (at: number) => string,
) {
  const last = distances.at(-1) ?? 0;
  return [
    ...distances.map((distance, at) => ({
      transform: frame(distance),
      offset: (share * at) / Math.max(1, distances.length - 1),
    })),
    { transform: frame(last), offset: share + ((1 - share) * STANDS_MS) / (STANDS_MS + STRETCH_MS) },
    { transform: frame(end), offset: 1 },
  ];
}

/** Starts the animations of both parts of every lane and the flash at the finish; returns them. */
function start(track: HTMLElement, run: Run): Animation[] {
  const duration = run.durationMs + STANDS_MS + STRETCH_MS;
  const options = { duration, fill: 'both', easing: 'linear' } as const;
  const photo = photoOf(run);
  const flash = track.querySelector('[data-flash]');
  const lit = flash?.animate([{ opacity: 0 }, { opacity: 0.9, offset: 0.1 }, { opacity: 0 }], {
    delay: run.durationMs,
    duration: STANDS_MS,
    easing: 'ease-out',
  });
  return run.lanes
    .flatMap((each) => {
      const row = track.querySelector(`[data-lane="${each.lane}"]`);
      const end = photo.get(each.lane) ?? 0;
      const share = run.durationMs / duration;
      return [
        row?.querySelector('[data-runner]')?.animate(framesOf(each, end, share, moved), options),
        row?.querySelector('[data-tail]')?.animate(framesOf(each, end, share, stretched), options),
      ];
    })
    .concat(lit)
    .filter((animation) => animation !== undefined);
}

export function Track({ lanes, run, places, ranking, onEnd, skipped, picking }: TrackProps) {
  const { t } = useLingui();
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
      {...(picking ? { role: 'group', 'aria-label': t`Lanes to bet on` } : { 'aria-hidden': true })}
      data-running={running || undefined}
      // A runner is as wide as its track: what overflows is clipped.
      className="relative overflow-x-clip"
    >
      {places && <Finish />}
      {lanes.map(({ lane, coin }) => {
        const place = running || !ranking ? -1 : ranking.indexOf(lane);
        const chosen = picking?.chosen.includes(lane) ?? false;
        return (
          <Row key={lane} lane={lane} coin={coin} picking={picking}>
            {places ? (
              <Way
                coin={coin}
                colour={TRAILS[(lane - 1) % TRAILS.length] ?? TRAILS[0]}
                at={places.get(lane) ?? 0}
                running={running}
                champion={place === 0}
              />
            ) : (
              <span className="flex grow justify-end pr-3">
                <CoinIcon coin={coin} size={COIN_PX} />
              </span>
            )}
            {picking && (chosen || place < 0) ? <Box chosen={chosen} /> : <Place place={place} />}
          </Row>
        );
      })}
    </div>
  );
}

const ROW = 'relative flex w-full items-center border-b border-dashed border-white/10 pr-9 last:border-b-0';

interface RowProps extends Lane {
  picking: Picking | undefined;
  children: ReactNode;
}

/** A lane with its coin and the account's stake on it; a checkbox where lanes can be chosen. */
function Row({ lane, coin, picking, children }: RowProps) {
  const { t, i18n } = useLingui();
  const own = useOwn();
  if (!picking)
    return (
      <div data-lane={lane} className={cx(ROW, 'h-9')}>
        <span className="w-12 shrink-0 text-xs font-semibold text-mist">{coin}</span>
        {children}
      </div>
    );
  const { chosen, wrong, onToggle } = picking;
  const isChosen = chosen.includes(lane);
  const mine = picking.ownOf(lane);
  const yours = mine === undefined ? undefined : own.plain(mine);
  const staked = openAdit(picking.stakeOf(lane), i18n.locale, 2);
  return (
    <button
      type="button"
      role="checkbox"
      data-lane={lane}
      aria-checked={isChosen}
      aria-invalid={wrong === undefined ? undefined : true}
      aria-describedby={wrong}
      aria-label={[coin, t`${staked} bet`, ...(yours === undefined ? [] : [t`yours ${yours}`])].join(', ')}
      onClick={() => onToggle(lane)}
      className={cx(
        ROW,
        'min-h-11 rounded-lg text-left transition-colors focus-visible:-outline-offset-2 active:bg-white/10',
        isChosen ? 'bg-amber/15' : 'hover:bg-white/5',
      )}
    >
      <span className="w-22 shrink-0 pl-2 leading-tight">
        <span className="block text-sm font-semibold">{coin}</span>
        {yours !== undefined && (
          <span className="figures block truncate text-xs font-semibold text-malachite-bright">{yours}</span>
        )}
      </span>
      {children}
    </button>
  );
}

interface WayProps {
  coin: string;
  colour: string;
  at: number;
  running: boolean;
  champion: boolean;
}

/** The runner with its trail. */
const Way = ({ coin, colour, at, running, champion }: WayProps) => (
  <span className="relative block h-7 grow">
    <span className="absolute inset-y-2.5 right-7 left-3.5">
      <span
        data-tail
        className="block h-full origin-left rounded-full opacity-70"
        style={{ transform: stretched(at), background: `linear-gradient(90deg, transparent, ${colour})` }}
      />
    </span>
    <span
      data-runner
      className={cx('absolute inset-y-0 left-0 right-7', running && 'will-change-transform')}
      style={{ transform: moved(at) }}
    >
      <CoinIcon coin={coin} size={COIN_PX} className={cx('rounded-full', champion && 'ring-2 ring-amber')} />
    </span>
  </span>
);

/** The finish line, where the champion's coin ends, and the flash of the camera there. */
const Finish = () => (
  <>
    <span className="pointer-events-none absolute inset-y-0 right-9 w-0.5 bg-[repeating-linear-gradient(#fff_0_4px,transparent_4px_8px)] opacity-50" />
    <span data-flash className="pointer-events-none absolute inset-0 z-10 rounded-lg bg-white opacity-0" />
  </>
);

/** Whether the lane is chosen. */
const Box = ({ chosen }: { chosen: boolean }) => (
  <span
    className={cx(
      'absolute right-0.5 flex size-6 items-center justify-center rounded-lg border-2',
      chosen ? 'border-amber bg-amber text-basalt' : 'border-faint',
    )}
  >
    {chosen && <Icon name="check" size={16} />}
  </span>
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
