/**
 * The built app: hashed assets are cached for a year; everything that names them (`index.html`, `sw.js`, manifest) is
 * revalidated each time. Only files that existed at start are served, so no path can lead to anything else.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NODE_READER_POLICY, statedPolicy, withInlineScripts } from './security.ts';

/** Vite's hashed names: their content never changes. */
const HASHED = /[\\/]assets[\\/].*-[\w-]{8,}\.\w+(\.br|\.gz)?$/;

export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'no-cache';
/** Icons and pictures keep their names when their content changes. */
export const AN_HOUR = 'public, max-age=3600';

const PAGES = /\.(html|webmanifest|js|json|txt|map)(\.br|\.gz)?$/;

/** The Cache-Control of a file by its path. */
export function cacheControlOf(path: string): string {
  if (HASHED.test(path)) return IMMUTABLE;
  return PAGES.test(path) ? REVALIDATE : AN_HOUR;
}

const NODE_READER = /[\\/]assets[\\/]node\.worker-[\w-]+\.js(\.br|\.gz)?$/;
const INDEX = 'index.html';
const OFFLINE_PAGE = 'verify.html';

/**
 * The policy of files that need their own: the app's page and the offline page have inline scripts, which are allowed
 * by their hashes.
 */
function policyOf(folder: string, common = ''): (path: string) => string | undefined {
  const read = (name: string) => {
    const file = join(folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const own = new Map([
    [join(folder, INDEX), withInlineScripts(common, read(INDEX))],
    [join(folder, OFFLINE_PAGE), statedPolicy(read(OFFLINE_PAGE))],
  ]);
  return (path) => {
    if (NODE_READER.test(path)) return NODE_READER_POLICY;
    return own.get(path.replace(/\.(br|gz)$/, ''));
  };
}

/** Whether a person opened this address, as opposed to a script, a picture or an API client. Only people get pages. */
export const isNavigation = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/api(\/|$|\?)/.test(url) &&
  (url.startsWith('/pages/') || (headers.accept ?? '').includes('text/html'));

/**
 * The hash address for one that was opened without the hash, such as `/pages/mining/index?from=mail`. Only the page
 * knows which addresses exist, and reports those that do not. `src/main.tsx` does the same when the worker answers
 * instead of the server.
 */
export const hashAddress = (url: string): string => `/#${url.replace(/\/+(?=\?|$)/, '') || '/'}`;

const WORKER = 'sw.js';
/** Replaces the service worker on devices that have one, clears its caches and unregisters itself (sw/off.ts). */
const WORKER_OFF = 'sw-off.js';

/** Serves `folder` with `headers` on each reply. False if there is no built page. */
export function serveStatic(
  app: FastifyInstance,
  folder: string,
  headers: Record<string, string>,
  serviceWorker: boolean,
): boolean {
  if (!existsSync(join(folder, INDEX))) return false;
  const ownPolicy = policyOf(folder, headers['content-security-policy']);
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', ...(serviceWorker ? [] : [WORKER])],
    preCompressed: true,
    cacheControl: false,
    redirect: false,
    setHeaders: (reply, path) => {
      const policy = ownPolicy(path);
      reply.headers({
        ...headers,
        ...(policy !== undefined && { 'content-security-policy': policy }),
        'cache-control': cacheControlOf(path),
      });
    },
  });
  if (!serviceWorker) app.get(`/${WORKER}`, (_request, reply) => reply.sendFile(WORKER_OFF));
  return true;
}
