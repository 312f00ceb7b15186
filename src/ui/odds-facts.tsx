// What both games disclose in advance, as figures: the probability, the payout, the house edge, and the hash of the
// seed. Inside `<Facts>`.
import { Trans, useLingui } from '@lingui/react/macro';
import { countText } from '#lib/amounts.ts';
import { percentText } from '#lib/percent.ts';
import { Fact } from './card.tsx';
import { Short } from './copy.tsx';

interface RaceOddsProps {
  /** Number of lanes; one of them wins. */
  lanes: number;
  /** Multiple of the stake, including the stake. */
  payout: number;
}

export function RaceOdds({ lanes, payout }: RaceOddsProps) {
  return (
    <>
      <Fact label={<Trans>Chance to win</Trans>}>
        <Chance outcomes={lanes} />
      </Fact>
      <Fact label={<Trans>Pays, bet included</Trans>}>
        <Trans>{payout} times</Trans>
      </Fact>
      <HouseEdge share={1 - payout / lanes} />
    </>
  );
}

/** Everything paid for guesses goes into the pool. */
export function LotteryOdds({ outcomes }: { outcomes: number }) {
  return (
    <>
      <Fact label={<Trans>Chance to win</Trans>}>
        <Chance outcomes={outcomes} />
      </Fact>
      <Fact label={<Trans>Pays</Trans>}>
        <Trans>an equal share of the pool</Trans>
      </Fact>
      <HouseEdge share={0} />
    </>
  );
}

/** To be compared with the seed once the round is drawn; null until then. */
export function SeedHash({ hash }: { hash: string | null }) {
  const { t } = useLingui();
  if (hash === null) return null;
  return (
    <Fact label={<Trans>Seed hash</Trans>}>
      <Short text={hash} label={t`Copy seed hash`} className="-my-3 -mr-3 font-mono" />
    </Fact>
  );
}

function Chance({ outcomes }: { outcomes: number }) {
  const { i18n } = useLingui();
  const numbers = countText(outcomes, i18n.locale);
  return <Trans>1 in {numbers}</Trans>;
}

function HouseEdge({ share }: { share: number }) {
  const { i18n } = useLingui();
  return <Fact label={<Trans>House keeps on average</Trans>}>{percentText(share, i18n.locale)}</Fact>;
}
