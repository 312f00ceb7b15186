// Makes the exchange, once, and tells why it was not made.
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { useAct } from '#api/act.ts';
import { ApiError, errorText, isRefusal } from '#api/errors.ts';
import type { Quote } from './exchange.rules.ts';
import { type Circumstances, isAboutAmount, refusalText } from './exchange.words.ts';

export interface Refusal {
  /** 'moved': the price left the limits; the new quote is shown and asked for again. */
  about: 'amount' | 'moved' | 'whole';
  text: string;
}

function refusalOf(error: unknown, circumstances: Circumstances): Refusal {
  if (!(error instanceof ApiError)) return { about: 'whole', text: errorText(error) };
  if (error.name === 'below_minimum_received') {
    const text = t`The price has moved: you would have received less than your minimum. Nothing was exchanged. Please look at the new quote.`;
    return { about: 'moved', text };
  }
  // The server tells balance and amount itself.
  if (error.name === 'insufficient_balance') return { about: 'amount', text: error.message };
  if (error.transport) {
    const text = t`No answer came, so it is not certain whether the request arrived. Press the button again: the same exchange is made only once.`;
    return { about: 'whole', text };
  }
  const text = refusalText(error, circumstances);
  return { about: isAboutAmount(error) ? 'amount' : 'whole', text };
}

/** What was confirmed: the quote that was shown, and the least that it allowed. */
export interface Agreed {
  quote: Quote;
  least: string;
}

interface SwapOptions {
  circumstances: Circumstances;
  onDone: (done: Quote) => void;
  /** The page's quote is out of date. */
  onRefused: () => void;
}

export function useSwap({ circumstances, onDone, onRefused }: SwapOptions) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [unsure, setUnsure] = useState<Agreed>();
  const sent = useRef<Agreed>(undefined);
  const act = useAct('POST /api/assets/swap', {
    onDone: (done) => {
      setUnsure(undefined);
      onDone(done);
    },
    onError: (error) => {
      if (isRefusal(error, 'session_expired')) return false;
      const lost = error instanceof ApiError && error.transport;
      setUnsure(lost ? sent.current : undefined);
      setRefusal(refusalOf(error, circumstances));
      if (!lost) onRefused();
      return true;
    },
  });
  const swap = (agreed: Agreed) => {
    sent.current = agreed;
    setRefusal(undefined);
    void act.run({ ...circumstances.intent, minReceived: agreed.least });
  };
  return {
    swap,
    busy: act.busy,
    refusal,
    /** Sent without an answer: until there is one, the next try is the very same, so that it counts once. */
    unsure,
    forget: () => {
      setRefusal(undefined);
      setUnsure(undefined);
    },
  };
}
