// The final review of a bet: the stake on each lane, the chance, and what it would pay.
import { Trans, useLingui } from '@lingui/react/macro';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { useFrozen } from '#lib/use-frozen.ts';
import { Fact } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { outcomeOf, totalOf } from './bet.rules.ts';
import { adit, openAdit, openSigned } from '#ui/figure.ts';
import { HowItWorks } from './how-it-works.tsx';
import { type Bet, betOn, type Config, type Lane, type Opening } from './race.rules.ts';
import { chanceText, gainText } from './race.words.ts';
import type { Betting } from './use-bet.ts';

interface TermsProps {
  bet: Betting;
  race: Opening;
  config: Config;
  balance: string;
}

export function BetTerms({ bet, race, config, balance }: TermsProps) {
  const { i18n } = useLingui();
  const { bets, problem, lost } = bet;
  const total = totalOf(bets);
  const { won, lost: none } = outcomeOf(bets, config);
  const readable = problem === null || problem.kind === 'balance' || problem.kind === 'limit';
  const figure = (amount: string, write = openAdit) => (readable ? write(amount, i18n.locale) : '–');
  const after = toUnits(balance) - toUnits(total);
  const before = race.myBets.filter(({ lane }) => bets.some((each) => each.lane === lane));
  const chosen = config.lanes.filter(({ lane }) => betOn(bets, lane) !== undefined);
  return (
    <Confirm
      coin={BRAND.symbol}
      lead={<Trans>You bet</Trans>}
      figure={figure(total)}
      facts={
        <>
          {chosen.map(({ lane, coin }) => (
            <Fact key={lane} label={coin}>
              {figure(betOn(bets, lane) || '0')}
            </Fact>
          ))}
          <Fact label={<Trans>Chance one of your lanes wins</Trans>}>
            {chanceText(bets, config, i18n.locale)}
          </Fact>
          <Fact label={<Trans>If one of your lanes wins</Trans>}>
            {gainText(won, (amount) => figure(amount, openSigned))}
          </Fact>
          {none !== null && (
            <Fact label={<Trans>If none of yours wins</Trans>}>{figure(none, openSigned)}</Fact>
          )}
          {bet.leftToday !== null && (
            <Fact label={<Trans>Daily limit left</Trans>}>{adit(bet.leftToday, i18n.locale)}</Fact>
          )}
        </>
      }
      after={useFrozen(after < 0n || lost ? '–' : figure(fromUnits(after), adit), bet.busy)}
    >
      <div className="grid gap-1 text-sm text-pretty">
        {before.length > 0 && !lost && (
          <p className="m-0 text-muted">
            <Trans>Added to your bets on these lanes.</Trans>
          </p>
        )}
        <p className="m-0 font-medium">
          <Trans>A bet can't be changed or taken back.</Trans>
        </p>
        <HowItWorks race={race} config={config} />
      </div>
    </Confirm>
  );
}

/** The lanes with the stake on each. */
export function BetList({ lanes, bets }: { lanes: readonly Lane[]; bets: readonly Bet[] }) {
  const { t, i18n } = useLingui();
  const chosen = lanes.filter(({ lane }) => betOn(bets, lane) !== undefined);
  return (
    <ul aria-label={t`Your bets`} className="m-0 list-none divide-y divide-line p-0">
      {chosen.map(({ lane, coin }) => (
        <li key={lane} className="flex min-h-11 items-center gap-3 py-1.5">
          <CoinIcon coin={coin} size={28} />
          <span className="font-semibold">{coin}</span>
          <span className="figures ml-auto min-w-0 text-right font-semibold wrap-anywhere">
            {adit(betOn(bets, lane) || '0', i18n.locale, SHOWN_DECIMALS)}
          </span>
        </li>
      ))}
    </ul>
  );
}
