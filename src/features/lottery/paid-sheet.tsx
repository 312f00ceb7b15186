// Confirms a paid guess: its digits, the exact price, where it goes, what is left, and its odds.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { go } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Fact, Facts } from '#ui/card.tsx';
import { adit, openAdit } from '#ui/figure.ts';
import { Notice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Success } from '#ui/success.tsx';
import { DigitChips } from '#ui/digit-chips.tsx';
import { Offline, Restraint } from './hindered.tsx';
import {
  balanceAfter,
  type Digits,
  guessesLeft,
  type Hindrance,
  hasGuess,
  isRestraint,
  lastPrice,
  type Lottery,
  nextPrice,
  type OwnRestraint,
} from './lottery.rules.ts';
import { digitsText } from './lottery.words.ts';
import type { Guess, Placed, Refusal } from './use-guess.ts';
import { useBalance, useHindrance, useLeftToday } from './use-lottery.ts';

interface PaidSheetProps {
  open: boolean;
  onClose: () => void;
  data: Lottery;
  away: boolean;
  /** Null once the guess is placed: the drums are then empty again. */
  digits: Digits | null;
  guess: Guess;
  placed: Placed | undefined;
}

export function PaidSheet({ open, onClose, data, away, digits, guess, placed }: PaidSheetProps) {
  const { i18n } = useLingui();
  const price = openAdit(data.guessPrice, i18n.locale);
  const { refusal, busy } = guess;
  const { hindrance } = useHindrance(data);
  // The obstacle cannot be resolved on this sheet. A limit or a pause may have been set meanwhile.
  const stuck = refusal ? !refusal.lost && refusal.hindrance !== null : isRestraint(hindrance);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={placed ? <Trans>Guess placed</Trans> : <Trans>A further guess</Trans>}
      actions={
        placed || stuck ? (
          <>
            {!placed && isRestraint(refusal ? refusal.hindrance : hindrance) && (
              <Button look="ghost" wide onClick={() => void go('/pages/limits/index').finally(onClose)}>
                <Trans>Playing within limits</Trans>
              </Button>
            )}
            <Button look="secondary" wide onClick={onClose}>
              {placed ? <Trans>Done</Trans> : <Trans>Close</Trans>}
            </Button>
          </>
        ) : (
          <Button wide busy={busy} disabled={away || !digits} onClick={() => digits && guess.place(digits)}>
            {refusal?.lost ? <Trans>Ask again</Trans> : <Trans>Guess for {price}</Trans>}
          </Button>
        )
      }
    >
      {placed ? (
        <Done placed={placed} />
      ) : (
        digits && <Terms data={data} digits={digits} away={away} refusal={refusal} hindrance={hindrance} />
      )}
    </Sheet>
  );
}

interface TermsProps {
  data: Lottery;
  digits: Digits;
  away: boolean;
  refusal: Refusal | undefined;
  hindrance: Hindrance | null;
}

function Terms({ data, digits, away, refusal, hindrance }: TermsProps) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const balance = useBalance();
  const left = useLeftToday();
  const after = balance === undefined ? null : balanceAfter(balance, nextPrice(data));
  return (
    <div className="grid gap-4">
      <div className="flex justify-center py-1">
        <DigitChips digits={digits} tone="drawn" label={t`Your guess`} />
      </div>
      <div className="rounded-control bg-wash px-3.5 py-1">
        <Facts>
          <Fact label={<Trans>You pay</Trans>}>{openAdit(nextPrice(data), locale)}</Fact>
          <Fact label={<Trans>It goes to</Trans>}>
            <Trans>the pool of this round</Trans>
          </Fact>
          <Fact label={<Trans>Fee</Trans>}>
            <Trans>none</Trans>
          </Fact>
          <Fact label={<Trans>Balance after</Trans>}>
            {after === null ? '–' : adit(after, locale, SHOWN_DECIMALS)}
          </Fact>
          {left !== null && (
            <Fact label={<Trans>Left of your daily limit</Trans>}>{adit(left, locale, SHOWN_DECIMALS)}</Fact>
          )}
        </Facts>
      </div>
      <p className="m-0 text-sm text-pretty">
        <Trans>
          It wins 1 time in 1,000; the other 999 times what you pay is lost to you. A guess cannot be taken
          back.
        </Trans>
      </p>
      {hasGuess(data.myGuesses, digits) && !refusal?.lost && (
        <Notice tone="amber">
          <Trans>You have these digits already. Twice is two shares of the same pool.</Trans>
        </Notice>
      )}
      {away && <Offline />}
      {refusal ? (
        !away && <Refused refusal={refusal} />
      ) : isRestraint(hindrance) ? (
        <Restrained hindrance={hindrance} />
      ) : null}
    </div>
  );
}

function Refused({ refusal }: { refusal: Refusal }) {
  const { hindrance, lost, text } = refusal;
  return !lost && isRestraint(hindrance) ? (
    <Restrained hindrance={hindrance} />
  ) : (
    <Notice tone={lost ? 'amber' : 'bad'} icon="warn" alert>
      {text}
    </Notice>
  );
}

const Restrained = ({ hindrance }: { hindrance: OwnRestraint }) => (
  <Notice tone="bad" icon="warn" alert>
    <Restraint hindrance={hindrance} />
  </Notice>
);

function Done({ placed: { digits, lottery, late } }: { placed: Placed }) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const balance = useBalance();
  const left = guessesLeft(lottery);
  return (
    <Success label={t`Guess placed`} lead={<Trans>Your guess is placed</Trans>} figure={digitsText(digits)}>
      <Facts>
        <Fact label={<Trans>Paid</Trans>}>{adit(lastPrice(lottery), locale)}</Fact>
        <Fact label={<Trans>Your balance now</Trans>}>
          {balance === undefined ? '–' : adit(balance, locale)}
        </Fact>
        <Fact label={<Trans>In this round</Trans>}>
          <Plural value={left} one="# guess left" other="# guesses left" />
        </Fact>
      </Facts>
      {late && (
        <Notice>
          <Trans>The round had just closed: this guess counts for the next one.</Trans>
        </Notice>
      )}
    </Success>
  );
}
