// Where connecting stands, for the sheet: one attempt at a time, which leaving the sheet cancels.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { walletPhaseAtom, type WalletPhase } from '#lib/session.ts';
import { write } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import type { ChainFacts } from './chain.ts';
import type { ConnectStep } from './connect.ts';
import type { WalletEntry } from './eip6963.ts';
import { type ConnectFault, faultOf } from './fault.ts';
import { signIn } from './sign-in.ts';

export type View =
  | { at: 'list' }
  | {
      at: ConnectStep;
      wallet: WalletEntry;
      address?: string | undefined;
      goOn?: (() => void) | undefined;
      chain?: ChainFacts;
    }
  | { at: 'done'; wallet: WalletEntry }
  | { at: 'fault'; wallet: WalletEntry; fault: ConnectFault };

const PHASES: Record<ConnectStep, WalletPhase> = {
  connecting: 'connecting',
  connected: 'connected',
  wrong_chain: 'connected',
  signing: 'signing',
  checking: 'signing',
};

export function useConnect(onDone: () => void) {
  const [view, setView] = useState<View>({ at: 'list' });
  const attempt = useRef<AbortController | null>(null);

  function cancel(): void {
    attempt.current?.abort();
    attempt.current = null;
    setView({ at: 'list' });
  }

  async function start(wallet: WalletEntry): Promise<void> {
    // A second tap while one attempt is under way does nothing.
    if (attempt.current) return;
    const own = new AbortController();
    attempt.current = own;
    const current = () => attempt.current === own;
    const talk = {
      onStep: (at: ConnectStep, address?: string) => {
        if (!current()) return;
        write(walletPhaseAtom, PHASES[at]);
        setView({ at, wallet, address });
      },
      askSwitch: (chain: ChainFacts) =>
        new Promise<void>((resolve) => {
          const goOn = () => {
            setView((shown) => ({ ...shown, goOn: undefined }));
            resolve();
          };
          if (current()) setView((shown) => ({ ...shown, chain, goOn }) as View);
        }),
      onUnknownInvite: (code: string) =>
        toast(t`Nobody has the invite code ${code}. You are signed in without it.`, 'info', 5000),
    };
    try {
      await signIn(wallet, talk, own.signal);
      attempt.current = null;
      setView({ at: 'done', wallet });
      onDone();
    } catch (error) {
      const fault = faultOf('connect', error);
      if (current()) {
        attempt.current = null;
        setView({ at: 'fault', wallet, fault });
      }
      write(walletPhaseAtom, fault.kind === 'account_switched' ? 'account_switched' : 'disconnected');
    }
  }

  useEffect(() => () => attempt.current?.abort(), []);
  return { view, start, cancel };
}
