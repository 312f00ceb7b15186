// The result of an order: refused, or sent without an answer. It is shown beside the button that sent it.
import { useRef, useState } from 'react';
import { failureText, isLost } from '#api/errors.ts';

/** `Basis` is what the order was based on: what the sheet showed when it was confirmed. */
export function useOrder<Basis>() {
  const [refusal, setRefusal] = useState<string>();
  const [fixed, setFixed] = useState<Basis>();
  const sent = useRef<Basis>(undefined);
  const forget = () => {
    setRefusal(undefined);
    setFixed(undefined);
  };
  return {
    /** The server's message, or ours if no answer came. */
    refusal,
    /**
     * What the sheet continues to show. If it was sent without an answer, it stays unchanged, so that the next try is
     * identical.
     */
    fixed,
    /** Another amount is another order. */
    forget,
    begin: (basis: Basis) => {
      sent.current = basis;
      setRefusal(undefined);
    },
    /** For the call's `onError`: true if the error was shown here. */
    failed: (error: unknown): boolean => {
      setFixed(isLost(error) ? sent.current : undefined);
      setRefusal(failureText(error));
      return true;
    },
  };
}
