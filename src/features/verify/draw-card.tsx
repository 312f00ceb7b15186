// What was drawn: the lottery's digits or the race's lanes, and where they stand in the hash.
import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '#draws/claim.ts';
import { markedDigits } from '#draws/lottery.ts';
import { drawTimeOf, roundOf } from '#draws/rounds.ts';
import { timeText } from '#lib/time.ts';
import { Card } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { DigitChips } from '#ui/digit-chips.tsx';
import { MarkedHash } from '#ui/marked-hash.tsx';
import { markedLanes } from './verify.rules.ts';

interface DrawCardProps {
  claim: Claim;
  /** Of a race: lane N's coin is `coins[N - 1]`. */
  coins: readonly string[];
}

export function DrawCard({ claim, coins }: DrawCardProps) {
  const { i18n } = useLingui();
  const race = roundOf(claim.round).game === 'race';
  const moment = timeText(drawTimeOf(claim.round).toISOString(), i18n.locale);
  const marked = race ? { text: claim.hash, positions: markedLanes(claim.hash) } : markedDigits(claim.hash);
  return (
    <Card
      title={<Trans>Claimed result</Trans>}
      aside={<span className="figures text-[13px] text-muted">{moment}</span>}
    >
      {race ? (
        <Lanes result={claim.result} coins={coins} />
      ) : (
        <DigitChips large digits={claim.result} tone="drawn" />
      )}
      <div className="mt-3">
        <MarkedHash {...marked}>
          {race ? (
            <Trans>The lanes in the order in which 1 to 6 first appear in the hash:</Trans>
          ) : (
            <Trans>The last three decimal digits of the hash, letters skipped:</Trans>
          )}
        </MarkedHash>
      </div>
    </Card>
  );
}

function Lanes({ result, coins }: { result: readonly number[]; coins: readonly string[] }) {
  const { t } = useLingui();
  return (
    <ol aria-label={t`Ranking`} className="m-0 grid list-none grid-cols-2 gap-2 min-[480px]:grid-cols-3 p-0">
      {result.map((lane, place) => {
        const coin = coins[lane - 1] ?? '';
        return (
          <li
            key={lane}
            className={cx(
              'flex min-w-0 items-center gap-2 rounded-control px-2 py-2',
              place === 0 ? 'bg-amber-wash' : 'bg-wash',
            )}
          >
            <span className="figures text-[13px] text-muted">{place + 1}</span>
            {coin !== '' && <CoinIcon coin={coin} size={24} />}
            <span className="min-w-0 text-sm leading-tight font-semibold">
              {coin}
              <span className="figures block text-xs font-normal text-muted">
                <Trans>Lane {String(lane)}</Trans>
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
