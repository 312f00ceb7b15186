// The cost of a tap on a slow phone: the ten most frequent interactions, on a rich account, from input to the frame
// that shows the result (INP as browsers count it), and the longest task it causes. Part of `npm run bench page`, or
// on its own as `npm run bench interactions`. Needs `npm run build`.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { makeUser } from '#tests/screens/user.ts';
import { enter, type Entrant, readNotice } from '#tests/support/enter.ts';
import { startApp } from '#tests/support/app.ts';
import { launch, MOBILE } from '#tests/support/browser.ts';
import { client } from '#tests/support/http.ts';
import { readArgs } from './args.ts';
import { keep, median, table, whole } from './figures.ts';
import { type Row, judged } from './goals.ts';
import { INTERACTIONS, type Interaction } from './interactions.ts';
import { traced } from './main-thread.ts';

const LIMIT_MS = 60_000;
/** Prefetched chunks load when the page is idle, within 3 s. */
const IDLE_MS = 1500;
/** The browser reports an interaction slightly after its frame. */
const SHOWN_MS = 400;

interface Answer {
  /** Milliseconds from the input to the next frame, in steps of 8 as browsers report it, and its parts. */
  inp: number;
  delay: number;
  processing: number;
  presentation: number;
  /** The longest task until the page is idle, in wall-clock and CPU time. */
  task: number;
  taskCpu: number;
}

interface Watched {
  __inputs: Omit<Answer, 'task' | 'taskCpu'>[];
}

/** Runs in the page before its own scripts: records every event of an interaction with its delays. */
function watchInputs(): void {
  const inputs: Watched['__inputs'] = ((window as unknown as Watched).__inputs = []);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
      if (entry.interactionId === 0) continue;
      const { startTime, processingStart, processingEnd, duration } = entry;
      inputs.push({
        inp: duration,
        delay: processingStart - startTime,
        processing: processingEnd - processingStart,
        presentation: Math.max(0, startTime + duration - processingEnd),
      });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

async function personAt(
  browser: Browser,
  baseURL: string,
  notice: string,
  session?: Entrant,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...MOBILE,
    deviceScaleFactor: 1,
    locale: 'en-US',
    baseURL,
  });
  await context.addInitScript(watchInputs);
  await context.addInitScript(() => localStorage.setItem('lang', 'en'));
  await readNotice(context, notice);
  if (session) await enter(context, session);
  return context;
}

async function measure(context: BrowserContext, one: Interaction, cpu: number): Promise<Answer> {
  const page: Page = await context.newPage();
  page.setDefaultTimeout(LIMIT_MS);
  try {
    await page.goto(`/#${one.route}`);
    await one.ready(page);
    await page.waitForTimeout(IDLE_MS);
    // Loads Playwright's own script into the page, which the first tap would do on the slow CPU: 80 ms.
    await page.locator('body').scrollIntoViewIfNeeded();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.evaluate(() => ((window as unknown as Watched).__inputs.length = 0));
    const tasks = await traced(context.browser() as Browser, page, async () => {
      await one.act(page);
      await page.waitForTimeout(SHOWN_MS);
    });
    const inputs = await page.evaluate(() => (window as unknown as Watched).__inputs);
    const none = { inp: 0, delay: 0, processing: 0, presentation: 0 };
    const slowest = inputs.reduce((most, input) => (input.inp > most.inp ? input : most), none);
    return {
      ...slowest,
      task: Math.max(0, ...tasks.map(({ wall }) => wall)),
      taskCpu: Math.max(0, ...tasks.map((task) => task.cpu)),
    };
  } finally {
    await page.close();
  }
}

interface Interactions {
  text: string;
  rows: Row[];
  answers: Record<string, Answer[]>;
}

/** Measures each one `runs` times, after a warm-up run. */
export async function interactions({ runs = 5, cpu = 4, only = '' } = {}): Promise<Interactions> {
  await using end = new AsyncDisposableStack();
  const app = await startApp({ env: { RATE_LIMIT: '0' } });
  end.defer(async () => void (await app.stop()));
  const session = await makeUser(app);
  const { version } = (await client(app.url).call('GET /api/index', {})).data.welcome;
  const browser = await launch();
  end.defer(() => browser.close());
  const guest = await personAt(browser, app.url, version);
  const member = await personAt(browser, app.url, version, session);
  const answers: Record<string, Answer[]> = {};
  for (let run = -1; run < runs; run += 1)
    for (const [name, one] of Object.entries(INTERACTIONS)) {
      if (only !== '' && !only.split(',').some((part) => name.includes(part))) continue;
      const answer = await measure(one.who === 'guest' ? guest : member, one, cpu);
      if (run >= 0) (answers[name] ??= []).push(answer);
    }
  const rows = [['', 'INP', 'waited', 'worked', 'drawn', 'longest task', 'its processor', 'best INP']];

  for (const [name, all] of Object.entries(answers)) {
    const of = (key: keyof Answer): number => median(all.map((answer) => answer[key])) ?? 0;
    const cells = (['inp', 'delay', 'processing', 'presentation', 'task', 'taskCpu'] as const).map(of);
    // On a busy machine, the best run is closest to the page's own cost.
    const best = Math.min(...all.map(({ inp }) => inp));
    rows.push([name, ...[...cells, best].map(whole)]);
  }
  const slowest = (key: keyof Answer) =>
    Math.max(...Object.values(answers).map((all) => median(all.map((answer) => answer[key])) ?? NaN));
  const judgedRows: Row[] = [
    ['interaction to next paint', slowest('inp'), 'slowest of all'],
    ['longest task of an interaction', slowest('task'), 'of all'],
  ];
  const text = `${table(rows)}\nCPU ${cpu}x slower, medians of ${runs}, ms`;
  return { text, rows: judgedRows, answers };
}

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { runs: 5, cpu: 4, only: '', json: '' });
  const { text, rows, answers } = await interactions(options);
  console.log(`${text}\n\n${judged(rows)}`);
  await keep(options.json, { options, answers });
}
