// Sends the withdrawal, asks the wallet if the server demands that, and assigns refusals to the right place on the
// sheet.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useAct } from '#api/act.ts';
import { confirmHolder } from '#actions/confirm-holder.ts';
import { promptForKyc } from '#actions/kyc.ts';
import { ApiError, failureText, isLost, isRefusal, transportError } from '#api/errors.ts';
import type { Output } from '#contract';
import { WalletFault, connectedWallet } from '#lib/connected-wallet.ts';
import { type Order, sendWithdrawal } from './consent.ts';
import { amountRefusal, walletFaultText } from './withdraw.words.ts';

/** What was refused: the amount, the address, the wallet's approval, or the withdrawal as a whole. */
export interface Refusal {
  about: 'amount' | 'address' | 'wallet' | 'sending';
  text: string;
  /** The wallet has to be connected first. */
  unconnected?: boolean;
  /** No answer came: the balance may contain it already. */
  lost?: boolean;
}

function refusalOf(error: unknown, language: string): Refusal {
  if (error instanceof WalletFault) {
    const { kind } = error;
    return { about: 'wallet', text: walletFaultText(kind), unconnected: kind === 'disconnected' };
  }
  if (isRefusal(error, 'insufficient_balance')) return { about: 'amount', text: error.message };
  if (isRefusal(error, 'invalid_amount'))
    return { about: 'amount', text: amountRefusal(error.data, language) ?? error.message };
  if (isRefusal(error, 'address_invalid')) return { about: 'address', text: error.message };
  if (isRefusal(error, 'consent_required')) {
    const text = t`Your approval expired or doesn't match. Nothing was sent. Sign again.`;
    return { about: 'sending', text };
  }
  return { about: 'sending', text: failureText(error), lost: isLost(error) };
}

/** The wallet's signature. After `signal`, the wallet's answer is ignored. */
function signed(message: string, signal: AbortSignal): Promise<string> {
  const stopped = () => transportError('aborted');
  const left = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(stopped())),
  );
  const ask = async () => {
    const wallet = await connectedWallet();
    if (signal.aborted) throw stopped();
    return wallet.sign(message);
  };
  return Promise.race([ask(), left]);
}

interface SendOptions {
  language: string;
  /** The sheet is open. Closing it stops waiting for the wallet. */
  open: boolean;
  onDone: (answer: Output<'POST /api/assets/withdraw'>) => void;
}

export function useSend({ language, open, onDone }: SendOptions) {
  const [refusal, setRefusal] = useState<Refusal>();
  /** `asked`: the wallet has the text; `signed`: the server has the signature. */
  const [approval, setApproval] = useState<'asked' | 'signed'>();
  const attempt = useRef<AbortController | null>(null);
  const letGo = () => attempt.current?.abort();
  useEffect(() => () => attempt.current?.abort(), [open]);
  const act = useAct('POST /api/assets/withdraw', {
    before: confirmHolder,
    shownIn: { open, done: t`Withdrawal requested` },
    by: async (order, sheet) => {
      const { signal } = (attempt.current = new AbortController());
      const approve = async (message: string) => {
        setApproval('asked');
        const signature = await signed(message, signal);
        setApproval('signed');
        return signature;
      };
      try {
        return await sendWithdrawal(order, approve, sheet);
      } finally {
        setApproval(undefined);
      }
    },
    onDone,
    onError: (error) => {
      if (promptForKyc(error, 'withdraw')) return true;
      // Nobody waits for the wallet any more.
      if (attempt.current?.signal.aborted && error instanceof ApiError && error.name === 'aborted')
        return true;
      setRefusal(refusalOf(error, language));
      return true;
    },
  });
  const send = (order: Order) => {
    setRefusal(undefined);
    void act.run(order);
  };
  return { send, busy: act.busy, approval, letGo, refusal, forget: () => setRefusal(undefined) };
}
