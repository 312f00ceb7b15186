/**
 * The built app: hashed assets for a year, everything that names them (`index.html`, `sw.js`, manifest) checked each
 * time. Only files that were there at start are served, so that no path can reach anything else.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Vite's hashed names: they never change their content. */
const HASHED = /[\\/]assets[\\/].*-[\w-]{8,}\.\w+(\.br|\.gz)?$/;

export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'no-cache';
/** Icons and pictures keep their names when they change. */
export const AN_HOUR = 'public, max-age=3600';

const PAGES = /\.(html|webmanifest|js|json|txt|map)(\.br|\.gz)?$/;

/** The Cache-Control of a file by its path. */
export function cacheControlOf(path: string): string {
  if (HASHED.test(path)) return IMMUTABLE;
  return PAGES.test(path) ? REVALIDATE : AN_HOUR;
}

/** A person who opened an address, as opposed to a script, a picture or an API client. */
export const isNavigation = ({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !/^\/api(\/|$|\?)/.test(url) &&
  (headers.accept ?? '').includes('text/html');

/** Serves `folder` with `headers` on each reply. False when nothing was built. */
export function serveStatic(app: FastifyInstance, folder: string, headers: Record<string, string>): boolean {
  if (!existsSync(join(folder, 'index.html'))) return false;
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    preCompressed: true,
    cacheControl: false,
    redirect: false,
    setHeaders: (reply, path) => {
      reply.headers({ ...headers, 'cache-control': cacheControlOf(path) });
    },
  });
  return true;
}
