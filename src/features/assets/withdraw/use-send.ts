// Sends the withdrawal and assigns its refusals to the right place on the sheet.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useAct } from '#api/act.ts';
import { promptForKyc } from '#actions/kyc.ts';
import { errorText, isLost, isRefusal } from '#api/errors.ts';
import type { Output } from '#contract';
import { amountRefusal } from './withdraw.words.ts';

/** What the server refused: the amount, the address, or the withdrawal as a whole. */
export interface Refusal {
  about: 'amount' | 'address' | 'sending';
  text: string;
}

export interface Order {
  coin: string;
  amount: string;
  /** Omitted for the user's own wallet. */
  address?: string;
}

function refusalOf(error: unknown, language: string): Refusal {
  if (isRefusal(error, 'insufficient_balance')) return { about: 'amount', text: error.message };
  if (isRefusal(error, 'invalid_amount'))
    return { about: 'amount', text: amountRefusal(error.data, language) ?? error.message };
  if (isRefusal(error, 'address_invalid')) return { about: 'address', text: error.message };
  if (isLost(error)) {
    const text = t`No answer came, so it is not certain whether the request arrived. Press the button again: the same withdrawal is booked only once.`;
    return { about: 'sending', text };
  }
  return { about: 'sending', text: errorText(error) };
}

interface SendOptions {
  language: string;
  onDone: (answer: Output<'POST /api/assets/withdraw'>) => void;
}

export function useSend({ language, onDone }: SendOptions) {
  const [refusal, setRefusal] = useState<Refusal>();
  const act = useAct('POST /api/assets/withdraw', {
    onDone,
    onError: (error) => {
      if (promptForKyc(error, 'withdraw')) return true;
      if (isRefusal(error, 'session_expired')) return false;
      setRefusal(refusalOf(error, language));
      return true;
    },
  });
  const send = (order: Order) => {
    setRefusal(undefined);
    void act.run(order);
  };
  return { send, busy: act.busy, refusal, forget: () => setRefusal(undefined) };
}
