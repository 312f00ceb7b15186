/**
 * A server with the settings of production. Its node's address contains a key, which leaks into no reply, header or
 * log line, whether the node works, refuses with its own address or is down. Also covers what else only production
 * does: two keys for the request checksum, and only push services on the internet.
 */
import { createECDH } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callNames } from '#contract';
import { createChain } from '#server/chain/chain.ts';
import { loadConfig } from '#server/config/config.ts';
import { key32, vapidKey } from '#server/config/keys.ts';
import { openDatabase } from '#server/db/client.ts';
import { loggable } from '#server/http/faults.ts';
import { type Closers, closeAll, startServer } from '#server/start.ts';
import { operate } from '#tests/support/command.ts';
import { freshUrl } from '#tests/support/databases.ts';
import { client } from '#tests/support/http.ts';
import { inputOf } from '#tests/support/samples.ts';
import { signIn, trySignIn } from '#tests/support/wallet.ts';

const MARKER = 'key-of-the-operators-node';
const PUBLIC_NODE = 'https://node.example/for-everybody';
const SITE = 'https://adit.example';
const [NEW, OLD] = ['the sign key of now', 'the sign key before'];

let node: Server;
let folder = '';
let url = '';
let said = '';
const closers: Closers = [];
/** What the node answers: a block, or its own address. */
let works = true;

const BLOCK = {
  ...{ number: '0x10', hash: `0x${'ab'.repeat(32)}`, parentHash: `0x${'cd'.repeat(32)}` },
  ...{ timestamp: '0x0', miner: `0x${'ef'.repeat(20)}`, transactions: [] },
};

function replyTo({ id, method }: { id: number; method: string }, path: string) {
  const error = { code: -32_005, message: `no quota left for ${path}` };
  if (works && method === 'eth_chainId') return { id, result: '0x38' };
  if (works && method === 'eth_getBlockByNumber') return { id, result: BLOCK };
  return { id, error };
}

beforeAll(async () => {
  node = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const asked = JSON.parse(body) as Parameters<typeof replyTo>[0] | Parameters<typeof replyTo>[0][];
      const path = request.url ?? '';
      const reply = Array.isArray(asked) ? asked.map((one) => replyTo(one, path)) : replyTo(asked, path);
      response.end(JSON.stringify(reply));
    });
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  folder = await mkdtemp(join(tmpdir(), 'adit-app-'));
  const env = {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: folder,
    PUBLIC_URL: SITE,
    DATABASE_URL: await freshUrl(),
    CHAIN_RPC_URL: `http://127.0.0.1:${(node.address() as AddressInfo).port}/v3/${MARKER}?token=${MARKER}-too`,
    CHAIN_PUBLIC_RPC_URL: PUBLIC_NODE,
    TREASURY_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
    HOT_WALLET_KEY: '2'.repeat(64),
    SIGN_KEY: `${NEW},${OLD}`,
    DOCUMENT_KEY: '3'.repeat(64),
    RATE_LIMIT: '0',
    RATE_LIMIT_SIGN_IN: '0',
    LOG_LEVEL: 'debug',
  };
  const config = loadConfig(env);
  const log = pino(
    { level: 'debug', base: undefined, serializers: { err: (error: unknown) => loggable(error) } },
    { write: (line) => void (said += line) },
  );
  const database = await openDatabase({ databaseUrl: config.databaseUrl, log });
  closers.push(() => database.close());
  const keys = {
    documentKey: key32(config.documentKey, folder, 'document'),
    vapidKey: vapidKey(config.vapidKeys, folder),
  };
  url = await startServer({ ...{ config, env, database, log, createChain }, ...keys }, closers);
});
afterAll(async () => {
  await closeAll(closers, (error) => {
    throw error;
  });
  node.closeAllConnections();
  node.close();
  await rm(folder, { recursive: true, force: true });
});

const textOf = async (response: Response) => {
  const headers = Array.from(response.headers, ([name, value]) => `${name}: ${value}`).join('\n');
  return `${headers}\n${await response.text()}`;
};

/** All answers to a guest and a signed-in person: all reads, sign-ins that ask the chain, and pages. */
async function everything(): Promise<string[]> {
  const guest = client(url, NEW);
  const { token } = await signIn(guest, { chainId: 56, publicUrl: SITE });
  const texts: string[] = [];
  for (const name of callNames.filter((each) => each.startsWith('GET ') && each !== 'GET /api/events')) {
    const [, path = ''] = name.split(' ');
    const query = new URLSearchParams(inputOf(name) as Record<string, string>).toString();
    for (const headers of [new Headers(), new Headers({ authorization: `Bearer ${token}` })])
      texts.push(await textOf(await fetch(`${url}${path}?${query}`, { headers })));
  }
  const { answer } = await trySignIn(guest, {
    ...{ chainId: 56, publicUrl: SITE },
    // A signature by an unknown key: the chain is asked.
    alter: (message) => message.replace('costs', 'cost'),
  });
  texts.push(answer.text, JSON.stringify([...answer.headers]));
  for (const path of ['/', '/index.html', '/manifest.webmanifest', '/nowhere.js'])
    texts.push(await textOf(await fetch(url + path)));
  return texts;
}

test('the address of the operator’s node reaches nobody; the public one does', async () => {
  const port = String((node.address() as AddressInfo).port);
  const check = async () => {
    const texts = await everything();
    expect(texts.length).toBeGreaterThan(50);
    for (const text of texts) {
      expect(text).not.toContain(MARKER);
      expect(text).not.toContain(`127.0.0.1:${port}`);
    }
    return texts;
  };
  const texts = await check();
  expect(texts.filter((text) => text.includes(PUBLIC_NODE)).length).toBeGreaterThan(0);
  const page = await fetch(`${url}/`);
  expect(page.headers.get('content-security-policy')).toContain(
    `connect-src 'self' ${new URL(PUBLIC_NODE).origin}`,
  );
  works = false;
  await vi.waitFor(() => expect(said).toContain('no quota left for'), { timeout: 30_000 });
  await check();
  node.closeAllConnections();
  await new Promise((resolve) => node.close(resolve));
  await vi.waitFor(() => expect(said).toContain('ECONNREFUSED'), { timeout: 30_000 });
  await check();
  expect(said).not.toContain(MARKER);
});

test('a push service is a name of the internet on port 443', async () => {
  const { api } = await signIn(client(url, NEW), { chainId: 56, publicUrl: SITE });
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) };
  const save = (endpoint: string) =>
    api.call('POST /api/push/subscription', { subscription: { endpoint, keys } });
  for (const endpoint of [
    'https://push.example:8443/a',
    'https://8.8.8.8/a',
    'https://127.0.0.1/a',
    'https://localhost/a',
    'https://db.internal/a',
    'http://push.example/a',
  ])
    expect(await save(endpoint)).toMatchObject({
      status: 400,
      data: { issues: [{ path: 'subscription.endpoint' }] },
    });
  expect(await save('https://push.example/a')).toMatchObject({ code: 0 });
});

test('pages with the sign key of now and with the one before work, and no others', async () => {
  for (const key of [NEW, OLD])
    expect((await signIn(client(url, key), { chainId: 56, publicUrl: SITE })).token).toBeTruthy();
  expect(
    (await trySignIn(client(url, 'any other sign key'), { chainId: 56, publicUrl: SITE })).answer,
  ).toMatchObject({
    status: 400,
    code: 1001,
  });
});

test('the operator is told where a key comes from, and which coin this chain does not have', async () => {
  expect((await operate(folder, 'keys', 'list')).stdout).toMatch(/^SIGN_KEY\t\w+\tsetting\t/m);
  expect((await operate(folder, 'fund', 'reserve', 'BTC', '1', 'stock')).stdout).toBe(
    'reserve has 1 BTC now; custody: booked 1 BTC, BTC has no contract on the chain\n',
  );
});
