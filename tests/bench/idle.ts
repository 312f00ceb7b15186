// `npm run bench idle`: the cost of an open page that nobody touches: processor time of all the browser's processes,
// including software rendering, style and layout computations, and requests; and the requests of the same page while
// it is hidden. Needs `npm run build`.
import type { Browser, CDPSession, Page } from 'playwright-core';
import { type App, startApp } from '#tests/support/app.ts';
import { launch, MOBILE } from '#tests/support/browser.ts';
import { enter, readNotice } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { pageIs } from '#tests/support/page-worker.ts';
import { ask, newcomer, type Person, verify } from '#tests/support/person.ts';
import { readArgs } from './args.ts';
import { keep, median, table } from './figures.ts';
import { type Row, judged } from './goals.ts';

interface Idle {
  /** Percent of a core, for all processes and for those that run and draw the page. */
  processor: number;
  renderer: number;
  gpu: number;
  /** A second. */
  styles: number;
  layouts: number;
  /** In the whole time, apart from the open stream of events. */
  requests: number;
  hiddenRequests: number;
}

const PAGES: Record<string, { path: string; member?: boolean }> = {
  'nothing but a text': { path: '/robots.txt' },
  "a guest's home": { path: '/' },
  "a member's home": { path: '/', member: true },
  miner: { path: '/#/pages/mining/index', member: true },
  lottery: { path: '/#/pages/guessing/index', member: true },
  staking: { path: '/#/pages/pledge/index', member: true },
  race: { path: '/#/pages/main/index', member: true },
};

/** By then, everything prefetched has arrived, and every placeholder and picture has been handled. */
const SETTLE_MS = 12_000;

/** Verified, with a running miner. */
async function member(app: App): Promise<Person> {
  const person = await newcomer(app.url);
  await verify(person.api);
  await ask(person.api, 'POST /api/mining/claim1', {});
  return person;
}

/** Processor seconds used so far by the browser's processes, by type. */
async function used(browser: CDPSession): Promise<Record<string, number>> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const sums: Record<string, number> = {};
  for (const { type, cpuTime } of processInfo) sums[type] = (sums[type] ?? 0) + cpuTime;
  return sums;
}

async function counted(page: CDPSession): Promise<{ styles: number; layouts: number }> {
  const { metrics } = await page.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? NaN;
  return { styles: of('RecalcStyleCount'), layouts: of('LayoutCount') };
}

async function watch(browser: Browser, page: Page, seconds: number): Promise<Idle> {
  const [all, own] = [await browser.newBrowserCDPSession(), await page.context().newCDPSession(page)];
  await own.send('Performance.enable');
  let requests = 0;
  page.on('request', () => (requests += 1));
  const [before, first] = [await used(all), await counted(own)];
  const since = performance.now();
  await page.waitForTimeout(seconds * 1000);
  const [after, last] = [await used(all), await counted(own)];
  const took = (performance.now() - since) / 1000;
  const share = (types: string[]): number =>
    types.reduce((sum, type) => sum + (100 * ((after[type] ?? 0) - (before[type] ?? 0))) / took, 0);
  const visible = requests;
  await pageIs(page, 'hidden');
  requests = 0;
  await page.waitForTimeout(seconds * 1000);
  return {
    processor: share(Object.keys(after)),
    renderer: share(['renderer']),
    gpu: share(['GPU']),
    styles: (last.styles - first.styles) / took,
    layouts: (last.layouts - first.layouts) / took,
    requests: visible,
    hiddenRequests: requests,
  };
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { runs: 3, seconds: 20, only: '', json: '' });
  await using end = new AsyncDisposableStack();
  const app = await startApp({ env: { RATE_LIMIT: '0' } });
  end.defer(async () => void (await app.stop()));
  const { version } = (await client(app.url).call('GET /api/index', {})).data.welcome;
  const person = await member(app);
  const all: Record<string, Idle[]> = {};
  for (const [name, { path, member: own = false }] of Object.entries(PAGES))
    for (let run = 0; name.includes(options.only) && run < options.runs; run += 1) {
      // Its own browser: another page's processes linger.
      const browser = await launch();
      try {
        const context = await browser.newContext({ ...MOBILE, locale: 'en-US', baseURL: app.url });
        await readNotice(context, version);
        if (own) await enter(context, person);
        const page = await context.newPage();
        await page.goto(path);
        await page.waitForTimeout(SETTLE_MS);
        (all[name] ??= []).push(await watch(browser, page, options.seconds));
      } finally {
        await browser.close();
      }
    }
  const of = (name: string, what: keyof Idle): number =>
    median((all[name] ?? []).map((run) => run[what])) ?? NaN;
  const rows = Object.keys(all).map((name) => [
    name,
    ...(['processor', 'renderer', 'gpu', 'styles', 'layouts'] as const).map((what) =>
      of(name, what).toFixed(1),
    ),
    ...(['requests', 'hiddenRequests'] as const).map((what) => of(name, what).toFixed(0)),
  ]);
  const pages = Object.keys(all).filter((name) => name !== 'nothing but a text');
  console.log(`${table([
    ['', '% of a core', 'renderer', 'GPU process', 'styles/s', 'layouts/s', 'requests', 'hidden'],
    ...rows,
  ])}

medians of ${options.runs} runs of ${options.seconds} s visible and as long hidden

${judged([
  ...pages.map((name): Row => ['visible page that nobody touches', of(name, 'processor'), name]),
  ['requests of a hidden page', Math.max(...pages.map((name) => of(name, 'hiddenRequests')))],
])}`);
  await keep(options.json, { options, runs: all });
}
