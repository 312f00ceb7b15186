// The first three on their steps, the champion in the middle, and the other three below; read as one list in the order of the ranking.
import { Trans, useLingui } from '@lingui/react/macro';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import type { Result } from './race.rules.ts';

/** Where the first three stand, and their steps. */
const ORDER = ['order-2', 'order-1', 'order-3'];
const STEPS = ['h-24 bg-amber text-basalt', 'h-17 bg-basalt-3 text-white', 'h-13 bg-basalt-2 text-white'];

export function Podium({ result: { ranking, lanes } }: { result: Result }) {
  const { t } = useLingui();
  const coinOf = (lane: number) => lanes.find((each) => each.lane === lane)?.coin ?? '';
  return (
    <ol aria-label={t`Ranking`} className="m-0 grid list-none grid-cols-3 items-end gap-2 p-0">
      {ranking.map((lane, place) => {
        const coin = coinOf(lane);
        const rank = place + 1;
        return place < STEPS.length ? (
          <li key={lane} className={cx('grid justify-items-center', ORDER[place])}>
            <CoinIcon coin={coin} size={place === 0 ? 48 : 36} />
            <span className="mt-1 text-sm font-semibold">{coin}</span>
            <span
              className={cx(
                'mt-1.5 flex w-full flex-col items-center justify-center rounded-t-control',
                STEPS[place],
              )}
            >
              <span className="figures text-2xl leading-none font-semibold">{rank}</span>
              {place === 0 && (
                <span className="mt-1 text-xs font-semibold">
                  <Trans>Champion</Trans>
                </span>
              )}
            </span>
          </li>
        ) : (
          <li key={lane} className="order-4 flex items-center justify-center gap-2 pt-1 text-sm">
            <span className="figures text-muted">{rank}</span>
            <CoinIcon coin={coin} size={20} />
            <span className="font-semibold">{coin}</span>
          </li>
        );
      })}
    </ol>
  );
}
