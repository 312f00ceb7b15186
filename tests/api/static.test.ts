/** The built app over HTTP: compression, caching, types, security headers, and no access outside its folder. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { precompress } from '#server/build/precompress.ts';
import { fakeApp } from '#tests/support/fake-app.ts';

const noDatabase = { kind: 'pglite', listen: async () => async () => undefined } as unknown as Database;
const SCRIPT = 'console.log("a line of a script");\n'.repeat(100);
const INLINE = 'let here;';
const FILES: Record<string, string> = {
  'dist/index.html': `<!doctype html><title>Adit</title><script>${INLINE}</script>${'<p>text</p>'.repeat(200)}`,
  'dist/sw.js': SCRIPT,
  'dist/manifest.webmanifest': '{"name":"Adit"}',
  'dist/assets/index-Ab12_-cd.js': SCRIPT,
  'dist/assets/style-00ffAA11.css': 'a{}',
  'dist/assets/node.worker-Ab12_-cd.js': SCRIPT,
  'dist/verify.html': `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-abc'"><p>${'text '.repeat(300)}`,
  'dist/icons/icon.png': 'png',
  'dist/.sbom.cdx.json': 'outside',
  'secret.txt': 'outside',
};

describe('the built app', () => {
  let home = '';
  let app: FastifyInstance;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'adit-static-'));
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(join(home, path, '..'), { recursive: true });
      await writeFile(join(home, path), text);
    }
    await precompress(join(home, 'dist'));
    app = fakeApp(noDatabase, { staticDir: join(home, 'dist') }).app;
  });
  afterAll(async () => {
    await app.close();
    await rm(home, { recursive: true });
  });
  const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });

  test.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/assets/index-Ab12_-cd.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/style-00ffAA11.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/icons/icon.png', 'image/png', 'public, max-age=3600'],
  ])('%s', async (url, type, cache) => {
    for (const encoding of ['identity', 'gzip, deflate, br']) {
      const reply = await get(url, { 'accept-encoding': encoding });
      expect(reply.statusCode).toBe(200);
      expect(
        String(reply.headers['content-type']).replace('application/javascript', 'text/javascript'),
      ).toContain(type);
      expect(reply.headers['cache-control']).toBe(cache);
      expect(reply.headers['content-security-policy']).toContain("default-src 'none'");
      expect(reply.headers['etag']).toBeDefined();
    }
  });

  test('answers parts, and says so if there is no such part or a condition does not hold', async () => {
    const part = await get('/icons/icon.png', { range: 'bytes=1-' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, 'ng', 'bytes 1-2/3']);
    const beyond = await get('/icons/icon.png', { range: 'bytes=3-' });
    expect([beyond.statusCode, beyond.body, beyond.headers['content-range']]).toEqual([416, '', 'bytes */3']);
    const changed = await get('/icons/icon.png', { 'if-match': '"another"' });
    expect([changed.statusCode, changed.body]).toEqual([412, '']);
  });

  test('comes compressed as the client can read it', async () => {
    const [br, gz, plain] = [
      await get('/sw.js', { 'accept-encoding': 'gzip, br' }),
      await get('/sw.js', { 'accept-encoding': 'gzip' }),
      await get('/sw.js'),
    ];
    expect(br.headers).toMatchObject({ 'content-encoding': 'br' });
    expect(br.headers['vary']).toMatch(/accept-encoding/i);
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT);
    expect(gz.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gz.rawPayload).toString()).toBe(SCRIPT);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body).toBe(SCRIPT);
  });

  test('the page’s inline script is allowed by its hash, and no other', async () => {
    const hash = createHash('sha256').update(INLINE).digest('base64');
    for (const url of ['/', '/index.html']) {
      const { headers } = await get(url, { 'accept-encoding': 'br' });
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    }
    expect((await get('/sw.js')).headers['content-security-policy']).toContain("script-src 'self';");
  });

  test.each([
    [
      '/assets/node.worker-Ab12_-cd.js',
      "default-src 'none'; connect-src https: http://localhost:* http://127.0.0.1:*",
    ],
    ['/verify.html', "default-src 'none'; script-src 'sha256-abc'; frame-ancestors 'none'"],
  ])('%s has its own policy', async (url, policy) => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { headers } = await get(url, { 'accept-encoding': encoding });
      expect(headers['content-security-policy']).toBe(policy);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
    }
  });

  test('is not sent again if nothing has changed', async () => {
    const headers = { 'accept-encoding': 'br' };
    const { etag } = (await get('/index.html', headers)).headers;
    const again = await get('/index.html', { ...headers, 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  test('an address without the hash is redirected to the one with it, everything else is a 404', async () => {
    const person = await get('/pages/mining/index?from=mail', { accept: 'text/html,application/xhtml+xml' });
    expect(person.statusCode).toBe(302);
    expect(person.headers.location).toBe('/#/pages/mining/index?from=mail');
    expect((await get('/assets/gone-12345678.js', { accept: '*/*' })).statusCode).toBe(404);
    expect((await get('/api/unknown', { accept: 'text/html' })).statusCode).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/sw.js%00',
    '/sw.js.br',
    '//secret.txt',
    '/.git/config',
    '/.sbom.cdx.json',
  ])('%s reaches nothing', async (url) => {
    const reply = await get(url, { accept: '*/*' });
    expect([400, 404]).toContain(reply.statusCode);
    expect(reply.body).not.toContain('outside');
  });

  test('takes no POST', async () => {
    expect((await app.inject({ method: 'POST', url: '/index.html' })).statusCode).toBe(404);
  });
});
