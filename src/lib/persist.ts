// Asks the browser for persistent storage; without it, the browser may delete everything when space runs short.
import { local } from './storage.ts';

const ASKED = 'persistAsked';

/**
 * Some browsers ask the user, so this is done only when there is a reason: once for the first queued action, and after
 * the app is installed, when some browsers grant it without asking.
 */
export async function keepForGood(why: 'queued' | 'installed'): Promise<void> {
  const { storage }: { storage?: StorageManager } = navigator;
  if (!storage?.persist || (why === 'queued' && local.getItem(ASKED) !== null)) return;
  local.setItem(ASKED, 'yes');
  if (!(await storage.persisted())) await storage.persist();
}
