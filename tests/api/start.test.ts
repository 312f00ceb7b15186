/** Starts that cannot succeed say why in one line; a server that ends or is killed comes back with all it had. */
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet } from 'ethers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type App, startApp } from '#tests/support/app.ts';
import { run } from '#tests/support/command.ts';
import { lives } from '#tests/support/devnet.ts';
import { client } from '#tests/support/http.ts';
import { DAY, UNLIMITED, type Person, ask, balance, newcomer, skip, verify } from '#tests/support/person.ts';
import { freePort } from '#tests/support/ports.ts';

const LIMIT_MS = 10_000;

let folder = '';
let dataDir = '';
let port = 0;
let app: App;

const launch = (env: Record<string, string> = {}) =>
  startApp({ withoutPage: true, dataDir, port, env: { ...UNLIMITED, KYC_AUTO_APPROVE_SECONDS: '0', ...env } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adit-start-'));
  dataDir = join(folder, 'data');
  port = await freePort();
  app = await launch();
});
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts what cannot start. @returns the one line that it said */
async function complaint(env: Record<string, string>): Promise<string> {
  const own = join(folder, randomUUID());
  const settings = { NODE_ENV: 'test', PORT: '0', DATA_DIR: own, LOG_LEVEL: 'warn', ...env };
  const ended = await run('server/main.ts', [], settings, LIMIT_MS);
  expect([ended.code, ended.stdout, ended.stopped], ended.stderr).toEqual([1, '', false]);
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
  return ended.stderr.trimEnd();
}

describe('a start is refused, with its reason,', () => {
  test('on a port that is in use', async () => {
    expect(await complaint({ PORT: String(port) })).toMatch(new RegExp(`PORT.*${port}`));
  });

  test('on a folder that another server has', async () => {
    expect(await complaint({ DATA_DIR: dataDir })).toContain(dataDir);
    expect(await ask(client(app.url), 'GET /api/health', {})).toMatchObject({ ok: true });
  });

  test('on a folder that is a file, or lies in one', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const way of [file, join(file, 'data')]) {
      const line = await complaint({ DATA_DIR: way });
      expect(line).toContain('DATA_DIR');
      expect(line).toContain(way);
    }
  });

  test('with a key that was damaged', async () => {
    const own = join(folder, randomUUID());
    await mkdir(join(own, 'keys'), { recursive: true });
    await writeFile(join(own, 'keys/document.key'), 'abc');
    expect(await complaint({ DATA_DIR: own, LOG_LEVEL: 'fatal' })).toContain(join(own, 'keys/document.key'));
  });

  test('to one of two that come to a folder at the same moment', async () => {
    const own = join(folder, randomUUID());
    const start = () => startApp({ withoutPage: true, dataDir: own, env: UNLIMITED });
    const both = await Promise.allSettled([start(), start()]);
    const [served] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const [refused] = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    expect(refused).toContain(own);
    expect(refused).toContain('ended with 1');
    await newcomer(served?.url ?? '');
    expect(await served?.stop()).toBe(0);
  });

  test.each([
    ['is no address', 'nonsense'],
    ['is another protocol’s', 'mysql://root:topsecret@127.0.0.1/adit'],
    ['names a port where nobody listens', 'postgres://adit:topsecret@127.0.0.1:1/adit'],
  ])('with a DATABASE_URL that %s', async (_, url) => {
    const line = await complaint({ DATABASE_URL: url });
    expect(line).toContain('DATABASE_URL');
    expect(line).not.toContain('topsecret');
  });

  test('with a DATABASE_URL of a database or a user that is not there', async () => {
    const there = inject('postgresUrl');
    expect(await complaint({ DATABASE_URL: there.replace(/postgres$/, 'nosuchdatabase') })).toContain('DATABASE_URL');
    expect(await complaint({ DATABASE_URL: there.replace('adit@', 'nobody:topsecret@') })).toMatch(
      /^(?!.*topsecret).*DATABASE_URL/,
    );
  });

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['HOST', 'not a host'],
    ['CHAIN_RPC_URL', 'localhost'],
    ['KYC_AUTO_APPROVE_SECONDS', '-1'],
    ['DRAW_RULE', 'mine'],
    ['NODE_ENV', 'prod'],
  ])('with %s=%s', async (name, value) => {
    expect(await complaint({ [name]: value })).toMatch(new RegExp(`^${name} `));
  });

  const production: Record<string, string> = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://adit.example',
    DATABASE_URL: 'postgres://adit@127.0.0.1:1/adit',
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    TREASURY_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
    HOT_WALLET_KEY: `0x${'1'.repeat(64)}`,
    SIGN_KEY: 'a key of our own, and long',
    DOCUMENT_KEY: '2'.repeat(64),
  };

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'in production without %s',
    async (name) => {
      const { [name]: _, ...rest } = production;
      expect(await complaint(rest)).toMatch(new RegExp(`^${name} `));
    },
  );

  test('in production in demo mode, or with the development key', async () => {
    expect(await complaint({ ...production, DEMO: 'on' })).toContain('DEMO');
    expect(await complaint({ ...production, SIGN_KEY: 'adit-development-sign-key' })).toContain('SIGN_KEY');
  });

  test('and leaves nothing running and the folder usable', async () => {
    expect((await stat(dataDir)).isDirectory()).toBe(true);
    await newcomer(app.url);
  });
});

/** Processes whose command line names a folder. */
async function processesOn(path: string): Promise<string[]> {
  const lines = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''));
  return (await Promise.all(lines)).filter((line) => line.includes(path));
}

test.skipIf(process.platform !== 'linux')('a start that is asked to end leaves nothing running', async () => {
  const own = join(folder, randomUUID());
  const env = { NODE_ENV: 'test', PORT: '0', DATA_DIR: own, LOG_LEVEL: 'warn' };
  for (const afterMs of [500, 1200, 2500, 200]) {
    const { code, ms, stderr } = await run('server/main.ts', [], env, afterMs);
    // Without an exit code the signal came before anything of ours was there to hear it.
    expect([afterMs, code ?? 0, stderr]).toEqual([afterMs, 0, '']);
    expect(ms - afterMs).toBeLessThan(LIMIT_MS);
    expect(await processesOn(own)).toEqual([]);
  }
  const whole = await startApp({ withoutPage: true, dataDir: own, env: UNLIMITED });
  await newcomer(whole.url);
  expect(await whole.stop()).toBe(0);
}, 90_000);

describe('a server that comes back', () => {
  let person: Person;
  const purse = Wallet.createRandom().address;

  /** Everything that has to be as before. */
  async function everything() {
    const { rpcUrl, chainId, treasury, items } = await ask(person.api, 'GET /api/assets/list', {});
    const rpc = async (method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
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
  }, 60_000);

  test.each([
    ['that was asked to end', () => app.stop()],
    ['that was killed', () => app.kill()],
    ['that was killed just after it came back', () => app.kill()],
  ])('has balances, sessions, clock and devnet of one %s', async (_, end) => {
    expect(await balance(person.api)).toBe('12');
    const before = await everything();
    expect(BigInt(before.same.gas as string)).toBe(5n * 10n ** 17n);
    await end();
    app = await launch();
    const after = await everything();
    expect(after.same).toEqual(before.same);
    expect(after.time).toBeGreaterThanOrEqual(before.time);
    expect(after.head).toBeGreaterThan(0);
    expect((await ask(client(app.url), 'GET /api/health', {})).ok).toBe(true);
  });

  test('answers a claim that is sent again after the kill as the first time', async () => {
    const other = await newcomer(app.url);
    await verify(other.api);
    await ask(other.api, 'POST /api/mining/claim1', {});
    await skip(app.url, DAY);
    const key = randomUUID();
    const first = await other.api.call('POST /api/mining/claim', {}, { key });
    await app.kill();
    app = await launch();
    const again = await other.api.call('POST /api/mining/claim', {}, { key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await balance(other.api)).toBe('12');
  });

  test('ends within 10 s of SIGTERM with a stream open, and takes its devnet along', async () => {
    const { rpcUrl } = await ask(client(app.url), 'GET /api/assets/list', {});
    const stream = await fetch(`${app.url}/api/events`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    const ended = stream.text().catch(() => 'cut');
    const start = performance.now();
    expect(await app.stop()).toBe(0);
    expect(performance.now() - start).toBeLessThan(LIMIT_MS);
    await ended;
    await expect(fetch(rpcUrl, { method: 'POST', body: '{}' })).rejects.toThrow();
    expect(lives(app.pid)).toBe(false);
    expect((await readdir(dataDir)).filter((name) => name.includes('.sock'))).toEqual([]);
    app = await launch();
  });
});

// Last in the file: its server has narrow limits.
describe('too many requests', () => {
  beforeAll(async () => {
    await app.stop();
    app = await launch({ RATE_LIMIT: '12', RATE_LIMIT_SIGN_IN: '4' });
  }, 60_000);

  test('of a session, of a guest and of sign-ins are refused each for themselves, with the time to wait', async () => {
    // Counts are by the minute of the clock on the wall: not begun in the last seconds of one.
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 8000) await sleep(left);
    const { api } = await newcomer(app.url);
    const codes = async (times: number, ask: () => Promise<{ code: number }>) => {
      const all = [];
      for (let i = 0; i < times; i += 1) all.push((await ask()).code);
      return all;
    };
    const info = () => api.call('GET /api/user/info', {});
    // The first use of a token counts for the address: nobody has seen yet that it is good.
    expect((await info()).code).toBe(0);
    expect(await codes(14, info)).toEqual([...Array(12).fill(0), 429, 429]);
    const refused = await info();
    expect(refused).toMatchObject({
      status: 429,
      code: 429,
      message: 'Too many requests, please try again later',
      data: null,
    });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);

    const signIns = await codes(6, () => client(app.url).call('GET /api/auth/nonce', {}));
    expect(signIns).toContain(0);
    expect(signIns.at(-1)).toBe(429);
    const guest = await codes(8, () => client(app.url).call('GET /api/links', {}));
    expect(guest.at(-1)).toBe(429);
    const start = await api.call('POST /api/mining/claim1', {});
    expect(start.code).toBe(429);
  });
});
