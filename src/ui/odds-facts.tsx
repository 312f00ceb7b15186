// Both games' chances as figures: how likely it is, what it pays, and what the house keeps. Inside `<Facts>`.
import { Trans, useLingui } from '@lingui/react/macro';
import { amountText, percentText } from '#lib/amounts.ts';
import { Fact } from './card.tsx';

/** The champion's lane is one of six and pays five times its stake, the stake included. */
const LANES = 6;
const PAYOUT = 5;

export function RaceOdds() {
  return (
    <>
      <Fact label={<Trans>Your lane comes in first</Trans>}>
        <Trans>1 in {LANES}</Trans>
      </Fact>
      <Fact label={<Trans>It pays, stake included</Trans>}>
        <Trans>{PAYOUT} times</Trans>
      </Fact>
      <Kept share={1 - PAYOUT / LANES} />
    </>
  );
}

/** What is paid for guesses goes into the pool, all of it. */
export function LotteryOdds() {
  const { i18n } = useLingui();
  const numbers = amountText('1000', i18n.locale);
  return (
    <>
      <Fact label={<Trans>Your digits are drawn</Trans>}>
        <Trans>1 in {numbers}</Trans>
      </Fact>
      <Fact label={<Trans>It pays</Trans>}>
        <Trans>an equal share of the pool</Trans>
      </Fact>
      <Kept share={0} />
    </>
  );
}

function Kept({ share }: { share: number }) {
  const { i18n } = useLingui();
  return <Fact label={<Trans>The house keeps on average</Trans>}>{percentText(share, i18n.locale)}</Fact>;
}
