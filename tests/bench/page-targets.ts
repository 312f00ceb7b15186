// The pages that ours is compared with, built in the same run: our own first screen as plain HTML without a script, and
// a bare React + router page whose worker caches it whole.
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { ROOT } from '#tests/support/steps.ts';

export const OURS = join(ROOT, 'dist');

const SHEET = /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;

/**
 * The built index.html without scripts, preloads and manifest: the minimum that paints the same. Render-blocking styles
 * (those in the head) are inlined, those after them are left out.
 */
async function makeStatic(into: string): Promise<string> {
  const dir = join(into, 'static');
  await mkdir(dir, { recursive: true });
  const [head = '', body = ''] = (await readFile(join(OURS, 'index.html'), 'utf8')).split(/(?=<body)/);
  let styled = head;
  for (const [tag, href] of head.matchAll(SHEET)) {
    const css = await readFile(join(OURS, (href ?? '').replace(/^\.?\//, '')), 'utf8');
    styled = styled.replace(tag, () => `<style>${css}</style>`);
  }
  const html = (styled + body.replace(SHEET, ''))
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link\b[^>]*rel="(modulepreload|preload|manifest|icon|apple-touch-icon)"[^>]*>/g, '')
    .replace('<head>', '<head><link rel="icon" href="data:,">');
  await writeFile(join(dir, 'index.html'), html);
  return dir;
}

/** Caches every file at install and serves from the cache. */
const worker = (files: string[]): string => `
const name = 'yardstick';
self.addEventListener('install', (event) => event.waitUntil(caches.open(name).then((cache) => cache.addAll(${JSON.stringify(files)}))));
self.addEventListener('fetch', (event) => event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((hit) => hit ?? fetch(event.request))));
`;

async function makeReact(into: string): Promise<string> {
  const dir = join(into, 'react');
  await build({
    configFile: false,
    root: join(ROOT, 'tests/bench/fixture'),
    base: './',
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: dir, emptyOutDir: true },
  });
  const assets = await readdir(join(dir, 'assets'));
  await writeFile(join(dir, 'worker.js'), worker(['./', ...assets.map((name) => `./assets/${name}`)]));
  return dir;
}

export interface Target {
  name: 'static' | 'react' | 'ours';
  dir: string;
}

/** @returns the targets and the folder that holds their files. */
export async function makeTargets(): Promise<{ targets: Target[]; made: string }> {
  const made = await mkdtemp(join(tmpdir(), 'adit-page-'));
  const targets: Target[] = [
    { name: 'static', dir: await makeStatic(made) },
    { name: 'react', dir: await makeReact(made) },
    { name: 'ours', dir: OURS },
  ];
  return { targets, made };
}
