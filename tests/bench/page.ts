// `npm run bench page`: bytes and paints of the built page compared with a static page and a bare React + router page,
// with a four times slower CPU and on slow 4G; the time from a tap on Connect to the list of wallets; the cost of ten
// interactions; and the size of the worker and its caches. Needs `npm run build`.
import { rm } from 'node:fs/promises';
import { devices } from 'playwright-core';
import { weigh } from '#server/build/weigh.ts';
import { startApp } from '#tests/support/app.ts';
import { launch } from '#tests/support/browser.ts';
import { readArgs } from './args.ts';
import { keep, kilo, median, table, whole } from './figures.ts';
import { judged } from './goals.ts';
import { interactions } from './page-interactions.ts';
import { certificate, serveFolder, type Served } from './page-server.ts';
import { tapToWallets } from './page-tap.ts';
import { OURS, makeTargets, type Target } from './page-targets.ts';
import { throttleWorkers, visit, type Visit } from './page-visit.ts';

/** A page that does not open without network. */
const NOTHING: Visit = {
  ...{ fcp: undefined, lcp: undefined, blocked: 0, script: 0, shift: 0, usable: undefined },
  ...{ files: [], requests: { before: 0, all: 0 } },
};

type Round = Record<'cold' | 'repeat' | 'offline', Visit>;
interface Measured extends Target {
  served: Served;
  rounds: Round[];
}

const times = (
  target: Measured,
  kind: keyof Round,
  what: 'fcp' | 'lcp' | 'blocked' | 'script' | 'shift' | 'usable',
): number | undefined => median(target.rounds.map((round) => round[kind][what]));

const requests = ({ rounds }: Measured, when: 'before' | 'all'): number | undefined =>
  median(rounds.map(({ cold }) => cold.requests[when]));

/**
 * Brotli bytes of the scripts and styles of a first visit: those loaded when the first button appeared, and all
 * requested until the page is idle, including live figures and the prefetch for the first tap.
 */
async function bytes({
  rounds,
  served,
}: Measured): Promise<{ all: number; before: number; files: string[] }> {
  const files = rounds.at(-1)?.cold.files ?? [];
  const sum = async (paths: string[]): Promise<number> =>
    (await Promise.all([...new Set(paths)].map((path) => served.weigh(path)))).reduce((a, b) => a + b, 0);
  return {
    all: await sum(files.map(({ path }) => path)),
    before: await sum(files.filter(({ before }) => before).map(({ path }) => path)),
    files: files.map(({ path }) => path),
  };
}

async function heaviest({ rounds, served }: Measured): Promise<string> {
  const paths = [...new Set(rounds.at(-1)?.cold.files.map(({ path }) => path))];
  const weighed = await Promise.all(paths.map(async (path) => ({ path, weight: await served.weigh(path) })));
  const top = weighed.sort((a, b) => b.weight - a.weight).slice(0, 6);
  return top.map(({ path, weight }) => `${path.split('/').at(-1)} ${kilo(weight)}`).join(', ');
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { runs: 7, warmup: 1, cpu: 4, entry: 'Demo wallet', json: '' });
  await using end = new AsyncDisposableStack();
  const app = await startApp();
  end.defer(async () => void (await app.stop()));
  const { targets, made } = await makeTargets();
  end.defer(() => rm(made, { recursive: true, force: true }));
  const pair = certificate();
  const measured: Measured[] = [];
  for (const target of targets) {
    const served = await serveFolder(target.dir, pair, target.name === 'ours' ? app.url : undefined);
    end.defer(() => served.close());
    measured.push({ ...target, served, rounds: [] });
  }
  const browser = await launch([
    `--ignore-certificate-errors-spki-list=${pair.spki}`,
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ]);
  end.defer(() => browser.close());
  await throttleWorkers(browser);

  const phone = { ...devices['Pixel 7'], locale: 'en-US' };
  for (let run = -options.warmup; run < options.runs; run++)
    for (const { name, served, rounds } of measured) {
      const context = await browser.newContext(phone);
      const { cpu } = options;
      const worker = name !== 'static';
      const cold = await visit(context, served.url, { cpu, worker });
      const repeat = await visit(context, served.url, { cpu });
      await context.setOffline(true);
      const offline = worker
        ? await visit(context, served.url, { cpu, offline: true }).catch(() => NOTHING)
        : NOTHING;
      await context.close();
      if (run >= 0) rounds.push({ cold, repeat, offline });
      console.error(
        `${run < 0 ? 'warm-up' : `run ${run + 1}`} ${name}: LCP ${whole(cold.lcp)} / ${whole(repeat.lcp)} / ${whole(offline.lcp)} ms`,
      );
    }

  const taps: number[] = [];
  for (let run = 0; run < options.runs; run++) {
    const context = await browser.newContext(phone);
    taps.push(await tapToWallets(context, app.url, options.cpu, options.entry));
    await context.close();
  }

  const rows = [
    [
      ...['', 'kB br to first button', 'kB br until quiet', 'requests to first button', 'until quiet'],
      ...['cold FCP', 'cold LCP', 'first button', 'blocked', 'script', 'repeat LCP', 'offline LCP'],
    ],
  ];
  for (const target of measured) {
    const weight = await bytes(target);
    const cells = [
      ...[requests(target, 'before'), requests(target, 'all')],
      ...(['fcp', 'lcp', 'usable', 'blocked', 'script'] as const).map((what) => times(target, 'cold', what)),
      ...(['repeat', 'offline'] as const).map((kind) => times(target, kind, 'lcp')),
    ];
    rows.push([target.name, kilo(weight.before), kilo(weight.all), ...cells.map(whole)]);
  }
  const [still, react, ours] = measured;
  if (!still || !react || !ours) throw new Error('a target is missing');
  const beside = (base: Measured, kind: keyof Round, what: Parameters<typeof times>[2], baseKind = kind) =>
    (times(ours, kind, what) ?? NaN) / (times(base, baseKind, what) ?? NaN);
  const weight = await bytes(ours);
  const weights = weigh(OURS);
  const touched = await interactions({ runs: options.runs, cpu: options.cpu });
  const first = weight.files.filter((path) => /\/wallet\/|ethers|appkit|reown/i.test(path));
  console.log(`${table(rows)}

repeat, ours beside the shell: LCP ${beside(react, 'repeat', 'lcp').toFixed(2)}; offline: ${beside(react, 'offline', 'lcp').toFixed(2)}
heaviest files of ours: ${await heaviest(ours)}
kept offline: ${kilo(weights.keptRaw)} kB on the device
wallet code in the first load: ${first.length ? first.join(', ') : 'none'}
CPU ${options.cpu}x slower, slow 4G, medians of ${options.runs}; ms unless named

${touched.text}

${judged([
  ['cold: blocked time beside a bare shell', beside(react, 'cold', 'blocked')],
  ['cold: script time beside a bare shell', beside(react, 'cold', 'script')],
  ['cold: time to a working button beside a bare shell', beside(react, 'cold', 'usable')],
  ['cold: largest paint beside a static page', beside(still, 'cold', 'lcp')],
  ['cold: layout shift', times(ours, 'cold', 'shift')],
  ['requests until the button works', requests(ours, 'before')],
  ['requests until quiet', requests(ours, 'all')],
  ['scripts and styles until the button works, without texts', weights.firstScreen / 1000],
  ['scripts and styles loaded before the first tap', weight.all / 1000],
  ['repeat visit: largest paint beside a static page', beside(still, 'repeat', 'lcp')],
  // The static page has no worker: the time until it paints again is the baseline.
  ['offline: largest paint beside a static page visited again', beside(still, 'offline', 'lcp', 'repeat')],
  ['tap on Connect to the list of wallets', median(taps)],
  ['kept offline', weights.kept / 1000],
  ['service worker', weights.worker / 1000],
  ...touched.rows,
])}`);
  await keep(options.json, {
    options,
    taps,
    weights,
    interactions: touched.answers,
    targets: measured.map(({ name, rounds }) => ({ name, rounds })),
  });
}
