/**
 * What an attack does to others: an innocent client in its own thread makes ordinary calls, one by one, before and
 * during the attack. Run as a worker, this file is that client.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { CallName } from '#contract';
import { percentile } from '#tests/bench/figures.ts';
import type { Target } from './cast.ts';
import { signed, transmit } from './wire.ts';

interface Seat {
  readonly url: string;
  readonly token: string;
  /** The address that a proxy would report. */
  readonly address: string;
}

interface Seen {
  readonly latencies: number[];
  /** Replies that were neither successes nor refusals of the product. */
  readonly failures: string[];
}

/** What an open page requests; the last one is a small change. */
const CALLS: readonly CallName[] = [
  'GET /api/index',
  'GET /api/assets/list',
  'GET /api/mining/index',
  'GET /api/stake/list',
  'POST /api/mining/claim',
];
/** Pause between two calls: a busy person. */
const PAUSE_MS = 20;
const BEFORE_MS = 5000;

async function sit({ url, token, address }: Seat, stopped: () => boolean): Promise<Seen> {
  const seen: Seen = { latencies: [], failures: [] };
  for (let n = 0; !stopped(); n += 1) {
    const name = CALLS[n % CALLS.length] as CallName;
    const [method = '', path = ''] = name.split(' ');
    const post = method === 'POST' && {
      ...{ 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    };
    const reply = await transmit(url, {
      ...{ method, path, body: post ? signed('{}') : undefined },
      headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address, ...post },
    });
    seen.latencies.push(reply.ms);
    if (reply.status === 0 || reply.status >= 500 || reply.status === 401 || reply.status === 429)
      seen.failures.push(`${name}: ${reply.status} ${reply.text.slice(0, 80)}`);
    await sleep(PAUSE_MS);
  }
  return seen;
}

if (!isMainThread) {
  let stopped = false;
  parentPort?.once('message', () => (stopped = true));
  parentPort?.postMessage(await sit(workerData as Seat, () => stopped));
}

/** Calls until told to stop. */
function watch(seat: Seat): () => Promise<Seen> {
  const worker = new Worker(new URL(import.meta.url), { workerData: seat });
  const seen = new Promise<Seen>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  return () => {
    worker.postMessage('stop');
    return seen;
  };
}

export interface Impact {
  /** Milliseconds. */
  readonly p99Before: number;
  readonly p99During: number;
  readonly calls: number;
  readonly failures: readonly string[];
}

/** Runs the attack while a signed-in client on another network watches. */
export async function witnessed<T>(
  { url }: Target,
  token: string,
  attack: () => Promise<T>,
): Promise<{ result: T; impact: Impact }> {
  const seat = { url, token, address: '198.51.100.77' };
  const calm = watch(seat);
  await sleep(BEFORE_MS);
  const before = await calm();
  const stop = watch(seat);
  const result = await attack();
  const during = await stop();
  const p99 = ({ latencies }: Seen) => percentile(latencies, 0.99) ?? 0;
  const impact = {
    ...{ p99Before: p99(before), p99During: p99(during) },
    ...{ calls: during.latencies.length, failures: during.failures },
  };
  return { result, impact };
}
