// Compares the pages of a long list with those of a short one, on both databases, through the whole HTTP stack.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Place } from '#tests/support/databases.ts';
import { startCluster } from '#tests/support/postgres.ts';
import { readArgs } from './args.ts';
import { keep, median, ratio, table } from './figures.ts';
import { type GoalName, judged, worst } from './goals.ts';

/** The calls to compare, of a side: the short list or the long one. */
export type Pages<Side> = Record<string, (side: Side) => Promise<{ code: number; text: string }>>;

interface Figures {
  page: string;
  /** Of the short list and of the long one. */
  ms: [number, number];
}

async function time(ask: () => Promise<{ code: number; text: string }>): Promise<number> {
  const start = performance.now();
  const { code, text } = await ask();
  const took = performance.now() - start;
  if (code !== 0) throw new Error(`the page was refused: ${text}`);
  return took;
}

/** Medians in ms, the two sides alternating, so that a busy moment affects both. */
export async function measure<S>(pages: Pages<S>, sides: [S, S], rounds: number): Promise<Figures[]> {
  const figures: Figures[] = [];
  for (const [page, ask] of Object.entries(pages)) {
    const times: [number[], number[]] = [[], []];
    // The first tenth is a warm-up and is not counted.
    for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1)
      for (const n of [0, 1] as const) {
        const took = await time(() => ask(sides[n]));
        if (round >= 0) times[n].push(took);
      }
    figures.push({ page, ms: [median(times[0]) ?? 0, median(times[1]) ?? 0] });
  }
  return figures;
}

interface Comparison {
  goal: GoalName;
  defaults: { rows: number; short: number; rounds: number };
  /** Databases that `compare` needs of each kind. */
  databases: readonly string[];
  compare: (places: readonly Place[], options: Comparison['defaults']) => Promise<Figures[]>;
}

/** Runs a comparison on both kinds of databases and prints it. */
export async function longBesideShort(argv: string[], { goal, defaults, databases, compare }: Comparison) {
  const options = readArgs(argv, { ...defaults, json: '' });
  await using end = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'adit-bench-'));
  end.defer(() => rm(dataDir, { recursive: true, force: true }));
  const cluster = await startCluster({ durable: true });
  end.defer(() => cluster.stop());
  const admin = new Client(cluster.url('postgres'));
  await admin.connect();
  for (const name of databases) await admin.query(`create database ${name}`);
  await admin.end();
  const results: Record<string, Figures[]> = {};
  for (const [kind, places] of [
    ['PostgreSQL', databases.map((name) => ({ databaseUrl: cluster.url(name) }))],
    ['PGlite', databases.map((name) => ({ dataDir: join(dataDir, name) }))],
  ] as const) {
    results[kind] = await compare(places, options);
    const lines = results[kind].map(({ page, ms: [few, many] }) => [
      page,
      few.toFixed(2),
      many.toFixed(2),
      ratio(many, few),
    ]);
    const head = [kind, `${options.short} rows, ms`, `${options.rows} rows, ms`, 'ratio'];
    console.log(`${table([head, ...lines])}\n`);
  }
  console.log(`pages of 20, medians of ${options.rounds}

${judged(
  Object.entries(results).map(([kind, pages]) => [
    goal,
    worst(pages.map(({ ms: [few, many] }) => many / few)),
    `worst, ${kind}`,
  ]),
)}`);
  await keep(options.json, { options, results });
}
