// The order in which the lanes came in, as a list: in place of the track where nothing may move, and for screen readers beside it.
import { Trans, useLingui } from '@lingui/react/macro';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import type { Lane } from './race.rules.ts';

interface RankingListProps {
  lanes: readonly Lane[];
  /** Champion first. */
  ranking: readonly number[];
  /** For screen readers alone. */
  hidden?: boolean;
}

export function RankingList({ lanes, ranking, hidden = false }: RankingListProps) {
  const { t } = useLingui();
  return (
    <ol aria-label={t`Ranking`} className={cx('m-0 list-none p-0', hidden && 'sr-only')}>
      {ranking.map((lane, place) => {
        const coin = lanes.find((each) => each.lane === lane)?.coin ?? '';
        return (
          <li
            key={lane}
            className="flex h-9 items-center gap-3 border-b border-dashed border-white/10 last:border-b-0"
          >
            <span
              className={cx(
                'figures w-7 rounded-full text-center text-sm leading-6 font-semibold',
                place === 0 ? 'bg-amber text-basalt' : 'text-mist',
              )}
            >
              {place + 1}
            </span>
            <CoinIcon coin={coin} size={24} />
            <span className="font-semibold">{coin}</span>
            {place === 0 && (
              <span className="ml-auto text-sm text-amber">
                <Trans>Champion</Trans>
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
