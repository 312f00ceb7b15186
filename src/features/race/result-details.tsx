// The content of the result sheet, from the champion down to the hash.
import { Trans, useLingui } from '@lingui/react/macro';
import { countText, SHOWN_DECIMALS } from '#lib/amounts.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Short } from '#ui/copy.tsx';
import { openAdit, useOwn } from '#ui/figure.ts';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { memberText } from '#lib/member-text.ts';
import { Profit } from './profit.tsx';
import type { RaceRecord, Result } from './race.rules.ts';

/** Positions of the first three, and their steps. */
const ORDER = ['order-2', 'order-1', 'order-3'];
const STEPS = ['h-24 bg-amber text-basalt', 'h-17 bg-basalt-3 text-white', 'h-13 bg-basalt-2 text-white'];

/**
 * The first three on a podium, the champion in the middle, and the other three below; read as one list in ranking
 * order.
 */
function Podium({ result: { ranking, lanes } }: { result: Result }) {
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

/** The largest payouts of a race; the server masks addresses. */
function Leaders({ leaders }: Pick<Result, 'leaders'>) {
  const { t, i18n } = useLingui();
  const figure = (amount: string) => openAdit(amount, i18n.locale, SHOWN_DECIMALS);
  return (
    <div>
      <h3 className="m-0 mb-1 text-base font-semibold">
        <Trans>Top players</Trans>
      </h3>
      {leaders.length === 0 ? (
        <p className="m-0 text-sm text-muted">
          <Trans>Nobody bet on the champion.</Trans>
        </p>
      ) : (
        <ol aria-label={t`Top players`} className="m-0 list-none divide-y divide-line p-0">
          {leaders.map(({ address, stake, payout }, place) => {
            const staked = figure(stake);
            const rank = place + 1;
            return (
              <li key={`${address} ${rank}`} className="flex min-h-11 items-center gap-3 py-1.5 text-sm">
                <span className="figures w-5 text-muted">{rank}</span>
                <span className="min-w-0 grow leading-tight">
                  <span className="figures block truncate font-medium">{memberText(address)}</span>
                  <span className="figures block text-xs text-muted">
                    <Trans>of {staked} bet</Trans>
                  </span>
                </span>
                <span className="figures min-w-0 text-right font-semibold wrap-anywhere">
                  {figure(payout)}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** The button is 44 px tall without making its row as tall. */
const FLAT = '-my-3 -mr-3';

interface DetailsProps {
  result: Result;
  own: RaceRecord | undefined;
}

export function ResultDetails({ result, own }: DetailsProps) {
  const { t, i18n } = useLingui();
  const { round, totalStake, winnersStake, hash, txHash, blockNumber, leaders } = result;
  const figure = (amount: string) => openAdit(amount, i18n.locale, SHOWN_DECIMALS);
  return (
    <div className="grid gap-4">
      <Podium result={result} />
      <Part profit={result.profitAndLoss} own={own} />
      <Facts>
        <Fact label={<Trans>Total bets</Trans>}>{figure(totalStake)}</Fact>
        <Fact label={<Trans>Bets on the winner</Trans>}>{figure(winnersStake)}</Fact>
      </Facts>
      <Leaders leaders={leaders} />
      <div>
        <h3 className="m-0 text-base font-semibold">
          <Trans>Proof</Trans>
        </h3>
        <Facts>
          <Fact label={<Trans>Round</Trans>}>{String(round)}</Fact>
          <Fact label={<Trans>Block</Trans>}>{countText(blockNumber, i18n.locale)}</Fact>
          <Fact label={<Trans>Transaction</Trans>}>
            <Short text={txHash} label={t`Copy transaction hash`} className={FLAT} />
          </Fact>
          <Fact label={<Trans>Hash of the draw</Trans>}>
            <Short text={hash} label={t`Copy the hash`} className={FLAT} />
          </Fact>
        </Facts>
      </div>
    </div>
  );
}

/** The account's part; nothing for an account that did not bet. */
function Part({ profit, own }: { profit: string | null; own: RaceRecord | undefined }) {
  const write = useOwn();
  if (profit === null) return null;
  return (
    <div className="rounded-control bg-wash px-3.5 py-1">
      <Facts>
        {own && (
          <>
            <Fact label={<Trans>My bet</Trans>}>{write.plain(own.stake)}</Fact>
            <Fact label={<Trans>My payout</Trans>}>{write.plain(own.payout)}</Fact>
          </>
        )}
        <Fact label={<Trans>Profit and loss</Trans>}>
          <Profit amount={profit} />
        </Fact>
      </Facts>
    </div>
  );
}
