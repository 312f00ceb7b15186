// The six coins as they came in last time, each as far up as its place; at the start where none has run yet. A picture alone.
import { RACE_LANES } from '#rules/figures.ts';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import type { Opening } from './race.rules.ts';

/** Pixels from the start to where the first one ends, and each other one behind the one before it. */
const FIRST_PX = 62;
const BEHIND_PX = 11;

/** Before the first answer its lanes are there, empty. */
const LANES = Array.from({ length: RACE_LANES }, (_, at) => at + 1);

/** They run there when the ranking comes. */
const RUN = 'transition-transform duration-700 ease-out-soft';

export function RacePicture({ race }: { race: Opening | undefined }) {
  const ranking = race?.previous?.ranking ?? [];
  return (
    <span className="flex h-full w-full max-w-70 items-end justify-between">
      {LANES.map((lane) => {
        const coin = race?.lanes.find((each) => each.lane === lane)?.coin;
        const place = ranking.indexOf(lane);
        const way = place < 0 ? 0 : FIRST_PX - place * BEHIND_PX;
        return (
          <span
            key={lane}
            className="relative flex h-full w-8 items-end justify-center border-x border-white/5"
          >
            <span
              className={cx(
                'absolute bottom-0 h-22 w-2 origin-bottom bg-linear-to-t from-amber/0 to-amber/50',
                RUN,
              )}
              style={{ transform: `scaleY(${way / FIRST_PX})` }}
            />
            <span className={cx('relative mb-2', RUN)} style={{ transform: `translateY(-${way}px)` }}>
              {coin !== undefined && (
                <CoinIcon
                  coin={coin}
                  size={32}
                  className={cx('rounded-full', place === 0 && 'ring-2 ring-amber')}
                />
              )}
            </span>
          </span>
        );
      })}
    </span>
  );
}
