// What the next guess costs, in a sentence and on its button.
import { Trans, useLingui } from '@lingui/react/macro';
import { Fact, Facts } from '#ui/card.tsx';
import { FigurePlace } from '#ui/figure-place.tsx';
import { openAdit, useFigure } from '#ui/figure.ts';
import { balanceAfter, type digitsOf, hasGuess, type Lottery, nextPrice } from './lottery.rules.ts';
import { useBalance, useLeftToday } from './use-lottery.ts';

export function ButtonText({ data, lost }: { data: Lottery; lost: boolean }) {
  const { i18n } = useLingui();
  const price = nextPrice(data);
  const amount = openAdit(price, i18n.locale);
  if (lost) return <Trans>Ask again</Trans>;
  return price === '0' ? <Trans>Guess for free</Trans> : <Trans>Guess for {amount}</Trans>;
}

/** As long as most balances: it keeps the place of the one that is on its way. */
const USUAL = '1234.567891';

export function Cost({ data, digits }: { data: Lottery; digits: ReturnType<typeof digitsOf> }) {
  const { i18n } = useLingui();
  const figure = useFigure();
  const balance = useBalance();
  const left = useLeftToday();
  const later = openAdit(data.guessPrice, i18n.locale);
  const rest = balance === undefined ? null : balanceAfter(balance, data.guessPrice);
  const after = rest === null ? '–' : figure(rest);
  const twice = digits !== null && hasGuess(data.myGuesses, digits);
  return (
    <div aria-live="polite" className="grid gap-2">
      {nextPrice(data) === '0' ? (
        <p className="m-0 text-sm text-pretty">
          <Trans>This guess is free. Each further one of this round costs {later}.</Trans>
        </p>
      ) : (
        <Facts>
          <Fact label={<Trans>You pay</Trans>}>{later}</Fact>
          {/* Another figure is a new row: in the old one its beginning would be moved. */}
          <Fact key={after} label={<Trans>Balance after</Trans>}>
            {balance === undefined ? <FigurePlace like={openAdit(USUAL, i18n.locale)} /> : after}
          </Fact>
          {left !== null && <Fact label={<Trans>Left of your daily limit</Trans>}>{figure(left)}</Fact>}
        </Facts>
      )}
      {twice && (
        <p className="m-0 text-sm text-pretty text-amber-ink">
          <Trans>You have these digits already. Twice is two shares of the same pool.</Trans>
        </p>
      )}
    </div>
  );
}
