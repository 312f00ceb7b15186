// `npm run attack`: runs every attack in this folder against its own server on PostgreSQL, or against the one at
// --url, and measures what each does to another client's calls. It fails if an attack succeeded; times are reported,
// never judged. Options: --only NAMES, --requests N, --seed N, --json FILE; --url URL of a server in demo mode
// (without limits for the first three attacks, with TRUST_PROXY=on for the others), --folder DATA_DIR of that server,
// for its operator.
import { Client } from 'pg';
import { readArgs, requireKnown } from '#tests/bench/args.ts';
import { keep, ratio, table } from '#tests/bench/figures.ts';
import { startApp } from '#tests/support/app.ts';
import { UNLIMITED } from '#tests/support/person.ts';
import { type Cluster, startCluster } from '#tests/support/postgres.ts';
import { type Actor, type Target, bookFaults, enter, logFaults } from './cast.ts';
import { fuzz } from './fuzz.ts';
import { walkObjects } from './objects.ts';
import { floodNetwork, multiplySessions } from './sessions.ts';
import { signIns } from './siwe.ts';
import { slowClients } from './slow.ts';
import { exhaustStreams } from './streams.ts';
import { uploadBombs } from './uploads.ts';
import { type Impact, witnessed } from './witness.ts';

interface Result {
  readonly problems: readonly string[];
  readonly impact?: Impact;
  /** What was counted. */
  readonly figures: unknown;
}

const { url, folder, requests, seed, only, json } = readArgs(process.argv.slice(2), {
  ...{ url: '', folder: '', requests: 10_000, seed: 1, only: '', json: '' },
});

/** Attacks on what the server says; request limits are off, so that it can be asked more. */
const ANSWERS: Record<string, (target: Target) => Promise<Result>> = {
  async fuzz(target) {
    const { problems, ...figures } = await fuzz(target, { requests, seed });
    return { problems, figures };
  },
  async 'sign-in'(target) {
    const { problems, ...figures } = await signIns(target);
    return { problems, figures };
  },
  async objects(target) {
    const { problems, ...figures } = await walkObjects(target);
    return { problems, figures };
  },
};

/** Attacks on the server's capacity. The limits are production's. */
const BURDENS: Record<string, (target: Target, own: Actor) => Promise<{ problems: string[] }>> = {
  slow: (target, { token }) => slowClients(target, token, 40),
  uploads: (target) => uploadBombs(target, 12),
  streams: async (target, own) => exhaustStreams(target, own, await enter(target), 2000),
  sessions: (target) => multiplySessions(target, 40),
  floods: (target) => floodNetwork(target),
};

/** Runs each of them while another client watches. */
const LOADS: typeof ANSWERS = Object.fromEntries(
  Object.entries(BURDENS).map(([name, attack]) => [
    name,
    async (target) => {
      const [witness, own] = [await enter(target), await enter(target)];
      const { result, impact } = await witnessed(target, witness.token, () => attack(target, own));
      const { problems, ...figures } = result;
      const failed = impact.failures.slice(0, 3).map((failure) => `another client: ${failure}`);
      const after = [...(await bookFaults(target)), ...logFaults(target, [witness, own])];
      return { problems: [...problems, ...failed, ...after], impact, figures };
    },
  ]),
);

/** A server as in production, but in demo mode, so that accounts can have money. */
async function startTarget(
  cluster: Cluster,
  name: string,
  env: Record<string, string>,
  end: AsyncDisposableStack,
): Promise<Target> {
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const app = await startApp({
    withoutPage: true,
    env: { DATABASE_URL: cluster.url(name), TRUST_PROXY: 'on', KYC_AUTO_APPROVE_SECONDS: '0', ...env },
  });
  end.defer(async () => void (await app.stop()));
  return { url: app.url, dataDir: app.dataDir, logs: () => app.logs() };
}

requireKnown(only.split(',').filter(Boolean), Object.keys({ ...ANSWERS, ...LOADS }));
const chosen = ([name]: readonly [string, unknown]) => only === '' || only.split(',').includes(name);
const results: Record<string, Result> = {};

async function run(attacks: typeof ANSWERS, target: () => Promise<Target>): Promise<void> {
  const some = Object.entries(attacks).filter(chosen);
  if (some.length === 0) return;
  const attacked = await target();
  for (const [name, attack] of some) {
    const start = performance.now();
    const result = await attack(attacked);
    results[name] = result;
    console.log(
      `${name}: ${result.problems.length} problems in ${Math.round((performance.now() - start) / 1000)} s; ${JSON.stringify(result.figures)}`,
    );
    for (const problem of result.problems) console.log(`  ${problem}`);
  }
}

console.log(`seed ${seed}`);
{
  await using end = new AsyncDisposableStack();
  if (url) {
    const named = async () => ({ url, dataDir: folder || undefined });
    await run(ANSWERS, named);
    await run(LOADS, named);
  } else {
    const cluster = await startCluster({ durable: true });
    end.defer(() => cluster.stop());
    await run(ANSWERS, () => startTarget(cluster, 'answers', UNLIMITED, end));
    await run(LOADS, () => startTarget(cluster, 'loads', {}, end));
  }
}
const measured = Object.entries(results).flatMap(([name, { impact }]) =>
  impact
    ? [
        [
          name,
          impact.p99Before.toFixed(1),
          impact.p99During.toFixed(1),
          ratio(impact.p99During, impact.p99Before),
          String(impact.calls),
        ],
      ]
    : [],
);
if (measured.length > 0)
  console.log(table([['another client', 'p99 before, ms', 'p99 during, ms', 'ratio', 'calls'], ...measured]));
await keep(json, { seed, results });
if (Object.values(results).some(({ problems }) => problems.length > 0)) process.exitCode = 1;
