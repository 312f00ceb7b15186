// Guesses that cost something, all together: a final review of their digits, the exact price, where it goes and what
// is left, then the receipt. If some are not placed, it says which.
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { dayText } from '#lib/day.ts';
import { countText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { LOTTERY_ODDS } from '#rules/lottery.ts';
import { cx } from '#ui/class-names.ts';
import { go } from '#lib/navigate.ts';
import { useAbsence } from '#lib/online.ts';
import { Button } from '#ui/button.tsx';
import { Fact } from '#ui/card.tsx';
import { Confirm, ConfirmActions } from '#ui/confirm.tsx';
import { adit, openAdit } from '#ui/figure.ts';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Receipt, ReceiptActions } from '#ui/receipt.tsx';
import { DigitChips } from '#ui/digit-chips.tsx';
import { OutdatedNotice, ObstacleNotice, Restraint } from './obstacle-notice.tsx';
import {
  balanceAfter,
  costOf,
  type Digits,
  guessesLeft,
  hasGuess,
  isRestraint,
  type Lottery,
} from './lottery.rules.ts';
import type { Guess, Placed, Sent } from './use-guess.ts';
import { useBalance, useOwnLimits } from '#actions/stakes.ts';
import { useObstacle } from './use-lottery.ts';

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
  /** A new round has opened behind the sheet. */
  moved: boolean;
}

export function PaidSheet(props: PaidSheetProps) {
  const { open, onClose, all, placed } = props;
  const receipt = useReceipt(placed);
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
      actions={receipt ? <ReceiptActions content={receipt} onDone={onClose} /> : <PaidActions {...props} />}
    >
      {receipt ? (
        <div className="grid gap-4">
          <Receipt {...receipt} />
          {placed?.when === 'after' && (
            <Notice>
              <Trans>The round had just closed: this counts for the next one.</Trans>
            </Notice>
          )}
        </div>
      ) : (
        all.length > 0 && <Terms {...props} />
      )}
    </Sheet>
  );
}

/** The buttons, and below them why nothing was placed. */
function PaidActions({ onClose, onConfirm, data, away, all, guess }: PaidSheetProps) {
  const { i18n } = useLingui();
  const count = all.length;
  const { refusal, busy } = guess;
  const absence = useAbsence();
  // Each one that is placed changes what the rest would cost.
  const cost = busy ? guess.cost : costOf(data, count);
  const amount = openAdit(cost, i18n.locale);
  const { obstacle } = useObstacle(data);
  const stands = refusal ? (refusal.lost ? null : refusal.obstacle) : busy ? null : obstacle;
  const notice = (
    <>
      {isRestraint(stands) ? (
        <Notice tone="bad" icon="warn" alert>
          <Restraint obstacle={stands} />
        </Notice>
      ) : refusal ? (
        <Notice tone={refusal.lost || refusal.repeated ? 'amber' : 'bad'} icon="warn" alert>
          {refusal.text}
        </Notice>
      ) : (
        !away && stands && <ObstacleNotice obstacle={stands} data={data} />
      )}
      {away && (absence === null ? <OutdatedNotice /> : <OfflineNotice />)}
    </>
  );
  // The obstacle cannot be resolved on this sheet. It may have come up since the sheet was opened.
  if (!busy && stands)
    return (
      <>
        {isRestraint(stands) && (
          <Button look="ghost" wide onClick={() => void go('/pages/limits/index').finally(onClose)}>
            <Trans>Playing within limits</Trans>
          </Button>
        )}
        <Button look="secondary" wide onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {notice}
      </>
    );
  return (
    <ConfirmActions
      onConfirm={onConfirm}
      onCancel={onClose}
      busy={busy}
      disabled={away || count === 0}
      notice={notice}
    >
      {refusal?.lost ? (
        <Trans>Try again</Trans>
      ) : count > 1 ? (
        <Trans>
          Guess {count} numbers for {amount}
        </Trans>
      ) : cost === '0' ? (
        <Trans>Guess for free</Trans>
      ) : (
        <Trans>Guess for {amount}</Trans>
      )}
    </ConfirmActions>
  );
}

function Terms({ data, all, guess, moved }: PaidSheetProps) {
  const { refusal, sent, busy } = guess;
  const lost = refusal?.lost === true;
  const { i18n } = useLingui();
  const { locale } = i18n;
  const balance = useBalance();
  const { leftToday: left } = useOwnLimits();
  const odds = countText(LOTTERY_ODDS, locale);
  const cost = busy ? guess.cost : costOf(data, all.length);
  // While they are being sent, and after a lost answer, the balance may already reflect their cost.
  const after = balance === undefined || busy || lost ? null : balanceAfter(balance, cost);
  return (
    <Confirm
      coin={BRAND.symbol}
      lead={lost ? <Trans>You pay at most</Trans> : <Trans>You pay</Trans>}
      figure={openAdit(cost, locale)}
      facts={
        <>
          <Fact label={<Trans>Round</Trans>}>{dayText(data.round, locale)}</Fact>
          <Fact label={<Trans>It goes to</Trans>}>
            <Trans>this round's pool</Trans>
          </Fact>
          {left !== null && <Fact label={<Trans>Daily limit left</Trans>}>{adit(left, locale)}</Fact>}
        </>
      }
      after={after === null ? '–' : adit(after, locale)}
    >
      <Numbers all={all} sent={sent} />
      <p className="m-0 text-sm text-pretty">
        <Trans>A guess wins 1 time in {odds} and can't be taken back.</Trans>
      </p>
      {moved && !busy && (
        <Notice tone="amber">
          <Trans>The round has closed. What you guess now counts for the new one.</Trans>
        </Notice>
      )}
      {!lost && !busy && all.some((digits) => hasGuess(data.myGuesses, digits)) && (
        <Notice tone="amber">
          <Trans>You already have these digits. Playing them twice means two shares of the pool.</Trans>
        </Notice>
      )}
    </Confirm>
  );
}

/** The numbers to guess, and what has become of each that was sent. */
function Numbers({ all, sent }: { all: readonly Digits[]; sent: readonly Sent[] }) {
  const { t } = useLingui();
  const rows: readonly Sent[] = sent.length > 0 ? sent : all.map((digits) => ({ digits, state: 'open' }));
  const words = { open: '', placed: t`Placed`, lost: t`Not sure`, refused: t`Not placed` };
  const tones = { open: '', placed: 'text-malachite', lost: 'text-amber-ink', refused: 'text-garnet' };
  const numbered = rows.map((row, at) => ({ ...row, key: `${at}` }));
  // The first failure stopped the rest: these were not sent.
  const stopped = rows.some(({ state }) => state === 'lost' || state === 'refused');
  return (
    <ul
      aria-label={t`Your guesses`}
      className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(min(100%,12rem),1fr))] gap-x-4 gap-y-2 p-0"
    >
      {numbered.map(({ key, digits, state }) => (
        <li key={key} className="flex min-h-8 flex-wrap items-center gap-2">
          <DigitChips digits={digits} tone={state === 'placed' ? 'hit' : 'drawn'} />
          <span role="status" className={cx('text-xs font-semibold whitespace-nowrap', tones[state])}>
            {state === 'open' && stopped ? t`Not sent` : words[state]}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The placed guesses. The balance is not included. */
function useReceipt(placed: Placed | undefined) {
  const { t, i18n } = useLingui();
  if (!placed) return undefined;
  const { all, cost, lottery } = placed;
  const [count, left] = [all.length, guessesLeft(lottery)];
  return {
    coin: BRAND.symbol,
    lead: plural(count, { one: 'Your guess is placed', other: 'Your guesses are placed' }),
    figure: all.map((digits) => digits.join('')).join(' · '),
    facts: [
      { label: t`You paid`, text: adit(cost, i18n.locale) },
      { label: t`Round`, text: dayText(lottery.round, i18n.locale) },
      { label: t`In this round`, text: plural(left, { one: '# guess left', other: '# guesses left' }) },
    ],
  };
}
