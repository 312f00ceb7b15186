// The withdrawal from the first field to its end, as one state that the sheet draws: form, check, progress.
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Output } from '#contract';
import { useOnline } from '#lib/online.ts';
import { serverNow } from '#lib/time.ts';
import { type Draft, isReady } from './draft.ts';
import { useDraft } from './use-draft.ts';
import { useSend } from './use-send.ts';
import { withdrawalOf } from './withdraw.rules.ts';

/** What was booked, as the page sent it and the server answered. */
export interface Receipt {
  coin: string;
  amount: string;
  recipient: string;
  /** The journal entry of the debit. */
  entry: string;
  /** Milliseconds on the server's clock, when it was answered. */
  at: number;
  receives: string;
  fee: string;
  state: Output<'POST /api/assets/withdraw'>['state'];
}

interface FlowOptions {
  list: Output<'GET /api/assets/list'> | undefined;
  /** The coin to begin with. */
  wanted: string | undefined;
  open: boolean;
}

export function useFlow({ list, wanted, open }: FlowOptions) {
  const { i18n } = useLingui();
  const online = useOnline();
  const [receipt, setReceipt] = useState<Receipt>();
  const filled = useDraft({ list, wanted, live: open && !receipt });
  const { draft, asset, judgement, recipient, change } = filled;
  const [tried, setTried] = useState(false);
  const [checking, setChecking] = useState(false);
  const order = { coin: asset.coin, amount: draft.amount };
  const sending = useSend({
    language: i18n.locale,
    onDone: ({ state, fee, entry }) => {
      const { receives } = withdrawalOf(asset, draft.amount);
      setReceipt({ ...order, recipient, entry, at: serverNow(), receives: receives ?? '0', fee, state });
    },
  });
  // A refusal of a field leads back to it.
  const refusedField = sending.refusal !== undefined && sending.refusal.about !== 'sending';
  return {
    ...filled,
    ...sending,
    online,
    tried,
    receipt,
    step: receipt
      ? ('progress' as const)
      : checking && !refusedField
        ? ('check' as const)
        : ('form' as const),
    edit: (next: Partial<Draft>) => {
      sending.forget();
      setChecking(false);
      // Another address has not been tried yet.
      if ('address' in next || 'toOwn' in next) setTried(false);
      change(next);
    },
    /** To the check, unless something is wrong or missing. */
    proceed: () => {
      sending.forget();
      setTried(true);
      setChecking(isReady(draft, judgement));
    },
    back: () => setChecking(false),
    submit: () => sending.send({ ...order, ...(judgement.foreign && { address: judgement.recipient }) }),
  };
}

export type Flow = ReturnType<typeof useFlow>;
