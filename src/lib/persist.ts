// Asks the browser to keep what is stored here: without that it clears all of it when space runs short.
import { local } from './storage.ts';

const ASKED = 'persistAsked';

/**
 * Some browsers ask the person, so it is done when there is a reason: once for the first action that is queued, and when the app was
 * installed, which some take as a yes.
 */
export async function keepForGood(why: 'queued' | 'installed'): Promise<void> {
  const { storage }: { storage?: StorageManager } = navigator;
  if (!storage?.persist || (why === 'queued' && local.getItem(ASKED) !== null)) return;
  local.setItem(ASKED, 'yes');
  if (!(await storage.persisted())) await storage.persist();
}
