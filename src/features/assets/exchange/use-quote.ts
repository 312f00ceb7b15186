// The quote for what is typed: asked for when typing rests, renewed while it is looked at, and never one for another input.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '#api/errors.ts';
import { type Intent, quoteQuery } from './exchange.queries.ts';
import type { Quote } from './exchange.rules.ts';

const REST_MS = 400;

const same = (a: Intent, b: Intent): boolean => a.from === b.from && a.to === b.to && a.amount === b.amount;

/** The wish, once it has stayed the same for `REST_MS`. */
function useRested(intent: Intent): Intent {
  const [rested, setRested] = useState(intent);
  const { from, to, amount } = intent;
  useEffect(() => {
    const timer = setTimeout(() => setRested({ from, to, amount }), REST_MS);
    return () => clearTimeout(timer);
  }, [from, to, amount]);
  return rested;
}

interface QuoteState {
  /** The last quote of this pair; of an earlier amount while `current` is false. */
  quote: Quote | undefined;
  /** The quote is for what is typed now, and nothing speaks against it. */
  current: boolean;
  /** Why there is none for what is typed now. */
  error: ApiError | null;
  /** Asks anew; settles when the answer is here. */
  renew: () => Promise<unknown>;
}

/** `wanted`: the wish can be quoted, the sheet is open, and nothing else is under way. */
export function useQuote(intent: Intent, wanted: boolean): QuoteState {
  const rested = useRested(intent);
  const settled = same(rested, intent);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...quoteQuery(rested),
    enabled: wanted && settled,
  });
  const ofPair = data && data.from === intent.from && data.to === intent.to ? data : undefined;
  return {
    quote: ofPair,
    current: settled && wanted && ofPair !== undefined && !isPlaceholderData && error === null,
    error: settled ? error : null,
    renew: refetch,
  };
}
