// The primary dies under load, and the standby takes over by the command in server/DEPLOYING.md: two servers behind
// nginx claim through PgBouncer, from a database that server/deploy sets up. Measures how long writes and reads stop,
// and compares what was acknowledged with what the new primary has. Then the old primary joins again as a standby.
import { Agent, request } from 'node:https';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DEVELOPMENT_SIGN_KEY } from '#contract/signing.ts';
import type { CallName } from '#contract';
import { spawnLeashed } from '#server/lib/leash.ts';
import { createAccounts, tokenOf } from '#tests/bench/claims.ts';
import { type App, startApp } from '#tests/support/app.ts';
import { operate } from '#tests/support/command.ts';
import { nginx, nginxArguments } from '#tests/support/deploy-files.ts';
import { CHAIN_ID, openDevnet } from '#tests/support/devnet.ts';
import { hear } from '#tests/support/event-stream.ts';
import { requestOf } from '#tests/support/http.ts';
import { type Pair, once, startPair } from '#tests/support/pair.ts';
import { freePort } from '#tests/support/ports.ts';

interface FailoverOptions {
  /** Claims due per second, whatever happens. */
  rate: number;
  /** Seconds of load before the primary dies, and after it. */
  before: number;
  after: number;
  /** Whether the primary waits for its standby. */
  synchronous: boolean;
  /**
   * How long an asynchronous standby has been away when the primary dies, in milliseconds; it comes back to take
   * over.
   */
  away?: number;
  /** Syncs files, like a production server. */
  durable: boolean;
  tell: (line: string) => void;
}

interface FailoverFigures {
  synchronous: boolean;
  /** Acknowledged claims per second in the seconds before the primary died. */
  reached: number;
  claims: number;
  /** Claims that were acknowledged but are not in the new primary's ledger. */
  lost: number;
  /** Accounts with more than one claim. */
  doubled: number;
  /** Milliseconds between the last acknowledged claim on the old primary and the first one on the new one. */
  writesStopped: number;
  /** Milliseconds from the death to the end of the command, whose last step is a checkpoint. */
  promoted: number;
  /** The longest time between two answers to a guest's read, and how many failed. */
  readsStopped: number;
  readsFailed: number;
  /** Milliseconds from the death until each server announced a change to its pages again. */
  heardAgain: number[];
  /** Milliseconds until the old primary followed the new one. */
  rejoined: number;
  /** What `ledger check` found afterwards. */
  findings: string;
}

const AT_ONCE = 64;
/** A client that gets no answer retries with the same key. */
const AGAIN_MS = 100;
/** A server that is not listening again by then never will. */
const LISTENS_MS = 30_000;
const TREASURY = '0x52908400098527886E0F7030069857D2E4169EE7';

interface Site {
  readonly url: string;
  readonly apps: readonly App[];
}

/** Two servers with production settings, except SIGN_KEY, and nginx in front of them. */
async function startSite(pair: Pair, folder: string, end: AsyncDisposableStack): Promise<Site> {
  const devnet = await openDevnet(join(folder, 'node'));
  end.defer(() => devnet.stop());
  const env = {
    ...{ DEMO: 'off', ...pair.env, TRUST_PROXY: 'on', LOG_LEVEL: 'error' },
    ...{ CHAIN_RPC_URL: devnet.rpc.url, CHAIN_PUBLIC_RPC_URL: 'https://node.example' },
    ...{ CHAIN_ID: String(CHAIN_ID), TREASURY_ADDRESS: TREASURY, DOCUMENT_KEY: '3'.repeat(64) },
    ...{ RATE_LIMIT: '0', RATE_LIMIT_SIGN_IN: '0' },
  };
  const apps: App[] = [];
  for (const name of ['one', 'two']) {
    const app = await startApp({ withoutPage: true, dataDir: join(folder, name), env });
    end.defer(async () => void (await app.stop()));
    apps.push(app);
  }
  const [first, second] = apps.map(({ url }) => Number(new URL(url).port));
  const ports = { http: await freePort(), https: await freePort() };
  const proxy = spawnLeashed(
    nginx(),
    nginxArguments(folder, { ...ports, server: first ?? 0, other: second ?? 0 }),
    {
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  );
  end.defer(() => void proxy.kill('SIGQUIT'));
  return { url: `https://127.0.0.1:${ports.https}`, apps };
}

/** A client of nginx: the status of the answer, or 0 without one. */
function through(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE * 2, rejectUnauthorized: false });
  const send = async (name: CallName, options: { token?: string; key?: string } = {}): Promise<number> => {
    const { method, path, headers, body } = await requestOf(name, {}, options, DEVELOPMENT_SIGN_KEY);
    return new Promise((resolve) => {
      const sent = request(`${url}${path}`, { agent, method, headers }, (reply) => {
        reply.resume().once('close', () => resolve(reply.complete ? (reply.statusCode ?? 0) : 0));
      });
      sent.once('error', () => resolve(0)).end(body);
    });
  };
  return { send, close: () => agent.destroy() };
}

/**
 * Sends the claims of one account after another at their due times, each until it is acknowledged. Returns when each
 * was acknowledged.
 */
async function claimAll(
  send: ReturnType<typeof through>['send'],
  { rate, count }: { rate: number; count: number },
): Promise<number[]> {
  const acknowledged: number[] = [];
  const start = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let at = next++; at < count; at = next++) {
        await sleep(Math.max(0, start + (at * 1000) / rate - performance.now()));
        const options = { token: tokenOf(at + 1), key: randomUUID() };
        while ((await send('POST /api/mining/claim', options)) !== 200) await sleep(AGAIN_MS);
        acknowledged[at] = performance.now();
      }
    }),
  );
  return acknowledged;
}

/** Sends a guest's read ten times a second until stopped. */
function readOn(send: ReturnType<typeof through>['send']) {
  const read = { failed: 0, at: [performance.now()] };
  let going = true;
  const done = (async () => {
    while (going) {
      if ((await send('GET /api/index')) === 200) read.at.push(performance.now());
      else read.failed += 1;
      await sleep(100);
    }
  })();
  return async () => {
    going = false;
    await done;
    return read;
  };
}

/**
 * Announces something to everybody through the database, five times a second; resolves with the times at which each
 * server passed it on again.
 */
async function heardSince(pair: Pair, apps: readonly App[], abort: AbortController): Promise<() => number[]> {
  const heard = await Promise.all(apps.map(({ url }) => hear(url, abort.signal)));
  const at = apps.map(() => Infinity);
  let known = heard.map(() => Infinity);
  const notice = `select pg_notify('events', '{"topic":"probe"}')`;
  const announce = async () => {
    while (!abort.signal.aborted) {
      await once(pair.env.DATABASE_OWNER_URL, notice).catch(() => undefined);
      await sleep(200);
      for (const [i, text] of heard.entries())
        if (text().length > (known[i] ?? 0) && at[i] === Infinity) at[i] = performance.now();
    }
  };
  void announce();
  return () => {
    // Earlier announcements do not count.
    known = heard.map((text) => text().length);
    return at;
  };
}

const longest = (times: readonly number[]): number =>
  times.reduce((most, time, i) => Math.max(most, time - (times[i - 1] ?? time)), 0);

export async function failover(options: FailoverOptions): Promise<FailoverFigures> {
  const { rate, before, after, synchronous, durable, tell, away = 0 } = options;
  await using end = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'adit-failover-'));
  end.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const pair = await startPair({ synchronous, durable });
  end.defer(() => pair.stop());
  const site = await startSite(pair, folder, end);
  const count = rate * (before + after);
  const owner = new Client(pair.a.url);
  await owner.connect();
  await createAccounts(owner, count);
  // Nobody paid for these miners, which the audit would otherwise report.
  await owner.query('update miners set invite_used = true');
  await owner.query('checkpoint');
  await owner.end();
  tell(`${count} accounts, ${synchronous ? 'synchronous' : 'asynchronous'} standby`);

  const { send, close } = through(site.url);
  end.defer(async () => close());
  const abort = new AbortController();
  end.defer(() => abort.abort());
  const watch = await heardSince(pair, site.apps, abort);
  const reading = readOn(send);
  const claiming = claimAll(send, { rate, count });
  await sleep(before * 1000 - away);
  if (away > 0) {
    await pair.b.kill();
    await sleep(away);
  }
  const died = performance.now();
  await pair.a.kill();
  const heard = watch();
  if (away > 0) await pair.b.start();
  await pair.b.act('promote');
  const promoted = performance.now() - died;
  tell(`promoted after ${Math.round(promoted)} ms`);
  const acknowledged = await claiming;
  const limit = performance.now() + LISTENS_MS;
  while (heard.includes(Infinity) && performance.now() < limit) await sleep(50);
  const reads = await reading();

  const booked = await once<{ n: number; cycles: string }>(
    pair.b.url,
    'select n, count(c.user_id) as cycles from bench_accounts a left join mining_cycles c on c.user_id = a.id group by n',
  );
  await once(pair.b.url, 'drop table bench_accounts; drop sequence bench_next');
  const missing = booked.filter(({ cycles }) => Number(cycles) === 0);
  const times = acknowledged.toSorted((a, b) => a - b);
  const audit = await operate(site.apps[0]?.dataDir ?? '', 'ledger', 'check');
  const rejoined = await pair.a.start();
  const from = performance.now();
  await pair.following(pair.b);
  return {
    synchronous,
    reached:
      times.filter((time) => time < died && time > died - 1000 * Math.min(before, 5)).length /
      Math.min(before, 5),
    claims: count,
    lost: missing.length,
    doubled: booked.filter(({ cycles }) => Number(cycles) > 1).length,
    writesStopped: longest(times.filter((time) => time > died - 1000)),
    promoted,
    readsStopped: longest(reads.at),
    readsFailed: reads.failed,
    heardAgain: heard.map((at) => at - died),
    rejoined: rejoined + performance.now() - from,
    findings: audit.stdout.trim() + audit.stderr.trim(),
  };
}

/**
 * A full run: with a synchronous standby, with an asynchronous one, and with one that has been away for a second. The
 * rate is the goal's, or whatever the machine reaches.
 */
export async function failovers({ tell }: Pick<FailoverOptions, 'tell'>) {
  const began = performance.now();
  const load = { rate: 500, before: 10, after: 15, durable: true, tell };
  const synchronous = await failover({ ...load, synchronous: true });
  const asynchronous = await failover({ ...load, synchronous: false });
  const behind = await failover({ ...load, synchronous: false, away: 1000 });
  const all = [synchronous, asynchronous, behind];
  const problems = all.flatMap(({ findings, heardAgain }) => [
    ...(findings === '0 findings' ? [] : [findings]),
    ...(heardAgain.every(Number.isFinite) ? [] : ['a server did not listen again']),
  ]);
  // Otherwise this run would not notice a loss.
  if (behind.lost === 0) problems.push('a standby that was away has lost nothing');
  for (const figures of all) tell(JSON.stringify(figures));
  return {
    rounds: all.length,
    acknowledged: all.reduce((sum, { claims }) => sum + claims, 0),
    // What an asynchronous standby loses is measured, not a fault.
    lost: synchronous.lost,
    doubled: all.reduce((sum, { doubled }) => sum + doubled, 0),
    problems,
    outageMs: synchronous.writesStopped,
    ms: performance.now() - began,
    figures: {
      reached: synchronous.reached,
      lostAsynchronously: asynchronous.lost,
      lostAfterASecondAway: behind.lost,
    },
  };
}
