// The next step of the lottery: three drums, the price of the guess, its odds, and the button; or why there is none
// now.
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { useDraft } from '#lib/drafts.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { FigurePlace } from '#ui/figure-place.tsx';
import { openAdit, useFigure } from '#ui/figure.ts';
import { Drums } from './drums.tsx';
import { Hindered } from './hindered.tsx';
import {
  balanceAfter,
  digitsOf,
  EMPTY,
  guessesLeft,
  hasGuess,
  type Lottery,
  nextPrice,
} from './lottery.rules.ts';
import { digitsText } from './lottery.words.ts';
import { PaidSheet } from './paid-sheet.tsx';
import { type Placed, useGuess } from './use-guess.ts';
import { useBalance, useHindrance, useLeftToday } from './use-lottery.ts';

// The price of the next guess, in a sentence and on its button.

function ButtonText({ data, lost }: { data: Lottery; lost: boolean }) {
  const { i18n } = useLingui();
  const price = nextPrice(data);
  const amount = openAdit(price, i18n.locale);
  if (lost) return <Trans>Ask again</Trans>;
  return price === '0' ? <Trans>Guess for free</Trans> : <Trans>Guess for {amount}</Trans>;
}

/** As long as most balances: reserves space for the one that is loading. */
const USUAL = '1234.567891';

function Cost({ data, digits }: { data: Lottery; digits: ReturnType<typeof digitsOf> }) {
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
          {/* A new figure is a new row; within the old row its start would move. */}
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

interface GuessCardProps {
  data: Lottery;
  away: boolean;
}

/** Drums, sheet and answer of the current guess. */
function useGuessing(data: Lottery) {
  const [drums, setDrums] = useDraft('lottery', EMPTY);
  const [complaints, setComplaints] = useState(0);
  const [sheet, setSheet] = useState(false);
  const [placed, setPlaced] = useState<Placed>();
  // Read when the answer arrives: the sheet may have been closed meanwhile.
  const inSheet = useRef(false);
  const show = (open: boolean) => {
    inSheet.current = open;
    setSheet(open);
  };
  const guess = useGuess(data.round, (done) => {
    setDrums(EMPTY);
    setComplaints(0);
    setPlaced(done);
    if (!inSheet.current) tellPlaced(done);
  });
  const digits = digitsOf(drums);
  return {
    drums,
    digits,
    complaints,
    guess,
    placed,
    sheet,
    closeSheet: () => show(false),
    turn: (next: typeof drums) => {
      guess.forget();
      setDrums(next);
    },
    press: () => {
      if (!digits) return setComplaints((count) => count + 1);
      // It is unknown whether the previous one arrived, so it is sent again unchanged.
      if (guess.refusal?.lost || nextPrice(data) === '0') return guess.place(digits);
      guess.forget();
      setPlaced(undefined);
      show(true);
    },
  };
}

function tellPlaced({ digits, late }: Placed): void {
  const figures = digitsText(digits);
  if (!late) toast(t`Your guess ${figures} is placed`, 'success');
  else toast(t`The round had just closed: your guess ${figures} counts for the next one.`, 'info');
}

export function GuessCard({ data, away }: GuessCardProps) {
  const { t: say } = useLingui();
  const guessing = useGuessing(data);
  return (
    <Card tone="amber" title={say`Your guess`} aside={data.eligible && <Left data={data} />}>
      <Drums drums={guessing.drums} onChange={guessing.turn} complaints={guessing.complaints} />
      <Step data={data} away={away} guessing={guessing} />
      <p className="m-0 mt-3 text-sm text-pretty text-muted">
        <Trans>
          A guess wins 1 time in 1,000. All guesses of the drawn digits, in order, share the pool equally; a
          pool that nobody wins goes on to the next round.
        </Trans>
      </p>
      <PaidSheet
        open={guessing.sheet}
        onClose={guessing.closeSheet}
        data={data}
        away={away}
        digits={guessing.digits}
        guess={guessing.guess}
        placed={guessing.placed}
      />
    </Card>
  );
}

function Left({ data }: { data: Lottery }) {
  const left = guessesLeft(data);
  return (
    <span className="figures text-xs text-muted">
      <Plural value={left} one="# guess left" other="# guesses left" />
    </span>
  );
}

interface StepProps extends GuessCardProps {
  guessing: ReturnType<typeof useGuessing>;
}

/** What is below the drums: the price of a guess and its button, or the obstacle. */
function Step({ data, away, guessing }: StepProps) {
  const { hindrance, known } = useHindrance(data);
  const { refusal, busy } = guessing.guess;
  const said = guessing.sheet ? undefined : refusal;
  const stands = said?.lost ? null : (said?.hindrance ?? hindrance);
  if (stands)
    return (
      <div className="mt-3">
        <Hindered hindrance={stands} data={data} />
      </div>
    );
  return (
    <div className="mt-3 grid gap-3">
      <Cost data={data} digits={guessing.digits} />
      {said && !away && (
        <Notice tone={said.lost ? 'amber' : 'bad'} icon="warn" alert>
          {said.text}
        </Notice>
      )}
      <Button wide icon="guess" busy={busy} disabled={away || !known} onClick={guessing.press}>
        <ButtonText data={data} lost={said?.lost === true} />
      </Button>
    </div>
  );
}
