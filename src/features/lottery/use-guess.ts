// A guess from its digits to the server's answer, as one state that page and sheet render. It is sent once however
// often the button is tapped; after a lost answer the same digits are sent under the same key, so that they count once.
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { useAct } from '#api/act.ts';
import { errorText, isLost, isRefusal } from '#api/errors.ts';
import { remember } from '#api/queries.ts';
import { type Digits, type Hindrance, type Lottery, refusedPlay } from './lottery.rules.ts';

export interface Refusal {
  digits: Digits;
  /** No answer came: it is unknown whether the guess was placed. */
  lost: boolean;
  text: string;
  /** The obstacle named by the server. */
  hindrance: Hindrance | null;
}

function refusalOf(error: unknown, digits: Digits): Refusal {
  const lost = isLost(error);
  const text = lost
    ? t`No answer came, so it is not certain whether the guess arrived. Ask again: it counts only once.`
    : errorText(error);
  const hindrance = isRefusal(error, 'play_paused')
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
  return { digits, lost, text, hindrance };
}

export interface Placed {
  digits: Digits;
  /** The round that it counts for, as the server answered. */
  lottery: Lottery;
  /** It counts for the round after the one that the page showed. */
  late: boolean;
}

/** `round` is the round shown. */
export function useGuess(round: string, onPlaced: (placed: Placed) => void) {
  const [refusal, setRefusal] = useState<Refusal>();
  const asked = useRef({ digits: [0, 0, 0] as Digits, round });
  const act = useAct('POST /api/mining/bet', {
    onDone: (lottery) => {
      const { digits, round: shown } = asked.current;
      remember('GET /api/mining/bet/index', lottery);
      onPlaced({ digits, lottery, late: lottery.round !== shown });
    },
    onError: (error) => {
      if (isRefusal(error, 'session_expired')) return false;
      setRefusal(refusalOf(error, asked.current.digits));
      return true;
    },
  });
  return {
    refusal,
    busy: act.busy,
    place: (digits: Digits) => {
      if (act.busy) return;
      asked.current = { digits, round };
      setRefusal(undefined);
      void act.run({ numbers: digits });
    },
    forget: () => setRefusal(undefined),
  };
}

export type Guess = ReturnType<typeof useGuess>;
