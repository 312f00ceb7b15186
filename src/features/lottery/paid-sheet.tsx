// Confirms guesses that cost something, all at once: their digits, the exact price, where it goes, what is left, and
// the odds. If some are not placed, it says which.
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { SHOWN_DECIMALS } from '#lib/amounts.ts';
import { cx } from '#ui/class-names.ts';
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
  costOf,
  type Digits,
  guessesLeft,
  type Hindrance,
  hasGuess,
  isRestraint,
  type Lottery,
  type OwnRestraint,
} from './lottery.rules.ts';
import type { Guess, Placed, Refusal, Sent } from './use-guess.ts';
import { useBalance, useHindrance, useLeftToday } from './use-lottery.ts';

interface PaidSheetProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  data: Lottery;
  away: boolean;
  /** Empty once they are placed: the drums are then empty again. */
  all: readonly Digits[];
  guess: Guess;
  placed: Placed | undefined;
}

export function PaidSheet({ open, onClose, onConfirm, data, away, all, guess, placed }: PaidSheetProps) {
  const { i18n } = useLingui();
  const count = all.length;
  const { refusal, busy } = guess;
  // Each one that is placed changes what the rest would cost.
  const amount = openAdit(busy ? guess.cost : costOf(data, count), i18n.locale);
  const { hindrance } = useHindrance(data);
  // The obstacle cannot be resolved on this sheet. A limit or a pause may have been set meanwhile.
  const stuck = !busy && (refusal ? !refusal.lost && refusal.hindrance !== null : isRestraint(hindrance));
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={
        placed ? (
          <Plural value={placed.all.length} one="Guess placed" other="# guesses placed" />
        ) : (
          <Trans>Confirm your guess</Trans>
        )
      }
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
          <Button wide busy={busy} disabled={away || count === 0} onClick={onConfirm}>
            {refusal?.lost ? (
              <Trans>Try again</Trans>
            ) : count > 1 ? (
              <Trans>
                Guess {count} numbers for {amount}
              </Trans>
            ) : (
              <Trans>Guess for {amount}</Trans>
            )}
          </Button>
        )
      }
    >
      {placed ? (
        <Done placed={placed} />
      ) : (
        count > 0 && <Terms data={data} all={all} away={away} guess={guess} hindrance={hindrance} />
      )}
    </Sheet>
  );
}

interface TermsProps {
  data: Lottery;
  all: readonly Digits[];
  away: boolean;
  guess: Guess;
  hindrance: Hindrance | null;
}

function Terms({ data, all, away, guess, hindrance }: TermsProps) {
  const { refusal, sent, busy } = guess;
  const { i18n } = useLingui();
  const { locale } = i18n;
  const balance = useBalance();
  const left = useLeftToday();
  const cost = busy ? guess.cost : costOf(data, all.length);
  // While they are sent, the balance contains part of their cost already.
  const after = balance === undefined || busy ? null : balanceAfter(balance, cost);
  return (
    <div className="grid gap-4">
      <Numbers all={all} sent={sent} />
      <div className="rounded-control bg-wash px-3.5 py-1">
        <Facts>
          <Fact label={<Trans>You pay</Trans>}>{openAdit(cost, locale)}</Fact>
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
        <Trans>A guess wins 1 time in 1,000 and can't be taken back.</Trans>
      </p>
      {!refusal?.lost && !busy && all.some((digits) => hasGuess(data.myGuesses, digits)) && (
        <Notice tone="amber">
          <Trans>You have these digits already. Twice is two shares of the same pool.</Trans>
        </Notice>
      )}
      {away && <Offline />}
      {refusal ? (
        !away && <Refused refusal={refusal} />
      ) : !busy && isRestraint(hindrance) ? (
        <Restrained hindrance={hindrance} />
      ) : null}
    </div>
  );
}

/** The numbers to be guessed, and what has become of each that was sent. */
function Numbers({ all, sent }: { all: readonly Digits[]; sent: readonly Sent[] }) {
  const { t } = useLingui();
  const rows: readonly Sent[] = sent.length > 0 ? sent : all.map((digits) => ({ digits, state: 'open' }));
  const words = { open: '', placed: t`Placed`, lost: t`Not sure`, refused: t`Not placed` };
  const tones = { open: '', placed: 'text-malachite', lost: 'text-amber-ink', refused: 'text-garnet' };
  const numbered = rows.map((row, at) => ({ ...row, key: `${at}` }));
  // Where the first that failed stopped the rest, these were not sent.
  const stopped = rows.some(({ state }) => state === 'lost' || state === 'refused');
  return (
    <ul aria-label={t`Your guesses`} className="m-0 grid list-none grid-cols-2 gap-x-4 gap-y-2 p-0">
      {numbered.map(({ key, digits, state }) => (
        <li key={key} className="flex min-h-8 items-center gap-2">
          <DigitChips digits={digits} tone={state === 'placed' ? 'hit' : 'drawn'} />
          <span role="status" className={cx('text-xs font-semibold', tones[state])}>
            {state === 'open' && stopped ? t`Not sent` : words[state]}
          </span>
        </li>
      ))}
    </ul>
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

function Done({ placed: { all, cost, lottery, late } }: { placed: Placed }) {
  const { i18n } = useLingui();
  const { locale } = i18n;
  const balance = useBalance();
  const left = guessesLeft(lottery);
  const count = all.length;
  const lead = plural(count, { one: 'Your guess is placed', other: 'Your guesses are placed' });
  return (
    <Success label={lead} lead={lead} figure={all.map((digits) => digits.join('')).join(' · ')}>
      <Facts>
        <Fact label={<Trans>Paid</Trans>}>{adit(cost, locale)}</Fact>
        <Fact label={<Trans>Your balance now</Trans>}>
          {balance === undefined ? '–' : adit(balance, locale)}
        </Fact>
        <Fact label={<Trans>In this round</Trans>}>
          <Plural value={left} one="# guess left" other="# guesses left" />
        </Fact>
      </Facts>
      {late && (
        <Notice>
          <Trans>The round had just closed: this counts for the next one.</Trans>
        </Notice>
      )}
    </Success>
  );
}
