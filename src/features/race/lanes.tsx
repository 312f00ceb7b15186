// The six lanes to bet on: coin, total stakes and their share, and the account's stake. One or several can be chosen.
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { openText, percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { AnimatedNumber } from '#ui/animated-number.tsx';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { Icon } from '#ui/icon.tsx';
import { useOwn } from '#ui/figure.ts';
import { betOn, type Opening, shareOf } from './race.rules.ts';

interface LanesProps {
  race: Opening;
  chosen: readonly number[];
  onToggle: (lane: number) => void;
  /** Why the bet cannot be placed as it is. */
  error: string | undefined;
}

export function Lanes({ race, chosen, onToggle, error }: LanesProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <Card title={t`Lanes`} aside={<span className="text-xs text-muted">{t`One or several`}</span>}>
      <div role="group" aria-label={t`Lanes to bet on`} className="grid gap-2">
        {race.lanes.map((lane) => (
          <LaneRow
            key={lane.lane}
            row={lane}
            race={race}
            chosen={chosen.includes(lane.lane)}
            {...(error !== undefined && { wrong: id })}
            onToggle={() => onToggle(lane.lane)}
          />
        ))}
      </div>
      <p id={id} role="alert" className="m-0 mt-2 text-sm text-garnet empty:hidden">
        {error}
      </p>
    </Card>
  );
}

interface RowProps {
  row: Opening['lanes'][number];
  race: Opening;
  chosen: boolean;
  /** Id of the message that a lane has to be chosen. */
  wrong?: string;
  onToggle: () => void;
}

function LaneRow({ row: { lane, coin, stake }, race, chosen, wrong, onToggle }: RowProps) {
  const { t, i18n } = useLingui();
  const own = useOwn();
  const mine = betOn(race.myBets, lane);
  const share = shareOf(stake, race.totalStake);
  const percent = percentText(share, i18n.locale, 1);
  const staked = openText(stake, i18n.locale, { max: 2 });
  const yours = mine === undefined ? undefined : own.plain(mine);
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={chosen}
      aria-invalid={wrong === undefined ? undefined : true}
      aria-describedby={wrong}
      aria-label={[
        coin,
        t`${staked} ${BRAND.symbol} staked, ${percent}`,
        ...(yours === undefined ? [] : [t`yours ${yours}`]),
      ].join(', ')}
      onClick={onToggle}
      className={cx(
        'flex min-h-15 w-full items-center gap-3 rounded-control border px-3 py-2 text-left transition-colors active:scale-[0.99]',
        chosen ? 'border-amber bg-amber-wash' : 'border-line bg-white hover:bg-wash',
      )}
    >
      <CoinIcon coin={coin} size={32} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-2">
          <span className="font-semibold">{coin}</span>
          <span className="figures min-w-0 grow text-right text-xs leading-tight text-ink">
            <AnimatedNumber open value={stake} max={2} /> {BRAND.symbol}
          </span>
        </span>
        {/* Equally tall with and without the account's stake: a bet that appears or disappears moves no lane. */}
        <span className="mt-1.5 flex flex-wrap items-center justify-end gap-x-2">
          {yours !== undefined && (
            <span className="figures text-xs font-semibold text-malachite">
              <Trans>Yours: {yours}</Trans>
            </span>
          )}
          <span
            key={String(yours === undefined)}
            className={cx(
              'h-1.5 min-w-0 flex-1 overflow-hidden rounded-full',
              chosen ? 'bg-white' : 'bg-wash',
            )}
          >
            <span
              className="block h-full origin-left rounded-full bg-basalt-3 transition-transform duration-grow"
              style={{ transform: `scaleX(${share})` }}
            />
          </span>
          <span className="figures w-10 text-right text-xs text-muted">{percent}</span>
        </span>
      </span>
      <span
        className={cx(
          'flex size-6 shrink-0 items-center justify-center rounded-lg border-2',
          chosen ? 'border-amber bg-amber text-basalt' : 'border-faint text-transparent',
        )}
      >
        <Icon name="check" size={16} />
      </span>
    </button>
  );
}
