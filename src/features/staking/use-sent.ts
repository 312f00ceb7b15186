// One staking call as its sheet needs it: sent once however often the button is tapped, queued without a connection,
// with the reason of a refusal. If nothing can be stored, the same input is sent under the same key after a lost
// answer.
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import type { Input, Output } from '#contract';
import { ApiError, failureText, isClaimOnly, isLost, isRefusal } from '#api/errors.ts';
import { isWaiting } from '#api/outbox.rules.ts';
import { outboxAtom } from '#api/outbox-page.ts';
import { useQueued } from '#api/act.ts';

type StakeCall = 'POST /api/stake/stake' | 'POST /api/stake/unstake';

export interface Refusal {
  name: ApiError['name'];
  /** No answer came: it is unknown whether it happened. */
  lost: boolean;
  /** Staking is switched off. */
  off: boolean;
  text: string;
}

function refusalOf(error: unknown): Refusal {
  const name = error instanceof ApiError ? error.name : 'unknown';
  const off = isRefusal(error, 'forbidden') && !isClaimOnly(error);
  return { name, lost: isLost(error), off, text: failureText(error) };
}

interface SentOptions<K extends StakeCall> {
  /** The order to redeem, and how much that is, for the list of queued actions. */
  about?: Input<K>;
  amount?: string;
  shownIn: { open: boolean; done: string };
}

export function useSent<K extends StakeCall>(name: K, options: SentOptions<K>) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [queued, setQueued] = useState<string>();
  const waits = useAtomValue(outboxAtom).find((item) => item.id === queued && isWaiting(item));
  const [done, setDone] = useState<Output<K>>();
  const act = useQueued(name, {
    ...options,
    onQueued: (id) => {
      setQueued(id);
      return true;
    },
    onDone: setDone,
    onError: (error) => {
      setRefusal(refusalOf(error));
      return true;
    },
  });
  return {
    done,
    /** The queued action: this one, or the same intent from earlier. */
    queued: waits ?? act.waiting,
    /** It was queued, and has since been sent or cancelled. */
    over: queued !== undefined && waits === undefined && !act.busy,
    refusal,
    busy: act.busy,
    send: (input: Input<K>) => {
      setRefusal(undefined);
      void (act.run as (given: Input<K>) => Promise<unknown>)(input);
    },
    forget: () => setRefusal(undefined),
  };
}
