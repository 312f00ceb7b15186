// While an attempt is in progress, and its result: one state at a time, each with its own texts.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { t } from '@lingui/core/macro';
import { shortAddress } from '#lib/amounts.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { errorText } from '#api/errors.ts';
import { chainName } from './chain.ts';
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

/** What the user is told when connecting failed: what happened, that nothing was lost, and what to do. */
function faultText(fault: ConnectFault, wallet: string): FaultText {
  if (fault.kind === 'login_failed') return { title: t`Login failed`, text: errorText(fault.cause) };
  return texts(wallet)[fault.kind === 'cancelled' ? 'rejected' : fault.kind];
}

const Pairing = lazy(() =>
  import('./walletconnect/pairing.tsx').then((module) => ({ default: module.Pairing })),
);

type Running = Exclude<View, { at: 'list' }>;

/** A wallet that has not answered by then may have its window behind ours. */
const SLOW_MS = 10_000;

function useSlow(key: string): boolean {
  const [slowKey, setSlowKey] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSlowKey(key), SLOW_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return slowKey === key;
}

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
          text: t`The code for your wallet is on its way.`,
        };
      return {
        title: t`Connecting to ${name}`,
        text: t`Your wallet asks whether this page may see your address. Nothing can be spent with it.`,
      };
    case 'connected':
      return { title: t`Connected`, text: t`Account ${address}. The text to sign is on its way.` };
    case 'wrong_chain': {
      const chain = view.chain ? chainName(view.chain.chainId) : '';
      return { title: t`Wrong network`, text: t`${name} is on another network. Adit works on ${chain}.` };
    }
    case 'signing':
      return {
        title: t`Sign in with ${name}`,
        text: t`Your wallet shows a text. Signing it proves that ${address} is yours; it is free and moves nothing.`,
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
  const slow = useSlow(view.at);
  const pairs = view.at === 'connecting' && view.wallet.rdns === WALLETCONNECT_RDNS;
  const waiting = (view.at === 'connecting' && !pairs) || view.at === 'signing';
  const { name } = view.wallet;
  if (pairing !== null && pairs)
    return (
      <Suspense fallback={null}>
        <Pairing link={pairing} />
      </Suspense>
    );
  return (
    <div className="flex min-h-56 flex-col items-center justify-center px-2 py-4 text-center">
      <Picture view={view} />
      <div role={view.at === 'fault' ? 'alert' : 'status'} className="mt-6">
        <p className="m-0 text-lg font-semibold text-balance">{title}</p>
        <p className="m-0 mt-1.5 text-base text-pretty text-muted">{text}</p>
        {waiting && slow && (
          <p className="m-0 mt-3 text-sm text-pretty text-amber-ink">
            <Trans>Nothing to see? Open {name} and look for a waiting request.</Trans>
          </p>
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
