// What became of an order that was sent: refused, or sent without an answer. It is told beside the button that sent it.
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { ApiError, errorText, isRefusal } from '#api/errors.ts';

/** `Basis` is what the order was made on: what the sheet showed when it was confirmed. */
export function useOrder<Basis>() {
  const [refusal, setRefusal] = useState<string>();
  const [fixed, setFixed] = useState<Basis>();
  const sent = useRef<Basis>(undefined);
  const forget = () => {
    setRefusal(undefined);
    setFixed(undefined);
  };
  return {
    /** The server's words, or ours when no answer came. */
    refusal,
    /**
     * What the sheet goes on showing. Sent without an answer, it stays as it was, so that the next try is the very same;
     * carried out, it leaves as it was.
     */
    fixed,
    /** Another amount is another order. */
    forget,
    begin: (basis: Basis) => {
      sent.current = basis;
      setRefusal(undefined);
    },
    done: () => setFixed(sent.current),
    /** For `onError` of the call: true when it was told here. */
    failed: (error: unknown): boolean => {
      const failure = failureOf(error);
      if (failure === undefined) return false;
      setFixed(failure.lost ? sent.current : undefined);
      setRefusal(failure.text);
      return true;
    },
  };
}

/** Undefined where the session has ended, which is told elsewhere. `lost`: no answer came. */
export function failureOf(error: unknown): { lost: boolean; text: string } | undefined {
  if (isRefusal(error, 'session_expired')) return undefined;
  const lost = error instanceof ApiError && error.transport;
  return { lost, text: lost ? unansweredText() : errorText(error) };
}

/** The same order keeps its key until an answer came, so that it counts once. */
const unansweredText = (): string =>
  t`No answer came, so it is not certain whether the request arrived. Press the button again: it is carried out only once.`;
