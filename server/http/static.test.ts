/**
 * What may be cached for a year, what must be revalidated, what counts as a navigation, and which service worker is
 * served.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import {
  AN_HOUR,
  IMMUTABLE,
  REVALIDATE,
  cacheControlOf,
  hashAddress,
  isNavigation,
  serveStatic,
} from './static.ts';

test.each([
  ['/srv/dist/assets/index-BX12_f-9.js', IMMUTABLE],
  ['/srv/dist/assets/index-BX12_f-9.js.br', IMMUTABLE],
  ['/srv/dist/assets/wallet/appkit-a1b2c3d4.css.gz', IMMUTABLE],
  ['/srv/dist/index.html', REVALIDATE],
  ['/srv/dist/index.html.br', REVALIDATE],
  ['/srv/dist/sw.js', REVALIDATE],
  ['/srv/dist/manifest.webmanifest', REVALIDATE],
  ['/srv/dist/icons/icon-192.png', AN_HOUR],
])('%s: %s', (path, expected) => expect(cacheControlOf(path)).toBe(expected));

test('a navigation is a person opening an address outside the API', () => {
  const ask = (method: string, url: string, accept?: string) =>
    isNavigation({ method, url, headers: { accept } });
  expect(ask('GET', '/pages/mining', 'text/html,*/*')).toBe(true);
  expect(ask('HEAD', '/apis', 'text/html')).toBe(true);
  expect(ask('GET', '/logo.png', 'image/png')).toBe(false);
  expect(ask('GET', '/x')).toBe(false);
  expect(ask('GET', '/pages/mining/index')).toBe(true);
  expect(ask('POST', '/x', 'text/html')).toBe(false);
  expect(ask('GET', '/api/unknown', 'text/html')).toBe(false);
  expect(ask('GET', '/api?x', 'text/html')).toBe(false);
});

test.each([
  ['/pages/mining/index', '/#/pages/mining/index'],
  ['/pages/notice/details?id=3&from=mail', '/#/pages/notice/details?id=3&from=mail'],
  ['/pages/invite/index/?code=AB12', '/#/pages/invite/index?code=AB12'],
  ['//evil.example', '/#//evil.example'],
])('%s, opened without the hash, is %s', (url, address) => expect(hashAddress(url)).toBe(address));

test.each([
  [true, 'the worker'],
  [false, 'gives itself up'],
])('with the service worker switched on: %s, /sw.js is %s, asked for anew each time', async (on, text) => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-worker-'));
  const app = Fastify();
  try {
    for (const [name, content] of Object.entries({
      'index.html': '<!doctype html>',
      'sw.js': 'the worker',
      'sw-off.js': 'gives itself up',
    }))
      writeFileSync(join(folder, name), content);
    expect(serveStatic(app, folder, {}, on)).toBe(true);
    const reply = await app.inject({ url: '/sw.js' });
    expect(reply.body).toBe(text);
    expect(reply.headers).toMatchObject({ 'cache-control': REVALIDATE });
    expect(reply.headers['content-type']).toContain('javascript');
  } finally {
    await app.close();
    rmSync(folder, { recursive: true });
  }
});
