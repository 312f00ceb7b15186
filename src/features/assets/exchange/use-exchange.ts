// A swap from the first field to the end, as one state that the sheet renders.
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '@lingui/core/macro';
import type { Output } from '#contract';
import { confirmHolder } from '#actions/confirm-holder.ts';
import { useSheetDraft } from '#lib/drafts.ts';
import { useOnline } from '#lib/online.ts';
import { ApiError, errorText, failureText, isLost } from '#api/errors.ts';
import { useAct } from '#api/act.ts';
import {
  amountProblem,
  firstPair,
  givable,
  minReceived,
  type Pair,
  pairOf,
  partners,
  type Quote,
  USUAL_SLIPPAGE,
} from './exchange.rules.ts';
import { type Circumstances, isAboutAmount, refusalText } from './exchange.words.ts';
import { type Intent, quoteQuery } from './exchange.queries.ts';

interface Refusal {
  /** 'moved': the price left the limits; the new quote is shown and must be confirmed again. */
  about: 'amount' | 'moved' | 'whole';
  text: string;
}

function refusalOf(error: unknown, circumstances: Circumstances): Refusal {
  if (!(error instanceof ApiError)) return { about: 'whole', text: errorText(error) };
  if (error.name === 'below_minimum_received') {
    const text = t`The price moved below your minimum. Nothing was swapped. Check the new price.`;
    return { about: 'moved', text };
  }
  // The server's message names balance and amount.
  if (error.name === 'insufficient_balance') return { about: 'amount', text: error.message };
  if (error.transport) return { about: 'whole', text: failureText(error) };
  const text = refusalText(error, circumstances);
  return { about: isAboutAmount(error) ? 'amount' : 'whole', text };
}

/** What was confirmed: the quote shown, and its minimum. */
interface Agreed {
  quote: Quote;
  least: string;
}

interface SwapOptions {
  circumstances: Circumstances;
  /** The sheet is open. */
  open: boolean;
  onDone: (done: Quote) => void;
  /** The page's quote is out of date. */
  onRefused: () => void;
}

/** Makes the swap once, and says why it was not made. */
function useSwap({ circumstances, open, onDone, onRefused }: SwapOptions) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [unsure, setUnsure] = useState<Agreed>();
  const sent = useRef<Agreed>(undefined);
  const act = useAct('POST /api/assets/swap', {
    before: confirmHolder,
    shownIn: { open, done: t`Swapped` },
    // By the time of another sheet, the price has moved, and the minimum with it.
    about: ({ from, to, amount }) => ({ from, to, amount }),
    onDone: (done) => {
      setUnsure(undefined);
      onDone(done);
    },
    onError: (error) => {
      const lost = isLost(error);
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
    /** It was sent and no answer came: until one does, the next try is identical, so that it counts once. */
    unsure,
    /** The user has entered something else: the same amount, entered again, may be meant as another swap. */
    forget: () => {
      setRefusal(undefined);
      setUnsure(undefined);
      act.startOver();
    },
  };
}

const REST_MS = 400;

const same = (a: Intent, b: Intent): boolean => a.from === b.from && a.to === b.to && a.amount === b.amount;

/** The intent, once it has stayed the same for `REST_MS`. */
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
  /** The last quote of this pair; while `current` is false, it is for an earlier amount. */
  quote: Quote | undefined;
  /** The quote is for the current input, and nothing prevents it. */
  current: boolean;
  /** Why there is no quote for the current input. */
  error: ApiError | null;
  /** Refetches; settles when the answer has arrived. */
  renew: () => Promise<unknown>;
}

/** `wanted`: the intent can be quoted, the sheet is open, and nothing else is in progress. */
function useQuote(intent: Intent, wanted: boolean): QuoteState {
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

interface ExchangeOptions {
  /** Undefined until loaded; nothing is rendered before that. */
  list: Output<'GET /api/assets/list'> | undefined;
  /** The initial pair. */
  wanted: Partial<Pair>;
  open: boolean;
}

export function useExchange({ list, wanted, open }: ExchangeOptions) {
  const { i18n } = useLingui();
  const online = useOnline();
  const items = list?.items ?? [];
  const [done, setDone] = useState<Quote>();
  const [chosen, setChosen] = useSheetDraft<Pair | undefined>('exchange.pair', undefined, open && !done);
  const pair = chosen ?? firstPair(items, wanted);
  const [amount, setAmount] = useSheetDraft('exchange.amount', '', open && !done);
  /** Hundredths of a percent; undefined while a custom value is being typed. */
  const [slippage, setSlippage] = useState<number | undefined>(USUAL_SLIPPAGE);
  const intent = { ...pair, amount };
  const balance = items.find(({ coin }) => coin === pair.from)?.balance ?? '0';
  const circumstances = { intent, items, language: i18n.locale };
  const [renewing, setRenewing] = useState(false);
  const swapping = useSwap({
    circumstances,
    open,
    onDone: setDone,
    onRefused: () => {
      setRenewing(true);
      void quoting.renew().finally(() => setRenewing(false));
    },
  });
  const { busy, unsure, forget } = swapping;
  // What was sent may be gone from the balance before the answer is known.
  const problem = unsure || busy ? null : amountProblem(balance, amount);
  const quotable = problem === null || problem === 'balance';
  const quoting = useQuote(intent, open && online && quotable && !busy && !unsure && !done);
  const quote = unsure?.quote ?? (quotable ? quoting.quote : undefined);
  const current = unsure !== undefined || (quoting.current && !renewing);
  const least =
    unsure?.least ?? (quote && slippage !== undefined ? minReceived(quote.received, slippage) : undefined);

  /** What was to be received when the amount was agreed on; undefined until then. */
  const [seen, setSeen] = useState<string>();
  const quoteError = quotable ? quoting.error : null;
  const ready = online && current && problem === null && quote !== undefined && least !== undefined;
  const filled = problem === null && slippage !== undefined && !(quoteError && isAboutAmount(quoteError));

  // A refusal of the amount leads back to it.
  const checking = seen !== undefined && quote !== undefined && (unsure !== undefined || filled);
  const step = (received?: string) => {
    if (!unsure) forget();
    setSeen(received);
  };
  const choose = (next: Pair) => {
    forget();
    setSeen(undefined);
    if (next.from !== pair.from) setAmount('');
    setChosen(next);
  };
  return {
    ...swapping,
    online,
    pair,
    amount,
    slippage,
    done,
    problem,
    circumstances,
    quote,
    /** The quote is for the current input, and may be confirmed. */
    current,
    least,
    quoteError,
    ready,
    /** Everything is filled in, but there is no quote yet. */
    waits: filled && !ready,
    /** The final review before it is sent. */
    checking: checking && swapping.refusal?.about !== 'amount',
    seen,
    proceed: () => step(quote?.received),
    cancel: () => step(),
    givable: givable(items, pair.from),
    partners: partners(items, pair.from, pair.to),
    give: (from: string) => choose(from === pair.to ? turned(pair) : pairOf(items, from, pair.to)),
    take: (to: string) => choose({ ...pair, to }),
    turn: () => choose(turned(pair)),
    type: (text: string) => {
      forget();
      setSeen(undefined);
      setChosen(pair);
      setAmount(text);
    },
    setSlippage: (next: number | undefined) => {
      forget();
      setSlippage(next);
    },
    confirm: () => {
      if (!quote || least === undefined) return;
      setSeen(quote.received);
      swapping.swap({ quote, least });
    },
  };
}

const turned = ({ from, to }: Pair): Pair => ({ from: to, to: from });

export type Exchange = ReturnType<typeof useExchange>;
