// Which URLs the page's policy accepts for workers.
import { afterEach, expect, test, vi } from 'vitest';

interface Rules {
  createScriptURL(url: string): string;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ['/sw.js', true],
  ['/assets/node.worker-BEUT0ezA.js', true],
  ['https://adit.example/sw.js', true],
  ['https://evil.example/sw.js', false],
  ['//evil.example/assets/a.js', false],
  ['/api/user/export', false],
  ['/assets/../pictures/0.png', false],
  ['/sw.js/../api/health', false],
  ['/sw.jsx', false],
  ['data:text/javascript,1', false],
])('a worker at %s: %s', async (url, accepted) => {
  vi.stubEnv('DEV', false);
  vi.stubGlobal('location', new URL('https://adit.example/#/'));
  const createPolicy = vi.fn<(name: string, rules: Rules) => Rules>((_name, rules) => rules);
  vi.stubGlobal('trustedTypes', { createPolicy });
  const { ownScript } = await import('./own-script.ts');
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['adit']);
  if (accepted) expect(ownScript(url)).toBe(url);
  else expect(() => ownScript(url)).toThrow(TypeError);
});

test('a browser without trusted types gets the URL as it is', async () => {
  vi.stubGlobal('trustedTypes', undefined);
  const { ownScript } = await import('./own-script.ts');
  expect(ownScript('/sw.js')).toBe('/sw.js');
});
