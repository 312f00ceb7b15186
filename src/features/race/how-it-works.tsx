// The odds of a bet in a line, and behind the information sign all the details: payout, the house's share, the rules,
// and how the race is drawn.
import { Trans, useLingui } from '@lingui/react/macro';
import { countText, openText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { Fact, Facts } from '#ui/card.tsx';
import { openAdit } from '#ui/figure.ts';
import { RaceOdds, SeedHash } from '#ui/odds-facts.tsx';
import { RulesLine } from '#ui/rules-line.tsx';
import type { Config, Opening } from './race.rules.ts';

interface HowItWorksProps {
  race: Opening;
  config: Config;
}

export function HowItWorks({ race, config }: HowItWorksProps) {
  const { i18n } = useLingui();
  const payout = openText(config.payout, i18n.locale);
  const lanes = countText(config.lanes.length, i18n.locale);
  return (
    <RulesLine
      odds={
        <Trans>
          1 in {lanes} wins and pays {payout} times the bet
        </Trans>
      }
    >
      <Rules race={race} config={config} />
    </RulesLine>
  );
}

function Rules({ race: { seedHash, lanes, round }, config }: HowItWorksProps) {
  const { i18n } = useLingui();
  const [least, most] = [openText(config.minBet, i18n.locale), openAdit(config.maxBet, i18n.locale)];
  return (
    <div className="grid gap-4 text-sm text-pretty">
      <Facts>
        <RaceOdds lanes={config.lanes.length} payout={Number(config.payout)} />
        <Fact label={<Trans>Bet on a lane</Trans>}>
          {least}–{most}
        </Fact>
      </Facts>
      <p className="m-0">
        <Trans>Bet often and you lose over time. A bet can't be changed or taken back.</Trans>
      </p>
      <p className="m-0">
        {config.rule === 'validator' ? (
          <Trans>
            The ranking comes from a hash of three things: a validator's transaction in the first block after
            betting, our seed and the race's name. Nobody can choose it: not us, not the validator, not a
            player.
          </Trans>
        ) : (
          <Trans>
            The ranking comes from the hash of one transaction: the last in the first block after betting,
            sent by that block's own validator. Our seed plays no part.
          </Trans>
        )}
      </p>
      <Facts>
        <SeedHash hash={seedHash} />
        <Fact label={<Trans>Round</Trans>}>{String(round)}</Fact>
        {lanes.map(({ lane, coin, stake }) => (
          <Fact key={lane} label={<Trans>Bet on {coin}</Trans>}>
            {openText(stake, i18n.locale, { max: 2 })} {BRAND.symbol}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}
