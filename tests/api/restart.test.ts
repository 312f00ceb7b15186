/**
 * A server that stops or is killed comes back with everything, ends its devnet with itself, and leaves no token in a
 * file.
 */
import { randomUUID } from 'node:crypto';
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type App, newDataDir, startApp } from '#tests/support/app.ts';
import { filesWith, spellings } from '#tests/support/command.ts';
import { lives } from '#tests/support/devnet.ts';
import { client } from '#tests/support/http.ts';
import {
  DAY,
  VERIFIED_AT_ONCE,
  type Person,
  ask,
  balance,
  knock,
  newcomer,
  skip,
  verify,
} from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';

const LIMIT_MS = 10_000;

let dataDir = '';
let port = 0;
let app: App;

const launch = () => startApp({ withoutPage: true, dataDir, port, env: VERIFIED_AT_ONCE });

beforeAll(async () => {
  dataDir = await newDataDir();
  port = await freePort();
  app = await launch();
});
afterAll(async () => {
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const devnetOf = async () => Number.parseInt(await readFile(join(dataDir, 'chain/anvil.pid'), 'utf8'), 10);

describe('a server that comes back', () => {
  let person: Person;
  const purse = Wallet.createRandom().address;

  /** Everything that must be unchanged. */
  async function everything() {
    const { rpcUrl, chainId, treasury, items } = await ask(person.api, 'GET /api/assets/list', {});
    const rpc = async (method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return ((await response.json()) as { result: unknown }).result;
    };
    const [first, head, gas] = [
      (await rpc('eth_getBlockByNumber', '0x1', false)) as { hash: string } | null,
      Number(await rpc('eth_blockNumber')),
      await rpc('eth_getBalance', purse, 'latest'),
    ];
    const { state, totalOutput, serverTime } = await ask(person.api, 'GET /api/mining/index', {});
    return {
      same: {
        chainId,
        treasury,
        gas,
        firstBlock: first?.hash,
        contracts: items.map(({ contract }) => contract),
        balances: items.map(({ balance }) => balance),
        miner: { state, totalOutput },
        user: await ask(person.api, 'GET /api/user/info', {}),
        pushKey: await ask(person.api, 'GET /api/push/key', {}),
      },
      head,
      time: Date.parse(serverTime),
    };
  }

  beforeAll(async () => {
    person = await newcomer(app.url);
    await verify(person.api);
    await ask(person.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    await ask(person.api, 'POST /api/mining/claim', {});
    await ask(client(app.url), 'POST /api/demo/faucet', { address: purse });
  });

  test.each([
    ['that was asked to end', () => app.stop()],
    ['that was killed', () => app.kill()],
  ])('has the balances, sessions, clock and devnet from before one %s', async (_, end) => {
    expect(await balance(person.api)).toBe('12');
    const before = await everything();
    expect(BigInt(before.same.gas as string)).toBe(5n * 10n ** 17n);
    await end();
    app = await launch();
    const after = await everything();
    expect(after.same).toEqual(before.same);
    expect(after.time).toBeGreaterThanOrEqual(before.time);
    expect(after.head).toBeGreaterThan(0);
    // Healthy as soon as it has checked the chain and nothing final has disappeared.
    const well = { ok: true, chain: { lag: 0, alerts: 0 } };
    const health = () => ask(client(app.url), 'GET /api/health', {});
    await vi.waitFor(async () => expect(await health()).toMatchObject(well), { timeout: 20_000 });
  });

  test('ends its devnet when it is killed, and answers a repeated claim like the first time', async () => {
    const other = await newcomer(app.url);
    await verify(other.api);
    await ask(other.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    const key = randomUUID();
    const first = await other.api.call('POST /api/mining/claim', {}, { key });
    const devnet = await devnetOf();
    await app.kill();
    await vi.waitFor(() => expect(lives(devnet)).toBe(false), { timeout: 20_000 });
    app = await launch();
    const again = await other.api.call('POST /api/mining/claim', {}, { key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await balance(other.api)).toBe('12');
  });

  test('stops within 10 s of SIGTERM with a stream open, and ends its devnet', async () => {
    const devnet = await devnetOf();
    const stream = await fetch(`${app.url}/api/events`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const ended = stream.text().catch(() => 'cut');
    const start = performance.now();
    expect(await app.stop()).toBe(0);
    expect(performance.now() - start).toBeLessThan(LIMIT_MS);
    await ended;
    expect(lives(devnet)).toBe(false);
    expect(lives(app.pid)).toBe(false);
    expect((await readdir(dataDir)).filter((name) => name.includes('.sock'))).toEqual([]);
    app = await launch();
  });
});

// Last in the file: it stops the server.
test('no file and no log of the server contains a token', async () => {
  const { wallet, input, answer } = await knock(app.url);
  const { token, outboxToken } = answer.data;
  expect(await app.stop()).toBe(0);
  // The address must be found; otherwise the search itself does not work.
  const hex = wallet.address.slice(2);
  expect(
    await filesWith(dataDir, [hex, hex.toLowerCase(), Buffer.from(hex, 'hex')]),
    'the search finds what is there',
  ).not.toEqual([]);
  for (const secret of [token, outboxToken, input.signature]) {
    const bytes = [secret, Buffer.from(secret, 'base64url'), Buffer.from(secret.replace(/^0x/, ''), 'hex')];
    const needles = bytes.filter(({ length }) => length >= 16).flatMap((each) => spellings(each));
    expect(await filesWith(dataDir, needles)).toEqual([]);
    expect(app.logs()).not.toContain(secret);
  }
});
