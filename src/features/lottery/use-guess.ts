// Guesses from their digits to the server's answers, as one state that page and sheet render. They are sent one by
// one, each under its own key and only once however often the button is tapped; the first that fails stops the rest.
// After a lost answer the same digits are sent under the same key, so that they count once, until they are picked
// anew.
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { useAct } from '#api/act.ts';
import { leavesOpen } from '#api/client.ts';
import { errorText, isLost, isRefusal, isRepeated } from '#api/errors.ts';
import { remember } from '#api/queries.ts';
import { type Digits, type Obstacle, type Lottery, refusedPlay } from './lottery.rules.ts';

interface Refusal {
  /** No answer came: it is unknown whether the guess was placed. */
  lost: boolean;
  /** The guess had been placed by an earlier try, and was not placed again. */
  repeated: boolean;
  text: string;
  /** The obstacle named by the server. */
  obstacle: Obstacle | null;
}

function refusalOf(error: unknown): Refusal {
  const lost = isLost(error);
  const text = lost
    ? t`We can't tell if your guess arrived. Try again: it counts only once.`
    : errorText(error);
  const obstacle = isRefusal(error, 'play_paused')
    ? refusedPlay(error.data)
    : isRefusal(error, 'insufficient_balance')
      ? { kind: 'balance' as const }
      : isRefusal(error, 'official_miner_required')
        ? { kind: 'miner' as const }
        : isRefusal(error, 'betting_closed')
          ? { kind: 'closed' as const }
          : isRefusal(error, 'pool_full')
            ? { kind: 'pool' as const }
            : null;
  return { lost, repeated: isRepeated(error), text, obstacle };
}

/** What became of each guess that was to be sent; `open`: not sent, or not yet. */
export interface Sent {
  digits: Digits;
  state: 'open' | 'placed' | 'lost' | 'refused';
}

export interface Placed {
  all: readonly Digits[];
  /** What they cost in total, as confirmed. */
  cost: string;
  /** The round that the last one counts for, according to the server. */
  lottery: Lottery;
  /**
   * Whether that is the round that the page showed, the one after it, or an earlier one: then an earlier try had
   * placed it.
   */
  when: 'shown' | 'after' | 'before';
}

/** Names of rounds are dates, so they can be compared as text. */
const whenIs = (round: string, shown: string): Placed['when'] =>
  round === shown ? 'shown' : round > shown ? 'after' : 'before';

interface GuessOptions {
  /** The round shown. */
  round: string;
  /** All of them are placed. */
  onPlaced: (placed: Placed) => void;
  /** Some are not: these. */
  onLeft: (left: readonly Digits[]) => void;
}

export function useGuess({ round, onPlaced, onLeft }: GuessOptions) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const [busy, setBusy] = useState(false);
  const [cost, setCost] = useState('0');
  const running = useRef(false);
  /** Those for which it is unknown whether they were placed. */
  const unsure = useRef(new Set<string>());
  /** The last try's error; undefined if it was placed, or if the session has ended. */
  const failure = useRef<unknown>(undefined);
  const act = useAct('POST /api/mining/bet', {
    // The page itself, until it is left.
    shownIn: { open: true },
    onDone: (lottery) => {
      if (lottery.round >= round) remember('GET /api/mining/bet/index', lottery);
    },
    onError: (error) => {
      failure.current = error;
      setRefusal(refusalOf(error));
      return true;
    },
  });
  const sendAll = async (all: readonly Digits[], confirmed: string): Promise<void> => {
    setRefusal(undefined);
    let states: Sent[] = all.map((digits) => ({ digits, state: 'open' }));
    setSent(states);
    let lottery: Lottery | undefined;
    for (const [at, digits] of all.entries()) {
      const name = digits.join('');
      failure.current = undefined;
      const answer = await act.run({ numbers: digits });
      lottery = answer;
      // A refusal that comes before the server looks for the key does not reveal what became of an earlier try.
      const open = failure.current === undefined || leavesOpen(failure.current);
      const lost = !answer && (isLost(failure.current) || (unsure.current.has(name) && open));
      if (lost) unsure.current.add(name);
      else unsure.current.delete(name);
      const placed = answer || isRepeated(failure.current);
      const state = placed ? 'placed' : lost ? 'lost' : 'refused';
      states = states.map((each, place) => (place === at ? { digits, state } : each));
      setSent(states);
      if (!answer) break;
    }
    if (lottery) onPlaced({ all, cost: confirmed, lottery, when: whenIs(lottery.round, round) });
    else onLeft(states.flatMap(({ digits, state }) => (state === 'placed' ? [] : [digits])));
  };
  return {
    refusal,
    sent,
    busy,
    /** Total cost of those sent last, as confirmed. */
    cost,
    place: (all: readonly Digits[], confirmed: string) => {
      if (running.current || all.length === 0) return;
      running.current = true;
      setBusy(true);
      setCost(confirmed);
      void sendAll(all, confirmed).finally(() => {
        running.current = false;
        setBusy(false);
      });
    },
    forget: () => {
      act.startOver();
      setRefusal(undefined);
      setSent([]);
    },
  };
}

export type Guess = ReturnType<typeof useGuess>;
