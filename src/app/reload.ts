// A part of a version that the server no longer has: one reload brings the present version; a second fault is shown as such.
import { t } from '@lingui/core/macro';
import { session } from '#lib/storage.ts';
import { toast } from '#lib/toast.ts';

const KEY = 'reloaded';

export function reloadForNewVersion(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || session.getItem(KEY) === location.href) return;
    event.preventDefault();
    session.setItem(KEY, location.href);
    toast(t`A new version is being loaded.`);
    location.reload();
  });
}
