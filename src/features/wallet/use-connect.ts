// The state of connecting, for the sheet: one attempt at a time, which closing the sheet cancels.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { deviceAtom, startSession, type WalletPhase, walletPhaseAtom } from '#lib/session.ts';
import { read, write } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { call } from '#api/client.ts';
import { forgetAnswers, remember } from '#api/queries.ts';
import { storeOutboxToken } from '#api/outbox.ts';
import { dropInviteCode, inviteCodeAtom, rememberInviteCode } from '#lib/invite-code.ts';
import { serverNow } from '#lib/time.ts';
import type { ChainFacts } from './chain.ts';
import { connect, type ConnectDeps, type Connected, type ConnectStep, type ConnectTalk } from './connect.ts';
import type { WalletEntry } from './eip6963.ts';
import { type ConnectFault, faultOf } from './fault.ts';
import { bind } from './bond.ts';
import { tellInviteTooLate } from './invite-links.ts';

/** A user may have to find the wallet's window, unlock it and read: two minutes. */
const PATIENCE_MS = 120_000;
/** Our own server should answer fast; nobody should wait a minute for a nonce. */
const timeoutMs = 15_000;

const deps = (signal: AbortSignal): ConnectDeps => ({
  chain: () => call('GET /api/assets/list', {}, { signal, timeoutMs }),
  nonce: async () => (await call('GET /api/auth/nonce', {}, { signal, timeoutMs })).nonce,
  login: (input) => call('POST /api/auth/login', input, { signal, timeoutMs }),
  checksum: async (address) => (await import('#lib/checksum.ts')).checksum(address),
  now: serverNow,
  place: { host: location.host, origin: location.origin },
  invite: { read: () => read(inviteCodeAtom) ?? undefined, drop: dropInviteCode },
  patienceMs: PATIENCE_MS,
});

/** Stores the session: this tab's token and figures, the worker's token, the bond with the wallet. */
async function keep(
  wallet: WalletEntry,
  { login, address, chainId }: Connected,
  stay: boolean,
): Promise<void> {
  const before = read(deviceAtom);
  forgetAnswers();
  startSession(login.token, { address: login.user.address, isFirst: login.isFirst });
  remember('GET /api/user/info', login.user);
  if (read(inviteCodeAtom) !== null && !login.isFirst) tellInviteTooLate();
  dropInviteCode();
  bind(wallet.provider, { rdns: wallet.rdns, address, chainId });
  await storeOutboxToken({ token: login.outboxToken, address: login.user.address });
  if (stay || before) void stayOrNot(login.user.address, stay);
}

/** The sign-in does not wait for it. */
async function stayOrNot(address: string, stay: boolean): Promise<void> {
  try {
    const { chooseToStay } = await import('#api/device.ts');
    await chooseToStay(address, stay);
  } catch {
    if (stay) toast(t`We couldn't keep you signed in. Use your wallet next time.`);
  }
}

/** @throws ConnectFault for every failure; nothing has changed then */
async function signIn(
  wallet: WalletEntry,
  talk: ConnectTalk,
  signal: AbortSignal,
  stay: boolean,
): Promise<void> {
  // A link opened a moment ago counts, even if the page has not processed it yet.
  rememberInviteCode(location.href);
  await keep(wallet, await connect(wallet.provider, deps(signal), talk, signal), stay);
}

export type View =
  | { at: 'list' }
  | {
      at: ConnectStep;
      wallet: WalletEntry;
      address?: string;
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

interface ConnectOptions {
  /** The sheet is open. Closing it ends the attempt. */
  open: boolean;
  stay: boolean;
  onDone: () => void;
}

export function useConnect({ open, stay, onDone }: ConnectOptions) {
  const [view, setView] = useState<View>({ at: 'list' });
  const attempt = useRef<AbortController | null>(null);

  function stop(): void {
    attempt.current?.abort();
    attempt.current = null;
  }

  function cancel(): void {
    stop();
    setView({ at: 'list' });
  }

  async function start(wallet: WalletEntry): Promise<void> {
    // A second tap during an attempt does nothing.
    if (attempt.current) return;
    const own = new AbortController();
    attempt.current = own;
    const current = () => attempt.current === own;
    const before = read(walletPhaseAtom);
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
      onUnknownInvite: (code: string) => toast(t`Signed in. There's no invite code ${code}.`),
    };
    try {
      await signIn(wallet, talk, own.signal, stay);
      attempt.current = null;
      setView({ at: 'done', wallet });
      onDone();
    } catch (error) {
      const fault = faultOf('connect', error);
      if (current()) {
        attempt.current = null;
        setView({ at: 'fault', wallet, fault });
      }
      // Nothing has changed: a session that had ended before still has, for its own reason.
      write(walletPhaseAtom, fault.kind === 'account_switched' ? 'account_switched' : before);
    }
  }

  useEffect(() => stop, [open]);
  return { view, start, cancel };
}
