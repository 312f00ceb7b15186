// When the server no longer has a file of this version, one reload fetches the current version; a second failure soon
// after it is left to whoever needs the file.
import { t } from '@lingui/core/macro';
import { session } from '#lib/storage.ts';
import { toast } from '#lib/toast.ts';
import { mayReload, reloadNote } from './updates.rules.ts';

const KEY = 'reloaded';
/** The name of this file changes whenever a file that it imports changes. */
const VERSION = import.meta.url;

/** The note of the last reload. A browser that stores nothing has none, but knows that this document was reloaded. */
function lastReload(): string | null {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const known = visit?.type === 'reload' ? reloadNote(VERSION, performance.timeOrigin) : null;
  return session.getItem(KEY) ?? known;
}

/** The worker would only serve the same version again, so it gets time to fetch the next one. */
const nextVersion = () => import('./worker.ts').then(({ takeNewest }) => takeNewest());

export function reloadForNewVersion(): void {
  /** Its own import may be missing too, and must not begin another reload. */
  let preparing = false;
  /** A document that asked for a reload and is still here went to another page meanwhile, which cancels a reload. */
  let asked = false;
  window.addEventListener('vite:preloadError', () => {
    if (preparing || !navigator.onLine) return;
    if (!asked && !mayReload(lastReload(), VERSION, Date.now())) return;
    preparing = true;
    void renew()
      .catch(() => undefined)
      .finally(() => {
        preparing = false;
      });
  });
  async function renew(): Promise<void> {
    // A file also fails to arrive when the server is away: a reload would then lose the page.
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    if (!ok) return;
    asked = true;
    session.setItem(KEY, reloadNote(VERSION, Date.now()));
    toast(t`Getting the new version.`);
    await nextVersion().catch(() => undefined);
    location.reload();
  }
}
