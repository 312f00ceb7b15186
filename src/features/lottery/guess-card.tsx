// The next step of the lottery: three drums, guesses picked at random, what they cost, and the button; or why none
// can be made now.
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { cached } from '#api/queries.ts';
import { dayText } from '#lib/day.ts';
import { useDraft } from '#lib/drafts.ts';
import { useAbsence } from '#lib/online.ts';
import { signedInAtom } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Card, Fact, Facts } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Notice } from '#ui/notice.tsx';
import { FigurePlace } from '#ui/figure-place.tsx';
import { openAdit, useFigure } from '#ui/figure.ts';
import { Missing } from '#ui/try-again.tsx';
import { Drums, randomDigits } from './drums.tsx';
import { OutdatedNotice, ObstacleNotice } from './obstacle-notice.tsx';
import { HowItWorks } from './how-it-works.tsx';
import {
  balanceAfter,
  costOf,
  type Digits,
  digitsOf,
  EMPTY,
  guessesLeft,
  hasGuess,
  type Lottery,
  mostGuesses,
  randomGuesses,
  wantsDigits,
} from './lottery.rules.ts';
import { digitsText } from './lottery.words.ts';
import { PaidSheet } from './paid-sheet.tsx';
import { type Placed, useGuess } from './use-guess.ts';
import { useBalance, useOwnLimits } from '#actions/stakes.ts';
import { useObstacle } from './use-lottery.ts';

/** This many are picked in one go, if there is room for them. */
const PICKED = 5;

// The price of the guesses, for a sentence and for their button.

interface PriceProps {
  data: Lottery;
  all: readonly Digits[];
}

function ButtonText({ data, all, lost }: PriceProps & { lost: boolean }) {
  const { i18n } = useLingui();
  const count = Math.max(1, all.length);
  const cost = costOf(data, count);
  const amount = openAdit(cost, i18n.locale);
  if (lost) return <Trans>Try again</Trans>;
  if (count > 1)
    return (
      <Trans>
        Guess {count} numbers for {amount}
      </Trans>
    );
  return cost === '0' ? <Trans>Guess for free</Trans> : <Trans>Guess for {amount}</Trans>;
}

/** As long as most balances: reserves space for the one that is loading. */
const USUAL = '1234.567891';

function Cost({ data, all }: PriceProps) {
  const { i18n } = useLingui();
  const figure = useFigure();
  const assets = useQuery({ ...cached('GET /api/assets/list'), enabled: useAtomValue(signedInAtom) });
  const balance = useBalance();
  const { leftToday: left } = useOwnLimits();
  const cost = costOf(data, Math.max(1, all.length));
  const price = openAdit(data.guessPrice, i18n.locale);
  const rest = balance === undefined ? null : balanceAfter(balance, cost);
  const after = rest === null ? '–' : figure(rest);
  const twice = all.some((digits) => hasGuess(data.myGuesses, digits));
  return (
    <div aria-live="polite" className="grid gap-2">
      {cost === '0' ? (
        <p className="m-0 text-sm text-pretty">
          <Trans>Your first guess is free. More cost {price} each.</Trans>
        </p>
      ) : (
        <Facts>
          <Fact label={<Trans>You pay</Trans>}>{openAdit(cost, i18n.locale)}</Fact>
          {/* A new figure is a new row; within the old row its start would move. */}
          <Fact key={after} label={<Trans>Balance after</Trans>}>
            {balance === undefined && !assets.isError ? (
              <FigurePlace like={openAdit(USUAL, i18n.locale)} />
            ) : (
              after
            )}
          </Fact>
          {left !== null && <Fact label={<Trans>Daily limit left</Trans>}>{figure(left)}</Fact>}
        </Facts>
      )}
      <Missing of={assets} />
      {twice && (
        <p className="m-0 text-sm text-pretty text-amber-ink">
          <Trans>You already have these digits. Playing them twice means two shares of the pool.</Trans>
        </p>
      )}
    </div>
  );
}

interface GuessCardProps {
  data: Lottery;
  away: boolean;
}

/** Holds drums, picked guesses, sheet and answers. */
function useGuessing(data: Lottery) {
  const { i18n } = useLingui();
  const [drums, setDrums] = useDraft('lottery', EMPTY);
  const [picks, setPicks] = useDraft<readonly Digits[]>('lotteryPicks', []);
  const [complaints, setComplaints] = useState(0);
  const [sheet, setSheet] = useState(false);
  /** The round in which the sheet was opened. */
  const [opened, setOpened] = useState(data.round);
  const [placed, setPlaced] = useState<Placed>();
  const balance = useBalance();
  const { leftToday: left } = useOwnLimits();
  // Read when the answer arrives: the sheet may have been closed meanwhile.
  const inSheet = useRef(false);
  const show = (open: boolean) => {
    inSheet.current = open;
    setSheet(open);
  };
  const guess = useGuess({
    round: data.round,
    onPlaced: (done) => {
      setDrums(EMPTY);
      setPicks([]);
      setComplaints(0);
      setPlaced(done);
      if (!inSheet.current) tellPlaced(done, i18n.locale);
    },
    onLeft: (rest) => {
      setDrums(EMPTY);
      setPicks(rest);
      setComplaints(0);
    },
  });
  const digits = digitsOf(drums);
  const all = digits ? [...picks, digits] : picks;
  const cost = costOf(data, all.length);
  const room = mostGuesses(data, [balance ?? null, left]) - all.length;
  const change = (next: readonly Digits[]) => {
    guess.forget();
    setPicks(next);
    setComplaints(0);
  };
  return {
    drums,
    picks,
    all,
    /** How many more can be added. */
    room,
    complaints,
    guess,
    placed,
    sheet,
    /** A new round has opened behind the sheet. */
    moved: data.round !== opened,
    closeSheet: () => show(false),
    turn: (next: typeof drums) => {
      guess.forget();
      setDrums(next);
    },
    remove: (place: number) => change(picks.filter((_, at) => at !== place)),
    /** Keeps what the drums show and clears them for another guess. */
    keep: () => {
      change(all);
      setDrums(EMPTY);
    },
    pick: () => {
      const count = Math.min(PICKED, room);
      change([...picks, ...randomGuesses(count, [...all, ...data.myGuesses], randomDigits)]);
    },
    confirm: () => guess.place(all, cost),
    press: () => {
      if (wantsDigits(drums, picks, room)) return setComplaints((count) => count + 1);
      // A single guess that may or may not have arrived is resent unchanged.
      if (all.length === 1 && (guess.refusal?.lost || cost === '0')) return guess.place(all, cost);
      if (!guess.refusal?.lost) guess.forget();
      setPlaced(undefined);
      setOpened(data.round);
      show(true);
    },
  };
}

function tellPlaced({ all, when, lottery }: Placed, language: string): void {
  const [only] = all;
  const figures = only && all.length === 1 ? digitsText(only) : '';
  const round = dayText(lottery.round, language);
  if (when === 'after') toast(t`The round had just closed: this counts for the next one.`, 'info');
  else if (when === 'before') toast(t`This already counted for the ${round} round.`, 'info');
  else if (figures !== '') toast(t`Your guess ${figures} is placed`, 'success');
  else toast(t`Your guesses are placed`, 'success');
}

export function GuessCard({ data, away }: GuessCardProps) {
  const { t: say } = useLingui();
  const guessing = useGuessing(data);
  return (
    <Card
      tone="amber"
      className="pb-2!"
      title={say`Your guess`}
      aside={data.eligible && <Left data={data} />}
    >
      <div inert={guessing.guess.busy}>
        <Drums drums={guessing.drums} onChange={guessing.turn} complaints={guessing.complaints} />
      </div>
      <Step data={data} away={away} guessing={guessing} />
      <HowItWorks data={data} />
      <PaidSheet
        open={guessing.sheet}
        onClose={guessing.closeSheet}
        onConfirm={guessing.confirm}
        data={data}
        away={away}
        all={guessing.all}
        guess={guessing.guess}
        placed={guessing.placed}
        moved={guessing.moved}
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

/** The picked guesses, each of which can be removed again, and the buttons that add to them. */
function Picks({ guessing }: Pick<StepProps, 'guessing'>) {
  const { t: say } = useLingui();
  const { picks, room, guess } = guessing;
  const count = Math.min(PICKED, room);
  const rows = picks.map((digits, place) => ({ place, text: digits.join('') }));
  return (
    <div className="grid gap-2">
      {rows.length > 0 && (
        <ul aria-label={say`Picked numbers`} className="m-0 flex list-none flex-wrap gap-2 p-0">
          {rows.map(({ place, text }) => (
            <li key={`${place}`}>
              <button
                type="button"
                disabled={guess.busy}
                aria-label={say`Remove ${text}`}
                onClick={() => guessing.remove(place)}
                className="figures inline-flex min-h-11 items-center gap-1.5 rounded-control bg-wash pr-2 pl-3 font-semibold tracking-widest active:scale-95"
              >
                {text}
                <Icon name="close" size={16} className="text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2 *:flex-1 empty:hidden">
        {guessing.all.length > picks.length && room > 0 && (
          <Button look="secondary" size="sm" icon="plus" disabled={guess.busy} onClick={guessing.keep}>
            <Trans>Add another</Trans>
          </Button>
        )}
        {count > 0 && (
          <Button look="secondary" size="sm" icon="guess" disabled={guess.busy} onClick={guessing.pick}>
            <Trans>Pick {count} for me</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}

/** What is below the drums: the price of the guesses and their button, or the obstacle. */
function Step({ data, away, guessing }: StepProps) {
  const { obstacle, known } = useObstacle(data);
  const { refusal, busy } = guessing.guess;
  const absence = useAbsence();
  const unpayable = useBalance() === undefined && costOf(data, Math.max(1, guessing.all.length)) !== '0';
  const said = guessing.sheet ? undefined : refusal;
  const over = guessing.room < 0 && !busy && said?.lost !== true;
  const stands = said?.lost ? null : obstacle;
  if (stands)
    return (
      <div className="mt-3">
        <ObstacleNotice obstacle={stands} data={data} />
      </div>
    );
  return (
    <div className="mt-2 grid gap-3">
      <Picks guessing={guessing} />
      <Cost data={data} all={guessing.all} />
      <div role="status" className="empty:hidden">
        {over && (
          <Notice tone="amber" icon="info">
            <Trans>That's more than you can guess now. Remove a number.</Trans>
          </Notice>
        )}
      </div>
      {away && absence === null && <OutdatedNotice />}
      {said && !away && (
        <Notice tone={said.lost || said.repeated ? 'amber' : 'bad'} icon="warn" alert>
          {said.text}
        </Notice>
      )}
      <Button
        wide
        icon="guess"
        busy={busy}
        disabled={away || !known || unpayable || over}
        onClick={guessing.press}
      >
        <ButtonText data={data} all={guessing.all} lost={said?.lost === true} />
      </Button>
    </div>
  );
}
