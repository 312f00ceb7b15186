// Proves that a journey notices every fault of a page: errors, policy violations and lost requests, unless it announced
// them.
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchShell, visitor, type Visitor } from '#tests/support/browser.ts';

const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:";
const SCRIPTS: Record<string, string> = {
  '/quiet.js': 'document.title = "done";',
  '/loud.js': 'console.error("the lamp went out"); document.title = "done";',
  '/throws.js': 'setTimeout(() => { document.title = "done"; }, 50); throw new Error("rock fall");',
  '/policy.js': 'const i = new Image(); i.onerror = () => { document.title = "done"; }; i.src = "/lamp.png";',
  '/lost.js': 'fetch("/hangup").catch(() => { document.title = "done"; });',
};

let server: Server;
let browser: Browser;
let origin: string;
let guest: Visitor;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/hangup') {
      request.socket.destroy();
      return;
    }
    const script = SCRIPTS[path];
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.setHeader('content-security-policy', POLICY);
    response.end(
      script ?? `<!doctype html><link rel="icon" href="data:,"><script src="${path}.js"></script>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  browser = await launchShell();
});

afterEach(() => guest.close());
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

async function open(path: string): Promise<Visitor> {
  guest = await visitor(browser, origin);
  await guest.page.goto(path);
  await guest.page.waitForFunction(() => document.title === 'done');
  return guest;
}

test('a quiet page has no faults', async () => {
  expect((await open('/quiet')).faults()).toEqual([]);
});

test.each([
  ['a console error', '/loud', 'console', /the lamp went out/],
  ['an exception', '/throws', 'exception', /rock fall/],
  ['a policy violation', '/policy', 'policy', /img-src/],
  ['a lost request', '/lost', 'request', /hangup/],
])('%s is a fault', async (_what, path, kind, text) => {
  const opened = await open(path);
  await expect
    .poll(() => opened.faults())
    .toContainEqual({ kind, text: expect.stringMatching(text) as unknown });
});

test('a request lost with the network is not a fault, from the moment the network is cut', async () => {
  const quiet = await open('/quiet');
  await quiet.context.setOffline(true);
  await quiet.page.evaluate(() => fetch('/quiet.js').catch(() => undefined));
  expect(quiet.faults()).toEqual([]);
  await quiet.page.evaluate(() => reportError(new Error('rock fall')));
  await expect.poll(() => quiet.faults()).toMatchObject([{ kind: 'exception' }]);
});

test('an announced fault is not a fault', async () => {
  const loud = await open('/loud');
  loud.expectFault(/the lamp/);
  expect(loud.faults()).toEqual([]);
});
