// What runs in production, as the Dockerfile puts it together: the packages of `npm ci --omit=dev --omit=optional`, the copied
// sources and a built page. They are copied out of the repository, so that Node cannot find anything else.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, get as getPlain } from 'node:http';
import { get, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnLeashed } from '#server/lib/leash.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { emptyPlace, twoRoles } from '#tests/support/databases.ts';
import { copiedByStage, nginx, nginxArguments, productionPackages } from '#tests/support/deploy-files.ts';
import { CHAIN_ID, openDevnet } from '#tests/support/devnet.ts';
import { freePort } from '#tests/support/ports.ts';
import { ROOT } from '#tests/support/steps.ts';

let folder = '';
let app: App;
let site = '';
let plain = '';
const ends: (() => Promise<unknown>)[] = [];

/** Copies a package without the packages nested in it: installed ones are listed separately. */
const copyPackage = (path: string) =>
  cp(join(ROOT, path), join(folder, path), {
    recursive: true,
    filter: (from) => !from.slice(join(ROOT, path).length).split(sep).includes('node_modules'),
  });

async function install(): Promise<void> {
  await mkdir(join(folder, 'node_modules'));
  for (const path of productionPackages()) if (path !== 'node_modules/node') await copyPackage(path);
  for (const path of [...(copiedByStage().at(-1) ?? []), 'dist'])
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
}

const answer = (path: string, accept = '*/*', more: Record<string, string> = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept, ...more };
    get(`${site}${path}`, { rejectUnauthorized: false, headers }, resolve).once('error', reject);
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-production-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const [devnet, place] = await Promise.all([
    openDevnet(join(folder, 'node')),
    emptyPlace('postgres'),
    install(),
  ]);
  ends.push(
    () => devnet.stop(),
    () => place.remove(),
  );
  app = await startApp({
    root: folder,
    dataDir: join(folder, 'data'),
    // All settings of production except its own SIGN_KEY, for which the page would have to be rebuilt.
    env: {
      NODE_ENV: 'development',
      DEMO: 'off',
      ...twoRoles(place),
      CHAIN_RPC_URL: devnet.rpc.url,
      CHAIN_PUBLIC_RPC_URL: 'https://node.example',
      CHAIN_ID: String(CHAIN_ID),
      TREASURY_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
      TRUST_PROXY: 'on',
    },
  });
  ends.push(() => app.stop());

  const [http, https] = [await freePort(), await freePort()];
  const server = Number(new URL(app.url).port);
  const proxy = spawnLeashed(nginx(), nginxArguments(folder, { http, https, server }), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  ends.push(async () => {
    proxy.kill('SIGQUIT');
    if (proxy.exitCode === null) await new Promise((resolve) => proxy.once('exit', resolve));
  });
  [site, plain] = [`https://127.0.0.1:${https}`, `http://127.0.0.1:${http}`];
  while (!(await answer('/').catch(() => undefined))) await sleep(50);
});
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

test('a production install serves the API and the page through nginx, although the second server is down', async () => {
  const health = await answer('/api/health');
  expect(JSON.parse(await text(health))).toMatchObject({
    data: { ok: true, database: { kind: 'postgres' } },
  });
  const page = await answer('/', 'text/html');
  expect([page.statusCode, await text(page)]).toEqual([200, expect.stringContaining('<title>')]);
});

test('plain HTTP is redirected to HTTPS', async () => {
  const reply = await new Promise<IncomingMessage>((resolve) => getPlain(`${plain}/x?y=1`, resolve));
  expect([reply.statusCode, reply.headers.location]).toEqual([301, 'https://127.0.0.1/x?y=1']);
});

test('nginx forwards the headers of an event stream at once, and refuses the 21st stream of the guests of one address', async () => {
  const streams = await Promise.all(Array.from({ length: 21 }, () => answer('/api/events')));
  const open = streams.filter(({ statusCode }) => statusCode === 200);
  const refused = streams.filter(({ statusCode }) => statusCode === 429);
  expect([open.length, refused.length]).toEqual([20, 1]);
  const [one] = refused;
  expect(one?.headers).toMatchObject({ 'retry-after': '30', 'cache-control': 'no-store' });
  // The server's own refusals name the request.
  expect(one?.headers).not.toHaveProperty('x-request-id');
  expect(one && JSON.parse(await text(one))).toMatchObject({ code: 429, data: { retryAfter: 30 } });
  // A token counts separately, so the server is asked whose it is.
  expect((await answer('/api/events', '*/*', { authorization: 'Bearer made-up' })).statusCode).toBe(401);
  const heads = await Promise.all(open.slice(0, 1).map((stream) => stream.take(1).toArray()));
  expect(String(heads)).toContain('retry: 3000');
  for (const stream of streams) stream.destroy();
});

test('nginx refuses the 101st body that one address sends at the same time', async () => {
  const options = { method: 'POST', rejectUnauthorized: false, headers: { 'content-length': '100' } };
  const senders = Array.from({ length: 101 }, () => request(`${site}/api/auth/login`, options));
  const refused = await new Promise<IncomingMessage>((resolve) => {
    for (const sender of senders) {
      sender.once('response', resolve).on('error', () => undefined);
      sender.write('{');
    }
  });
  expect(refused.statusCode).toBe(429);
  expect(JSON.parse(await text(refused))).toMatchObject({ code: 429 });
  for (const sender of senders) sender.destroy();
});
