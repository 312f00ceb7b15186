// Signing out: the server revokes the session, the page forgets it in any case, and home is shown.
import { t } from '@lingui/core/macro';
import { call } from '#api/client.ts';
import { go } from '#lib/navigate.ts';
import { endSession } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';

/** A server that cannot be reached does not keep anybody signed in here; its session runs out by itself. */
export async function signOut(): Promise<void> {
  await call('POST /api/auth/logout', {}, { timeoutMs: 5000 }).catch(() => undefined);
  endSession();
  toast(t`Signed out`, 'success');
  await go('/', { replace: true });
}
