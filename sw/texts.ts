// Texts. The browser's own language is cached from the start, others once they are requested, instead of all six in
// advance (126 kB). A new version fetches its texts for the languages in use before it may take over, so that it is
// never left without texts.
import { registerRoute } from 'workbox-routing';
import { firstLanguage } from '#contract/languages.ts';
import { TEXTS } from './files.ts';
import { missingTexts, outdatedTexts } from './texts.rules.ts';

declare const self: ServiceWorkerGlobalScope;

const open = () => caches.open('texts');

const cachedPaths = async (cache: Cache): Promise<string[]> =>
  (await cache.keys()).map(({ url }) => new URL(url).pathname);

async function fetchMissing(): Promise<void> {
  const cache = await open();
  const own = firstLanguage(navigator.languages);
  await cache.addAll(missingTexts(await cachedPaths(cache), TEXTS, own));
}

async function dropOutdated(): Promise<void> {
  const cache = await open();
  const outdated = outdatedTexts(await cachedPaths(cache), TEXTS);
  await Promise.all(outdated.map((path) => cache.delete(path)));
}

async function answer(path: string, request: Request): Promise<Response> {
  const cache = await open();
  const cached = await cache.match(path, { ignoreVary: true });
  if (cached) return cached;
  const fresh = await fetch(request);
  // On a full device, the texts are still shown.
  if (fresh.ok) await cache.put(path, fresh.clone()).catch(() => undefined);
  return fresh;
}

export function keepTexts(): void {
  self.addEventListener('install', (event) => event.waitUntil(fetchMissing()));
  self.addEventListener('activate', (event) => event.waitUntil(dropOutdated()));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && TEXTS.includes(url.pathname),
    ({ url, request }) => answer(url.pathname, request),
  );
}
