// Boots the page: the language's texts and the app's code are fetched in parallel.
import { startLanguage } from '#lib/locale.ts';

// If the page was opened without the hash, as "/pages/mining/index?from=mail", which the worker answers instead of
// the server, adds the hash to its address.
const { pathname, search, hash } = location;
if (pathname !== '/' && pathname !== '/index.html')
  history.replaceState(null, '', `/${hash || `#${pathname}${search}`}`);

const language = startLanguage();
// If the app is opened on a page other than the first, that page's code is requested alongside the app's own, not
// after it.
const [, path] = /^#(\/[^?]+)/.exec(location.hash) ?? [];
if (path)
  import('#app/pages.ts').then(({ pages }) => pages[path as keyof typeof pages]?.()).catch(() => undefined);
// No top-level await: the app's code imports modules from this file's chunk, so it would wait for this file.
void import('#app/start.tsx').then(({ start }) =>
  // Evaluating the code and starting it are two tasks, so that a slow phone can handle input between them.
  setTimeout(() => void start(language)),
);
