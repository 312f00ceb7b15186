/** What counts as the first screen, as precached and as the worker; too much of it is refused. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import { BUDGETS, keptFiles, weigh, weighed } from './weigh.ts';

const dist = mkdtempSync(join(tmpdir(), 'adit-weigh-'));
afterAll(() => rmSync(dist, { recursive: true }));

const FILES: Record<string, string> = {
  'index.html':
    '<script type="module" src="/assets/index-1.js"></script><link rel="modulepreload" href="/assets/core-1.js"><link rel="stylesheet" href="/assets/first-1.css"><link rel="icon" href="/icon.svg">',
  'assets/index-1.js': 'import{a}from"./core-1.js";import("./page-1.js");',
  'assets/core-1.js': 'import{r as e}from`./runtime-1.js`;export const a=e;',
  'assets/runtime-1.js': 'export const r=1;',
  'assets/page-1.js': 'x'.repeat(5000),
  'assets/first-1.css': 'a{}',
  'sw.js':
    'var a=[{"revision":"1","url":"index.html"},{"revision":null,"url":"assets/page-1.js"},{url:`assets/texts/en-1.js`}]',
  'sw.js.gz': 'packed',
  'assets/page-1.js.br': 'small',
};
mkdirSync(join(dist, 'assets'));
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(dist, name), text);
const size = (...names: string[]) => names.reduce((sum, name) => sum + (FILES[name] ?? '').length, 0);

test('weighs files as they are sent: imports of the first screen, precached files, the worker', () => {
  expect(weigh(dist)).toEqual({
    firstScreen: size('assets/index-1.js', 'assets/core-1.js', 'assets/runtime-1.js', 'assets/first-1.css'),
    kept: size('index.html', 'assets/page-1.js.br'),
    keptRaw: size('index.html', 'assets/page-1.js'),
    worker: size('sw.js.gz'),
  });
});

test('languages are not precached', () =>
  expect(keptFiles(dist)).toEqual(['index.html', 'assets/page-1.js']));

test('a page within its budgets gives one line, and an excess is refused by name, except with the key of an operator', () => {
  const light = { firstScreen: 1000, kept: BUDGETS.kept, keptRaw: 1, worker: 2000 };
  expect(weighed(light, DEVELOPMENT_SIGN_KEY)).toContain('the worker 2.0 of 30.0 kB');
  const heavy = { ...light, kept: BUDGETS.kept + 1 };
  expect(() => weighed(heavy, DEVELOPMENT_SIGN_KEY)).toThrow('what is kept offline');
  expect(weighed(heavy, 'a1'.repeat(24))).toContain('what is kept offline');
});
