// One own race: when, on which lanes how much, who won, and what came of it.
import { Trans, useLingui } from '@lingui/react/macro';
import { raceTimes } from '#rules/race.ts';
import { openPopup } from '#lib/popups.ts';
import { timeText } from '#lib/time.ts';
import { Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Icon } from '#ui/icon.tsx';
import { useOwn } from '#ui/figure.ts';
import { Profit } from './profit.tsx';
import type { Lane, RaceRecord } from './race.rules.ts';
import { STATE_NAMES, STATE_TONES } from './race.words.ts';

interface RowProps {
  race: RaceRecord;
  lanes: readonly Lane[];
}

export function RecordRow({ race, lanes }: RowProps) {
  const { i18n } = useLingui();
  const own = useOwn();
  const { round, bets, stake, champion, payout, profit, state } = race;
  const coinOf = (lane: number | null) => lanes.find((each) => each.lane === lane)?.coin ?? '';
  const winner = coinOf(champion);
  const staked = own.plain(stake);
  const paid = own.plain(payout);
  return (
    <li className="rounded-card bg-white shadow-card [contain-intrinsic-size:auto_138px] [content-visibility:auto]">
      <button
        type="button"
        onClick={() => openPopup('raceResult', { round })}
        className="flex h-full w-full flex-col rounded-card p-4 text-left hover:bg-wash active:bg-wash"
      >
        <span className="flex w-full items-center justify-between gap-3">
          <span className="shrink-0 leading-tight">
            <span className="figures block font-semibold">
              <Trans>Race {round}</Trans>
            </span>
            <span className="figures mt-0.5 block text-[13px] text-muted">
              {timeText(raceTimes(round).drawsAt, i18n.locale)}
            </span>
          </span>
          <span className="flex grow items-center justify-end gap-1">
            {state === 'settled' ? (
              <span className="text-right text-[15px] font-semibold">
                <Profit amount={profit} max={4} />
              </span>
            ) : (
              <Tag key={state} tone={STATE_TONES[state]}>
                {i18n._(STATE_NAMES[state])}
              </Tag>
            )}
            <Icon name="next" size={18} className="-mr-1 shrink-0 text-muted" />
          </span>
        </span>
        <span className="mt-2.5 flex flex-wrap gap-1.5">
          {bets.map(({ lane, amount }) => (
            <Stake key={lane} coin={coinOf(lane)} amount={own.plain(amount, 4)} won={lane === champion} />
          ))}
        </span>
        <span className="figures mt-2.5 block text-[13px] text-pretty text-muted">
          {state === 'settled' ? (
            <Trans>
              Champion {winner} · staked {staked}, paid {paid}
            </Trans>
          ) : (
            <Trans>Staked {staked}</Trans>
          )}
        </span>
      </button>
    </li>
  );
}

function Stake({ coin, amount, won }: { coin: string; amount: string; won: boolean }) {
  return (
    <span
      className={cx(
        'figures inline-flex items-center gap-1.5 rounded-full py-1 pr-2.5 pl-1 text-[13px]',
        won ? 'bg-malachite-wash font-semibold text-malachite' : 'bg-wash',
      )}
    >
      <CoinIcon coin={coin} size={20} />
      <span>
        {coin} {amount}
      </span>
      {won && (
        <span className="sr-only">
          <Trans>Champion</Trans>
        </span>
      )}
    </span>
  );
}
