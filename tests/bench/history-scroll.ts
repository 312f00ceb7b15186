// `npm run bench scroll`: the fund history of an account with 10,000 rows, scrolled from the first to the last with a
// four times slower CPU, compared with one of 1,000. Reports the longest main-thread task and the dropped frames. Needs
// `npm run build`.
import { rm } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { startApp } from '#tests/support/app.ts';
import { launch, MOBILE } from '#tests/support/browser.ts';
import { readArgs } from './args.ts';
import { keep, median, percentile, table, whole } from './figures.ts';
import { judged } from './goals.ts';
import { accountWithHistory, type HistoryAccount } from './history-rows.ts';
import { type Task, traced } from './main-thread.ts';

interface Run {
  tasks: Task[];
  /** Milliseconds between frames. */
  frames: number[];
  seconds: number;
  pixels: number;
  elements: number;
  heap: number;
}

interface Scrolled {
  __frames: number[];
}

/** Number of swipes that fit into one trace. */
const SWIPES = 5;
const LIMIT_MS = 600_000;

/** Runs in the page before its own scripts. */
function countFrames(): void {
  const frames: number[] = ((window as unknown as Scrolled).__frames = []);
  let last = performance.now();
  const frame = (now: number): void => {
    frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const atEnd = (page: Page): Promise<boolean> => page.getByText('Your history begins on').isVisible();

const swipe = (cdp: CDPSession, speed: number): Promise<unknown> =>
  cdp.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: 400,
    yDistance: -speed,
    speed,
    // A finger cannot leave the screen, but a wheel can scroll on.
    gestureSourceType: 'mouse',
  });

async function scroll(browser: Browser, url: string, user: HistoryAccount, cpu: number, speed: number) {
  const context = await browser.newContext({ ...MOBILE, deviceScaleFactor: 1, locale: 'en-US' });
  const page = await context.newPage();
  try {
    await page.addInitScript(countFrames);
    await page.addInitScript(
      ([token, address]) => {
        localStorage.setItem('lang', 'en');
        sessionStorage.setItem('token', token);
        sessionStorage.setItem('wallet', JSON.stringify({ address, isConnected: true }));
      },
      [user.token, user.address] as const,
    );
    await page.goto(`${url}/#/pages/asset/capital`);
    await page.getByRole('listitem').first().waitFor();
    // Prefetched chunks load when the page is idle; they are not measured.
    await page.waitForTimeout(4000);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.evaluate(() => ((window as unknown as Scrolled).__frames.length = 0));
    const tasks: Task[] = [];
    const start = performance.now();
    while (!(await atEnd(page))) {
      if (performance.now() - start > LIMIT_MS) throw new Error('the end of the history was not reached');
      const some = await traced(browser, page, async () => {
        for (let n = 0; n < SWIPES && !(await atEnd(page)); n += 1) await swipe(cdp, speed);
      });
      tasks.push(...some);
    }
    const seconds = (performance.now() - start) / 1000;
    const end = await page.evaluate(() => ({
      frames: (window as unknown as Scrolled).__frames,
      pixels: window.scrollY,
      elements: document.querySelectorAll('*').length,
      heap: (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
    }));
    return { tasks, seconds, ...end } satisfies Run;
  } finally {
    await context.close();
  }
}

/** A frame longer than 1.5 frames at 60 Hz has dropped at least one frame. */
const DROPPED_MS = 25;
const longest = (run: Run, what: keyof Task): number => Math.max(0, ...run.tasks.map((task) => task[what]));
const over = (run: Run, ms: number): number => run.tasks.filter(({ cpu }) => cpu > ms).length;
const dropped = ({ frames }: Run): number =>
  (100 * frames.filter((frame) => frame > DROPPED_MS).length) / Math.max(1, frames.length);

/** The 95th percentile: the median is one frame of the screen, however slow some are. */
const slowFrame = (runs: readonly Run[]): number =>
  median(runs.map(({ frames }) => percentile(frames, 0.95))) ?? NaN;

interface Options {
  runs: number;
  cpu: number;
  speed: number;
}

/** Scrolls through its own account. */
async function scrolled(browser: Browser, rows: number, options: Options): Promise<Run[]> {
  await using end = new AsyncDisposableStack();
  const user = await accountWithHistory(rows);
  end.defer(() => rm(user.dataDir, { recursive: true, force: true }));
  const app = await startApp({ dataDir: user.dataDir, env: { RATE_LIMIT: '0' } });
  end.defer(async () => void (await app.stop()));
  const runs: Run[] = [];
  for (let run = 0; run < options.runs; run += 1) {
    const result = await scroll(browser, app.url, user, options.cpu, options.speed);
    runs.push(result);
    console.error(
      `${rows} rows, run ${run + 1}: longest task ${whole(longest(result, 'cpu'))} ms of the processor`,
    );
  }
  return runs;
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { rows: 10_000, short: 1000, runs: 3, cpu: 4, speed: 8000, json: '' });
  await using end = new AsyncDisposableStack();
  const browser = await launch(['--enable-precise-memory-info']);
  end.defer(() => browser.close());
  const short = await scrolled(browser, options.short, options);
  const long = await scrolled(browser, options.rows, options);
  const row = (name: string, of: (run: Run) => number): string[] => [
    name,
    ...[...short, ...long].map((run) => whole(of(run))),
  ];
  console.log(`${table([
    [
      `CPU ${options.cpu}x slower`,
      ...short.map(() => `${options.short} rows`),
      ...long.map(() => `${options.rows} rows`),
    ],
    row('longest task, ms of the processor', (run) => longest(run, 'cpu')),
    row('longest task, ms by the clock', (run) => longest(run, 'wall')),
    row('tasks over 100 ms of the processor', (run) => over(run, 100)),
    row('tasks over 50 ms of the processor', (run) => over(run, 50)),
    row('frames', ({ frames }) => frames.length),
    row('dropped, %', dropped),
    row('median frame, ms', ({ frames }) => median(frames) ?? 0),
    row('95th percentile of frames, ms', ({ frames }) => percentile(frames, 0.95) ?? 0),
    row('pixels scrolled', ({ pixels }) => pixels),
    row('seconds', ({ seconds }) => seconds),
    row('elements at the end', ({ elements }) => elements),
    row('JS heap at the end, MB', ({ heap }) => heap / 1e6),
  ])}
scrolled at ${options.speed} px/s; a frame counts as dropped beyond ${DROPPED_MS} ms

${judged([
  ['longest task while scrolling', median(long.map((run) => longest(run, 'cpu')))],
  ['frame while scrolling a long history beside a short one', slowFrame(long) / slowFrame(short)],
])}`);
  await keep(options.json, { options, short, long });
}
