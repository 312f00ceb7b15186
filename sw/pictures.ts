// Pictures of announcements, cached once seen so that they are available offline. The cache is bounded, and is the
// first to go when the device is full.
import { registerRoute } from 'workbox-routing';
import {
  LARGEST,
  REFRESH_AFTER_MS,
  type CachedPicture,
  isPicturePath,
  superfluous,
} from './pictures.rules.ts';

const CACHE = 'pictures';
/** Our own headers on a cached picture: its size, and when it was cached (device clock, milliseconds). */
const BYTES = 'x-kept-bytes';
const AT = 'x-kept-at';

async function trim(cache: Cache): Promise<void> {
  const cached: CachedPicture[] = [];
  for (const request of await cache.keys()) {
    const found = await cache.match(request);
    cached.push({ url: request.url, bytes: Number(found?.headers.get(BYTES) ?? 0) });
  }
  for (const url of superfluous(cached)) await cache.delete(url);
}

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !type.startsWith('image/')) return;
  const picture = await response.blob();
  if (picture.size > LARGEST) return;
  const headers = { 'content-type': type, [BYTES]: String(picture.size), [AT]: String(Date.now()) };
  try {
    // Deleting it first moves it to the end: the cache is in insertion order.
    await cache.delete(url);
    await cache.put(url, new Response(picture, { headers }));
    await trim(cache);
  } catch {
    // No space left: actions queued without a network need it more than pictures do.
    await caches.delete(CACHE);
  }
}

async function picture(url: string, later: (work: Promise<unknown>) => void): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(url);
  const ask = async () => {
    const response = await fetch(url);
    later(keep(cache, url, response.clone()).catch(() => undefined));
    return response;
  };
  if (!cached) return ask();
  if (Date.now() - Number(cached.headers.get(AT)) > REFRESH_AFTER_MS) later(ask().catch(() => undefined));
  return cached;
}

export function keepPictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isPicturePath(url.pathname),
    ({ url, event }) => picture(url.href, (work) => event.waitUntil(work)),
  );
}
