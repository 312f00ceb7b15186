// An exchange from the first field to its end, as one state that the sheet draws.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Output } from '#contract';
import { useSheetDraft } from '#lib/drafts.ts';
import { useOnline } from '#lib/online.ts';
import {
  type Pair,
  type Quote,
  USUAL_SLIPPAGE,
  amountProblem,
  firstPair,
  givable,
  minReceived,
  pairOf,
  partners,
} from './exchange.rules.ts';
import { isAboutAmount } from './exchange.words.ts';
import { useQuote } from './use-quote.ts';
import { useSwap } from './use-swap.ts';

interface ExchangeOptions {
  /** Undefined until it is here; nothing is drawn of the exchange before. */
  list: Output<'GET /api/assets/list'> | undefined;
  /** The pair to begin with. */
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
  /** Hundredths of a percent; undefined while an own value is being typed. */
  const [slippage, setSlippage] = useState<number | undefined>(USUAL_SLIPPAGE);
  const intent = { ...pair, amount };
  const balance = items.find(({ coin }) => coin === pair.from)?.balance ?? '0';
  const problem = amountProblem(balance, amount);
  const quotable = problem === null || problem === 'balance';
  const circumstances = { intent, items, language: i18n.locale };
  const [renewing, setRenewing] = useState(false);
  const swapping = useSwap({
    circumstances,
    onDone: setDone,
    onRefused: () => {
      setRenewing(true);
      void quoting.renew().finally(() => setRenewing(false));
    },
  });
  const { busy, unsure, forget } = swapping;
  const quoting = useQuote(intent, open && online && quotable && !busy && !unsure && !done);
  const quote = unsure?.quote ?? (quotable ? quoting.quote : undefined);
  const current = unsure !== undefined || (quoting.current && !renewing);
  const least =
    unsure?.least ?? (quote && slippage !== undefined ? minReceived(quote.received, slippage) : undefined);

  const quoteError = quotable ? quoting.error : null;
  const ready = online && current && problem === null && quote !== undefined && least !== undefined;
  const filled = problem === null && slippage !== undefined && !(quoteError && isAboutAmount(quoteError));

  const choose = (next: Pair) => {
    forget();
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
    /** The quote is for what is typed, and may be confirmed. */
    current,
    least,
    quoteError,
    ready,
    /** All is filled in, and there is no quote for it yet. */
    waits: filled && !ready,
    givable: givable(items, pair.from),
    partners: partners(items, pair.from, pair.to),
    give: (from: string) => choose(from === pair.to ? turned(pair) : pairOf(items, from, pair.to)),
    take: (to: string) => choose({ ...pair, to }),
    turn: () => choose(turned(pair)),
    type: (text: string) => {
      forget();
      setChosen(pair);
      setAmount(text);
    },
    setSlippage: (next: number | undefined) => {
      forget();
      setSlippage(next);
    },
    confirm: () => {
      if (quote && least !== undefined) swapping.swap({ quote, least });
    },
  };
}

const turned = ({ from, to }: Pair): Pair => ({ from: to, to: from });

export type Exchange = ReturnType<typeof useExchange>;
