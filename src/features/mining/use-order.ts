// What became of an order that was sent: refused, or sent without an answer. It is told beside the button that sent it.
import { useRef, useState } from 'react';
import { failureText, isLost, isRefusal } from '#api/errors.ts';

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
      if (isRefusal(error, 'session_expired')) return false;
      setFixed(isLost(error) ? sent.current : undefined);
      setRefusal(failureText(error));
      return true;
    },
  };
}
