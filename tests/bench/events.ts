// `npm run bench events`: 10,000 event streams of one server on PostgreSQL: memory per stream; the time and processor
// time until all of them have heard what somebody did; and how much other calls notice. Compared with a bare server
// that holds and notifies as many. Half of the streams belong to signed-in people.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { START_FLAGS, startApp } from '#tests/support/app.ts';
import { UNLIMITED } from '#tests/support/person.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { bytesOf, createAccounts, tokenOf } from './claims.ts';
import { type Opened, type Order, type Told, now } from './event-streams.ts';
import { counts, keep, median, percentile, table, whole } from './figures.ts';
import { judged } from './goals.ts';
import { evenly, pacedLoad } from './paced-load.ts';
import { TICKS_PER_SECOND, treeMemory, treeTicks } from './process-tree.ts';

/** Between two events: a server notifies everybody of the same topic once a second at most (server/http/changes.ts). */
const EVERY_MS = 1200;
/** A server that has just been busy is still cleaning up. */
const SETTLE_MS = 10_000;
/** For each kind of call made meanwhile. */
const CALLS_A_SECOND = 100;
const CONNECTIONS = 16;
const OPEN_MS = 1000;
const WARM_UP = { calls: 200, streams: 200 };
const LOOK = Buffer.from('GET /api/health/live HTTP/1.1\r\nhost: bench\r\n\r\n');

interface Server {
  readonly pid: number;
  readonly origin: string;
  /** Makes an event happen. */
  readonly cause: () => Promise<void>;
}

type Held = Awaited<ReturnType<typeof hold>>;

/** A process of event-streams.ts; `said` resolves with its next message. */
function startChild(role: 'hold' | 'serve', end: AsyncDisposableStack) {
  const child: ChildProcess = fork(new URL('event-streams.ts', import.meta.url), [role], {
    execArgv: START_FLAGS,
  });
  const lost = once(child, 'exit').then(() => Promise.reject(new Error(`${role}: the process has ended`)));
  lost.catch(() => undefined);
  end.defer(() => child.disconnect());
  return {
    pid: child.pid ?? 0,
    order: (order: Order) => child.send(order),
    said: async <T>() => (await Promise.race([once(child, 'message'), lost]))[0] as T,
  };
}

async function startBare(end: AsyncDisposableStack): Promise<Server> {
  const child = startChild('serve', end);
  const origin = `http://127.0.0.1:${await child.said<number>()}`;
  return {
    ...{ pid: child.pid, origin },
    cause: async () => void (await fetch(origin, { method: 'POST' })),
  };
}

/**
 * The second server of a database, without a devnet. The event is caused by somebody's first guess of the day, which
 * is free.
 */
async function startProduct(end: AsyncDisposableStack, accounts: number): Promise<Server> {
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const env = {
    ...{ ...UNLIMITED, TRUST_PROXY: 'on' },
    ...{ DATABASE_URL: cluster.url('postgres'), DOCUMENT_KEY: '7'.repeat(64) },
  };
  const first = await startApp({ env, withoutPage: true });
  end.defer(async () => void (await first.stop()));
  const second = await startApp({ env, withoutPage: true, joins: first });
  end.defer(async () => void (await second.stop()));
  const db = new Client(cluster.url('postgres'));
  await db.connect();
  await createAccounts(db, accounts);
  await db.query('vacuum analyze');
  await db.end();
  let guesser = accounts;
  const cause = async () => {
    const guess = await bytesOf('POST /api/mining/bet', guesser--, { numbers: [1, 2, 3] });
    const [answer] = await pacedLoad([second.url], [guess], { connections: 1, start: 0, after: () => 0 });
    if (answer?.status !== 200) throw new Error(`a guess was answered with ${answer?.body}`);
  };
  return { pid: second.pid, origin: second.url, cause };
}

async function open({ origin }: Server, count: number, tokens: readonly string[], end: AsyncDisposableStack) {
  const holder = startChild('hold', end);
  holder.order({ port: Number(new URL(origin).port), count, tokens });
  const { opened, refused } = await holder.said<Opened>();
  if (opened < count) throw new Error(`${opened} of ${count} streams; other answers: ${counts(refused)}`);
  return holder;
}

/** Opens the streams and returns their holder and the resident bytes that each stream costs. */
async function hold(server: Server, count: number, tokens: readonly string[], end: AsyncDisposableStack) {
  await sleep(SETTLE_MS);
  const before = treeMemory(server.pid).rss;
  const holder = await open(server, count, tokens, end);
  await sleep(SETTLE_MS);
  return { server, holder, memory: (treeMemory(server.pid).rss - before) / count };
}

/** Latencies in milliseconds of evenly spaced calls, each from the moment at which it was due. */
async function call({ origin }: Server, requests: readonly Buffer[]): Promise<number[]> {
  const start = performance.now() + OPEN_MS;
  const after = evenly(CALLS_A_SECOND);
  const answers = await pacedLoad([origin], requests, { connections: CONNECTIONS, start, after });
  const failed = answers.find(({ status }) => status !== 200);
  if (failed) throw new Error(`a call was answered with ${failed.status}: ${failed.body}`);
  return answers.map(({ due, answered }) => answered - due);
}

/** Milliseconds from each cause until the last stream had the event, and from the first stream until the last. */
async function tell({ server, holder }: Held, events: number) {
  const [reached, spread]: [number[], number[]] = [[], []];
  const begun = now();
  for (let n = 0; n < events; n += 1) {
    await sleep(Math.max(0, begun + n * EVERY_MS - now()));
    const told = holder.said<Told>();
    const caused = now();
    await server.cause();
    const { first, last } = await told;
    reached.push(last - caused);
    spread.push(last - first);
  }
  await sleep(Math.max(0, begun + events * EVERY_MS - now()));
  return { reached, spread };
}

/** The same on an otherwise idle machine, with the processor time per event in milliseconds. */
async function tellAlone(held: Held, events: number) {
  const ticks = async <T>(work: Promise<T>) => {
    const before = treeTicks(held.server.pid);
    return { result: await work, used: treeTicks(held.server.pid) - before };
  };
  const idle = await ticks(sleep(events * EVERY_MS));
  const { result, used } = await ticks(tell(held, events));
  return { ...result, processor: ((used - idle.used) * 1000) / TICKS_PER_SECOND / events };
}

const p99 = (values: number[]) => percentile(values, 0.99) ?? NaN;

const one = (value = NaN) => value.toFixed(1);

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { streams: 10_000, events: 10, json: '' });
  await using end = new AsyncDisposableStack();
  const { streams, events } = options;
  /** As many as are due while the events are sent. */
  const calls = ((events * EVERY_MS) / 1000) * CALLS_A_SECOND;
  const bare = await startBare(end);
  const product = await startProduct(end, Math.max(streams / 2, WARM_UP.calls + 3 * calls) + 2 * events);
  let claimer = 0;
  /** The times of claims and of the cheapest call while `work` is running. */
  const meanwhile = async (count: number, work?: () => Promise<unknown>) => {
    const claims: Buffer[] = [];
    while (claims.length < count) claims.push(await bytesOf('POST /api/mining/claim', (claimer += 1)));
    const [claimed, looked] = await Promise.all([
      call(product, claims),
      call(product, Array<Buffer>(count).fill(LOOK)),
      sleep(OPEN_MS).then(work),
    ]);
    return { claims: claimed, looks: looked };
  };
  {
    // So that what follows runs with compiled code and a grown heap.
    await using early = new AsyncDisposableStack();
    for (const server of [bare, product]) await open(server, WARM_UP.streams, [], early);
    await meanwhile(WARM_UP.calls);
  }
  const tokens = Array.from({ length: streams / 2 }, (_, n) => tokenOf(n + 1));
  const held = {
    bare: await hold(bare, streams, [], end),
    product: await hold(product, streams, tokens, end),
  };
  const told = {
    bare: await tellAlone(held.bare, events),
    product: await tellAlone(held.product, events),
  };
  const times = {
    'nobody is told': await meanwhile(calls),
    'the bare server tells its own': await meanwhile(calls, () => tell(held.bare, events)),
    'all are told': await meanwhile(calls, () => tell(held.product, events)),
  };
  const sides = (['bare', 'product'] as const).map((side) => [
    ...[side, one(held[side].memory / 1000)],
    ...[median(told[side].reached), Math.max(...told[side].reached)].map(whole),
    ...[median(told[side].spread), told[side].processor].map(whole),
  ]);
  const others = Object.entries(times).map(([when, { claims, looks }]) => [
    when,
    ...[claims, looks].flatMap((all) => [median(all), p99(all), Math.max(...all)].map(one)),
  ]);
  const head = ['kB each', 'all told ms', 'slowest ms', 'first to last ms', 'processor ms'];
  console.log(
    [
      table([[`${streams} streams`, ...head], ...sides]),
      '',
      table([
        ['calls meanwhile', 'claim p50 ms', 'p99', 'longest', 'GET p50 ms', 'p99', 'longest'],
        ...others,
      ]),
      '',
      judged([
        ['memory of an event stream', held.product.memory / 1000],
        ['memory of an event stream beside a bare one', held.product.memory / held.bare.memory],
        ['event to all streams', median(told.product.reached)],
        [
          'processor for an event to all streams beside a bare server',
          told.product.processor / told.bare.processor,
        ],
        [
          'p99 of a claim while all streams are told',
          p99(times['all are told'].claims) / p99(times['nobody is told'].claims),
        ],
      ]),
    ].join('\n'),
  );
  await keep(options.json, { options, memory: [held.bare.memory, held.product.memory], told, times });
}
