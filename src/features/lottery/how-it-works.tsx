// The odds of a guess in a line, and behind the information sign the rules, the seed's hash and where the pool comes from.
import { Trans, useLingui } from '@lingui/react/macro';
import { countText } from '#lib/amounts.ts';
import { MINER_ADDS } from '#rules/figures.ts';
import { LOTTERY_ODDS } from '#rules/lottery.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { openAdit } from '#ui/figure.ts';
import { LotteryOdds, SeedHash } from '#ui/odds-facts.tsx';
import { RulesLine } from '#ui/rules-line.tsx';
import { type Lottery, sourcesOf } from './lottery.rules.ts';

export function HowItWorks({ data }: { data: Lottery }) {
  const { i18n } = useLingui();
  const odds = countText(LOTTERY_ODDS, i18n.locale);
  return (
    <RulesLine odds={<Trans>A guess wins 1 time in {odds}</Trans>}>
      <Rules data={data} />
    </RulesLine>
  );
}

function Rules({ data }: { data: Lottery }) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const { issued, paid } = sourcesOf(data);
  const each = openAdit(MINER_ADDS, locale);
  return (
    <div className="grid gap-4 text-sm text-pretty">
      <p className="m-0">
        <Trans>
          Guess three digits in order. All winning guesses share the pool equally; a pool nobody wins rolls
          over.
        </Trans>
      </p>
      <Facts>
        <LotteryOdds outcomes={LOTTERY_ODDS} />
        <SeedHash hash={data.seedHash} />
      </Facts>
      <h3 className="m-0 text-base font-semibold">
        <Trans>Where the pool comes from</Trans>
      </h3>
      <Facts>
        <Fact label={<Trans>Rolled over</Trans>}>{openAdit(data.rolledOver, locale)}</Fact>
        <Fact label={<Trans>Paid guesses</Trans>}>{openAdit(paid, locale)}</Fact>
        <Fact label={<Trans>Permanent miners</Trans>}>{countText(data.miners, locale)}</Fact>
        <Fact label={<Trans>Added by them</Trans>}>{openAdit(issued, locale)}</Fact>
      </Facts>
      <p className="m-0 text-muted">
        <Trans>Each permanent miner adds {each}, newly issued, to every draw.</Trans>
        {data.previous?.state === 'drawing' && (
          <>
            {' '}
            <Trans>Whatever the last round leaves is added once it's drawn.</Trans>
          </>
        )}
      </p>
    </div>
  );
}
