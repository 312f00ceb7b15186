// Boots the page: the language's texts and the app's code are fetched in parallel.
import { startLanguage } from '#lib/locale.ts';

// Opened without the hash, as "/pages/mining/index?from=mail", which the worker answers instead of the server: adds the
// hash to its address.
const { pathname, search, hash } = location;
if (pathname !== '/' && pathname !== '/index.html')
  history.replaceState(null, '', `/${hash || `#${pathname}${search}`}`);

const language = startLanguage();
// Opened on a page other than the first: the table of pages is requested alongside the app's own code, not after it.
if (!/^(#\/?)?(\?|$)/.test(location.hash)) import('#app/pages.ts').catch(() => undefined);
const { start } = await import('#app/start.tsx');
await start(language);
