// What a person is told when connecting did not work: what happened, that nothing was lost, and what to do.
import { t } from '@lingui/core/macro';
import { errorText } from '#api/errors.ts';
import type { ConnectFault, FaultKind } from './fault.ts';

interface FaultText {
  title: string;
  text: string;
}

type Shown = Exclude<FaultKind, 'cancelled' | 'login_failed'>;

const texts = (wallet: string): Record<Shown, FaultText> => ({
  rejected: {
    title: t`You said no in your wallet`,
    text: t`Nothing happened and nothing was signed. You can try again whenever you like.`,
  },
  pending: {
    title: t`Your wallet is already waiting for you`,
    text: t`A request is open in ${wallet}. Open the wallet, answer it, then try again.`,
  },
  no_account: {
    title: t`No account found`,
    text: t`${wallet} has no account for this page. Create or unlock one there, then try again.`,
  },
  no_answer: {
    title: t`Nothing came back from ${wallet}`,
    text: t`It may be closed or locked. Open it and try again. Nothing was signed.`,
  },
  disconnected: {
    title: t`Account disconnected`,
    text: t`${wallet} ended the connection. Connect again to go on.`,
  },
  account_switched: {
    title: t`Account switched`,
    text: t`${wallet} changed to another account meanwhile. Try again to sign in with it.`,
  },
  connect_failed: {
    title: t`Wallet connection failed`,
    text: t`${wallet} could not be reached. Nothing was changed. Try again, or choose another wallet.`,
  },
  unreachable: {
    title: t`${wallet} is out of reach`,
    text: t`Its service did not answer. Nothing was changed. Try again, or choose another wallet.`,
  },
  chain_failed: {
    title: t`The network was not switched`,
    text: t`${wallet} could not change its network. You can change it there by hand, then try again.`,
  },
  sign_failed: {
    title: t`Signing failed`,
    text: t`${wallet} gave no signature. Nothing was signed. Please try again.`,
  },
  login_stale: {
    title: t`That took too long`,
    text: t`The text to sign is good for five minutes. Try again to get a fresh one.`,
  },
  offline: {
    title: t`No connection to the server`,
    text: t`Signing in needs the network. Nothing was changed. Check your connection and try again.`,
  },
});

export function faultText(fault: ConnectFault, wallet: string): FaultText {
  if (fault.kind === 'login_failed') return { title: t`Login failed`, text: errorText(fault.cause) };
  return texts(wallet)[fault.kind === 'cancelled' ? 'rejected' : fault.kind];
}
