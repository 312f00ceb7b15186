// Signing out, here or everywhere: the server ends the session, the page forgets it, and home is shown.
import { t } from '@lingui/core/macro';
import { call } from '#api/client.ts';
import { isLost } from '#api/errors.ts';
import { leaveOutbox, outboxAtom } from '#api/outbox-page.ts';
import { isWaiting } from '#api/outbox.rules.ts';
import { go } from '#lib/navigate.ts';
import { tellSignOut } from '#lib/notify.ts';
import { openPopup } from '#lib/popups.ts';
import { endSession } from '#lib/session.ts';
import { read } from '#lib/store.ts';
import { toast } from '#lib/toast.ts';

/**
 * An unreachable server does not keep anyone signed in here; its session expires on its own. `waiting`: what happens
 * to queued actions.
 */
export async function signOut(waiting: 'keep' | 'discard' = 'keep'): Promise<void> {
  await leaveOutbox(waiting);
  await tellSignOut();
  const ended = await call('POST /api/auth/logout', {}, { timeoutMs: 5000 }).catch((error) => !isLost(error));
  endSession();
  if (ended) toast(t`Signed out`, 'success');
  else
    toast(
      t`Signed out on this device. We couldn't reach the server; your session there expires on its own.`,
      'info',
    );
  await go('/', { replace: true });
}

/**
 * Signs out, unless actions are waiting to be sent: then a popup asks what to do with them. Returns true if it does.
 */
export async function askToSignOut(): Promise<boolean> {
  const waits = read(outboxAtom).some(isWaiting);
  if (waits) openPopup('signOut', {});
  else await signOut();
  return waits;
}

/**
 * The server has ended every session and device of the account: this page forgets it immediately, before any request.
 */
export function signedOutEverywhere(): void {
  void leaveOutbox();
  endSession();
  toast(t`Signed out everywhere`, 'success');
  void go('/', { replace: true });
}
