// The bond between a session and the wallet that signed it: stored across reloads, watched while the page is open.
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { call } from '#api/client.ts';
import { leaveOutbox } from '#api/outbox-page.ts';
import { cached, queryClient } from '#api/queries.ts';
import { setConnectedWallet } from '#lib/connected-wallet.ts';
import { closePopup, popupAtom } from '#lib/popups.ts';
import { WHY_ENDED } from '#lib/session-end.ts';
import { endSession, onSessionEnd, ownDevice, signedInAtom } from '#lib/session.ts';
import { session } from '#lib/storage.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';
import { discoverWallets, knownWallets, onWallets } from './eip6963.ts';
import type { Provider } from './eip1193.ts';
import { walletPort } from './port.ts';
import { type Bond, type Ending, stillBonded, watch } from './watch.ts';

const KEY = 'walletBond';

/**
 * Undefined if it was edited by hand or written by an older version: then nothing is watched, and the session
 * continues.
 */
export function readBond(text: string | null): Bond | undefined {
  try {
    const bond = JSON.parse(text ?? '') as Partial<Bond>;
    const whole =
      typeof bond.rdns === 'string' && typeof bond.address === 'string' && typeof bond.chainId === 'number';
    return whole ? (bond as Bond) : undefined;
  } catch {
    return undefined;
  }
}

let stopWatching: (() => void) | undefined;

/**
 * The wallet is no longer what the session was signed with: the page forgets the session, and the server is notified
 * if possible.
 */
function end(ending: Ending): void {
  if (!read(signedInAtom)) return;
  // A wallet that locks itself every day must not end a session that stays signed in without it.
  if (ending === 'disconnected' && ownDevice()) return letGo();
  void leaveOutbox();
  void call('POST /api/auth/logout').catch(() => undefined);
  if (read(popupAtom)) closePopup();
  endSession(ending);
  const why = WHY_ENDED[ending] ?? msg`Account disconnected. Connect your wallet to continue.`;
  toast(i18n._(why));
}

/** From now on the wallet is watched, and other features may send with it. */
function hold(provider: Provider, bond: Bond): void {
  stopWatching?.();
  stopWatching = watch(provider, bond, end);
  const chain = () => queryClient.query({ ...cached('GET /api/assets/list'), staleTime: 'static' });
  setConnectedWallet(walletPort(provider, bond, { chain, origin: location.origin }));
}

/** Right after a sign-in. */
export function bind(provider: Provider, bond: Bond): void {
  session.setItem(KEY, JSON.stringify(bond));
  hold(provider, bond);
}

async function attach(provider: Provider, bond: Bond): Promise<void> {
  hold(provider, bond);
  const own = stopWatching;
  const ending = await stillBonded(provider, bond);
  // Another session may have begun meanwhile.
  if (ending && stopWatching === own) end(ending);
}

/** Finds a wallet that does not announce itself in the browser. */
type Revive = (rdns: string) => Provider | undefined;

/**
 * A wallet's in-app browser may inject its provider late without an event: the page looks for it this often, for this
 * long.
 */
const LOOK_MS = 1000;
const LOOK_FOR_MS = 30_000;

/**
 * After a reload: finds the session's wallet again, now or when it announces itself, and queries it without a prompt.
 */
export function reattach(revive: Revive): void {
  const bond = read(signedInAtom) ? readBond(session.getItem(KEY)) : undefined;
  if (!bond || stopWatching) return;
  let found = false;
  const look = () => {
    const entry = knownWallets().find(({ rdns }) => rdns === bond.rdns);
    if (!entry || found || stopWatching) return;
    found = true;
    forget();
    void attach(entry.provider, bond);
  };
  const hear = onWallets(look);
  const again = setInterval(discoverWallets, LOOK_MS);
  const forget = () => {
    hear();
    clearInterval(again);
  };
  setTimeout(() => clearInterval(again), LOOK_FOR_MS);
  onSessionEnd(forget);
  discoverWallets();
  look();
  const provider = found ? undefined : revive(bond.rdns);
  if (provider) void attach(provider, bond);
}

function letGo(): void {
  stopWatching?.();
  stopWatching = undefined;
  setConnectedWallet(undefined);
  session.removeItem(KEY);
}

/** However a session ends, its bond ends with it. */
onSessionEnd(letGo);
