// The inside of the result sheet, from the champion down to the hash.
import { Trans, useLingui } from '@lingui/react/macro';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { Short } from '#ui/copy.tsx';
import { openAdit, useOwn } from '#ui/figure.ts';
import { Leaders } from './leaders.tsx';
import { Podium } from './podium.tsx';
import { Profit } from './profit.tsx';
import { type RaceRecord, type Result } from './race.rules.ts';

/** The button is 44 px tall without making its row that tall. */
const FLAT = '-my-3 -mr-3';

interface DetailsProps {
  result: Result;
  own: RaceRecord | undefined;
}

export function ResultDetails({ result, own }: DetailsProps) {
  const { t, i18n } = useLingui();
  const { totalStake, winnersStake, hash, txHash, blockNumber, leaders } = result;
  const figure = (amount: string) => openAdit(amount, i18n.locale, SHOWN_DECIMALS);
  return (
    <div className="grid gap-4">
      <Podium result={result} />
      <Part profit={result.profitAndLoss} own={own} />
      <Facts>
        <Fact label={<Trans>Total stake</Trans>}>{figure(totalStake)}</Fact>
        <Fact label={<Trans>Winner's stake</Trans>}>{figure(winnersStake)}</Fact>
      </Facts>
      <Leaders leaders={leaders} />
      <div>
        <h3 className="m-0 text-[15px] font-semibold">
          <Trans>What proves it</Trans>
        </h3>
        <Facts>
          <Fact label={<Trans>Block</Trans>}>{blockNumber}</Fact>
          <Fact label={<Trans>Transaction</Trans>}>
            <Short text={txHash} label={t`Copy the transaction`} className={FLAT} />
          </Fact>
          <Fact label={<Trans>Hash of the draw</Trans>}>
            <Short text={hash} label={t`Copy the hash`} className={FLAT} />
          </Fact>
        </Facts>
      </div>
    </div>
  );
}

/** The account's part; nothing for who did not bet. */
function Part({ profit, own }: { profit: string | null; own: RaceRecord | undefined }) {
  const write = useOwn();
  if (profit === null) return null;
  return (
    <div className="rounded-control bg-wash px-3.5 py-1">
      <Facts>
        {own && (
          <>
            <Fact label={<Trans>My stake</Trans>}>{write.plain(own.stake)}</Fact>
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
