// A part of a version that the server no longer has: one reload brings the present version; a second fault is shown as such.
import { t } from '@lingui/core/macro';
import { session } from '#lib/storage.ts';
import { toast } from '#lib/toast.ts';
import { mayReload, reloadNote } from './updates.rules.ts';

const KEY = 'reloaded';
/** Its name changes with every file that it leads to. */
const VERSION = import.meta.url;

/** The worker would only bring the same version again: it is given the time to fetch the next one. */
const nextVersion = () => import('./worker.ts').then(({ takeNewest }) => takeNewest());

export function reloadForNewVersion(): void {
  window.addEventListener('vite:preloadError', () => {
    if (!navigator.onLine || !mayReload(session.getItem(KEY), VERSION, Date.now())) return;
    session.setItem(KEY, reloadNote(VERSION, Date.now()));
    toast(t`A new version is being loaded.`);
    nextVersion()
      .catch(() => undefined)
      .finally(() => location.reload());
  });
}
