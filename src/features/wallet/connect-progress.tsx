// While an attempt is in progress, and its result: one state at a time, each with its own texts.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { t } from '@lingui/core/macro';
import { shortAddress } from '#lib/amounts.ts';
import { networkName } from '#lib/network.ts';
import { useAfter } from '#lib/use-after.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { part } from '#ui/part.tsx';
import { errorText } from '#api/errors.ts';
import type { View } from './use-connect.ts';
import { WalletIcon } from './wallet-list.tsx';
import { WALLETCONNECT_RDNS } from './walletconnect/offer.ts';
import { pairingAtom } from './walletconnect/pairing-link.ts';
import type { ConnectFault, FaultKind } from './fault.ts';

interface FaultText {
  title: string;
  text: string;
}

type Shown = Exclude<FaultKind, 'cancelled' | 'login_failed'>;

const texts = (wallet: string): Record<Shown, FaultText> => ({
  rejected: {
    title: t`You declined in your wallet`,
    text: t`Nothing was signed. Try again whenever you like.`,
  },
  pending: {
    title: t`Your wallet is already waiting for you`,
    text: t`Open ${wallet} and answer its request, then try again.`,
  },
  no_account: {
    title: t`No account found`,
    text: t`Create or unlock an account in ${wallet}, then try again.`,
  },
  no_answer: {
    title: t`No answer from ${wallet}`,
    text: t`Nothing was signed. Open it and try again.`,
  },
  disconnected: {
    title: t`Account disconnected`,
    text: t`${wallet} disconnected. Connect again to continue.`,
  },
  account_switched: {
    title: t`Account switched`,
    text: t`${wallet} switched accounts. Try again to use the new one.`,
  },
  chain_switched: {
    title: t`Network switched`,
    text: t`${wallet} switched networks. Nothing changed. Try again.`,
  },
  connect_failed: {
    title: t`Wallet connection failed`,
    text: t`We couldn't reach ${wallet}. Nothing changed. Try again or choose another wallet.`,
  },
  unreachable: {
    title: t`Can't reach ${wallet}`,
    text: t`Nothing changed. Try again or choose another wallet.`,
  },
  chain_failed: {
    title: t`Network not switched`,
    text: t`Switch the network in ${wallet}, then try again. Nothing changed.`,
  },
  sign_failed: {
    title: t`Signing failed`,
    text: t`Nothing was signed. Try again in ${wallet}.`,
  },
  login_stale: {
    title: t`That took too long`,
    text: t`The message to sign lasts five minutes. Try again for a new one.`,
  },
});

/** What the user is told when connecting failed: what happened, that nothing was lost, and what to do. */
function faultText(fault: ConnectFault, wallet: string): FaultText {
  if (fault.kind === 'login_failed') return { title: t`Login failed`, text: errorText(fault.cause) };
  return texts(wallet)[fault.kind === 'cancelled' ? 'rejected' : fault.kind];
}

const { Part: Pairing } = part<{ link: string }>(() =>
  import('./walletconnect/pairing.tsx').then((module) => module.Pairing),
);

type Running = Exclude<View, { at: 'list' }>;

/** If a wallet has not answered by then, its window may be behind ours. */
const SLOW_MS = 10_000;

function Picture({ view }: { view: Running }) {
  const mark = view.at === 'done' ? 'check' : view.at === 'fault' ? 'warn' : undefined;
  return (
    <span className="relative mx-auto block size-18">
      {!mark && <span className="absolute -inset-2 animate-pulse-dot rounded-[26px] bg-amber/25" />}
      <span className="relative block">
        <WalletIcon wallet={view.wallet} large />
      </span>
      {mark && (
        <span
          className={cx(
            'absolute -right-2 -bottom-2 flex size-8 items-center justify-center rounded-full border-3 border-white text-white',
            mark === 'check' ? 'bg-malachite' : 'bg-garnet',
          )}
        >
          <Icon name={mark} size={18} />
        </span>
      )}
    </span>
  );
}

function useWords(view: Running): { title: ReactNode; text: ReactNode } {
  const { t } = useLingui();
  const { name } = view.wallet;
  const address = 'address' in view && view.address ? shortAddress(view.address) : '';
  switch (view.at) {
    case 'connecting':
      if (view.wallet.rdns === WALLETCONNECT_RDNS)
        return {
          title: t`Connecting to ${name}`,
          text: t`Getting the code for your wallet.`,
        };
      return {
        title: t`Connecting to ${name}`,
        text: t`Let your wallet share your address. It can't spend anything.`,
      };
    case 'connected':
      return { title: t`Connected`, text: t`Account ${address}. Getting the message to sign.` };
    case 'wrong_chain': {
      const chain = view.chain ? networkName(view.chain.chainId) : '';
      return { title: t`Wrong network`, text: t`Adit runs on ${chain}. ${name} is on another network.` };
    }
    case 'signing':
      return {
        title: t`Sign in with ${name}`,
        text: t`Sign the message to prove ${address} is yours. It's free and moves nothing.`,
      };
    case 'checking':
      return { title: t`Checking the signature`, text: t`One moment.` };
    case 'done':
      return { title: t`Signed in`, text: t`Welcome.` };
    case 'fault':
      return faultText(view.fault, name);
  }
}

export function ConnectProgress({ view }: { view: Running }) {
  const { title, text } = useWords(view);
  const pairing = useAtomValue(pairingAtom);
  const slow = useAfter(SLOW_MS, view.at);
  const pairs = view.at === 'connecting' && view.wallet.rdns === WALLETCONNECT_RDNS;
  const waiting = (view.at === 'connecting' && !pairs) || view.at === 'signing';
  const { name } = view.wallet;
  if (pairing !== null && pairs) return <Pairing link={pairing} />;
  return (
    <div className="flex min-h-56 flex-col items-center justify-center px-2 py-4 text-center">
      <Picture view={view} />
      <div role={view.at === 'fault' ? 'alert' : 'status'} className="mt-6">
        <p className="m-0 text-lg font-semibold text-balance">{title}</p>
        <p className="m-0 mt-1.5 text-base text-pretty text-muted">{text}</p>
        {waiting && slow && (
          <p className="m-0 mt-3 text-sm text-pretty text-amber-ink">{t`Don't see it? Open ${name}.`}</p>
        )}
      </div>
    </div>
  );
}

interface ActionsProps {
  view: View;
  onRetry: () => void;
  onBack: () => void;
}

export function ConnectActions({ view, onRetry, onBack }: ActionsProps) {
  if (view.at === 'list' || view.at === 'done') return null;
  if (view.at === 'fault')
    return (
      <>
        <Button look="ghost" wide onClick={onBack}>
          <Trans>Choose another wallet</Trans>
        </Button>
        <Button wide onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </>
    );
  return (
    <>
      <Button look="ghost" wide onClick={onBack}>
        <Trans>Cancel</Trans>
      </Button>
      {view.at === 'wrong_chain' && (
        <Button wide busy={view.goOn === undefined} onClick={() => view.goOn?.()}>
          <Trans>Switch network</Trans>
        </Button>
      )}
    </>
  );
}
