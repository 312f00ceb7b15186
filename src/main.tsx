// Boots the page: the language's texts and the app's code are fetched side by side.
import { startLanguage } from '#lib/locale.ts';

// Opened without the hash, as "/pages/mining/index?from=mail", where the worker answers and not the server: its address has one.
const { pathname, search, hash } = location;
if (pathname !== '/' && pathname !== '/index.html')
  history.replaceState(null, '', `/${hash || `#${pathname}${search}`}`);

const language = startLanguage();
// Opened on another page than the first: where its code lies is asked for beside the app's own code, not after it.
if (!/^(#\/?)?(\?|$)/.test(location.hash)) import('#app/pages.ts').catch(() => undefined);
const { start } = await import('#app/start.tsx');
await start(language);
