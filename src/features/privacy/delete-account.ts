// Deleting the account: the wallet signs the server's text, the server deletes, and nothing is left on this device.
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { confirmHolder } from '#actions/confirm-holder.ts';
import { useAct, useClosed } from '#api/act.ts';
import { intent, leavesOpen } from '#api/client.ts';
import { ApiError, errorText, isLost, TRANSPORT } from '#api/errors.ts';
import { forgetAbsent } from '#api/last.ts';
import { leaveOutbox } from '#api/outbox-page.ts';
import type { Input } from '#contract';
import { connectedWallet, WalletFault } from '#lib/connected-wallet.ts';
import { go } from '#lib/navigate.ts';
import { forgetHere } from '#lib/own-store.ts';
import { dropReminder } from '#lib/reminded.ts';
import { endSession, walletAtom } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';

const DELETE = 'POST /api/user/delete';

/** The account is gone: this page forgets it before anything requests it. */
async function forgetAccount(): Promise<void> {
  const account = read(walletAtom).address.toLowerCase();
  const queue = leaveOutbox('discard');
  endSession();
  forgetHere();
  const others = (one: string) => one !== account;
  await Promise.all([queue, dropReminder(account), forgetAbsent(others).catch(() => undefined)]);
  toast(t`Account deleted`, 'success');
  await go('/', { replace: true });
}

function refusalText(error: unknown): string {
  if (error instanceof WalletFault)
    return error.kind === 'rejected'
      ? t`You declined in your wallet. Nothing was deleted.`
      : t`Nothing was deleted. Open this account in your wallet and try again.`;
  if (isLost(error))
    return t`No answer, so we can't tell if your account was deleted. Try again to find out.`;
  return errorText(error);
}

/** `again` refetches balances and text: the refused ones were out of date. */
export function useDeletion(open: boolean, again: () => void) {
  const [refusal, setRefusal] = useState<{ text: string; lost: boolean }>();
  const [isAsking, setAsking] = useState(false);
  /** What the wallet has signed while the answer is unknown: the next try sends the same, under the same key. */
  const signed = useRef<Input<typeof DELETE> | undefined>(undefined);
  const closed = useClosed({ open });
  /** Once the sheet is closed, nothing is asked of the wallet, and what it has signed is not sent. */
  const keep = () => {
    if (closed.current) throw new ApiError('unknown', TRANSPORT.aborted, t`Nothing was deleted.`);
  };
  const sign = async (message: string) => {
    setAsking(true);
    try {
      const wallet = await connectedWallet();
      keep();
      return { message, signature: await wallet.sign(message) };
    } finally {
      setAsking(false);
    }
  };
  const { run, busy } = useAct(DELETE, {
    shownIn: { open },
    before: confirmHolder,
    by: async ({ message }) => {
      const input = (signed.current ??= await sign(message).finally(keep));
      try {
        const answer = await intent(DELETE)(input);
        signed.current = undefined;
        return answer;
      } catch (error) {
        if (!leavesOpen(error)) signed.current = undefined;
        throw error;
      }
    },
    onDone: () => void forgetAccount(),
    onError: (error) => {
      setRefusal({ text: refusalText(error), lost: isLost(error) });
      if (error instanceof ApiError && !isLost(error)) again();
      return true;
    },
  });
  const remove = (message: string) => {
    setRefusal(undefined);
    void run({ message, signature: '' });
  };
  return { remove, busy, isAsking, refusal };
}
