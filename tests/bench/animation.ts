// `npm run bench animation`: the race, the claim and a sheet that opens, with a throttled CPU: frames per second
// compared with the same page at rest, and the longest task. Needs `npm run build`.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type App, startApp } from '#tests/support/app.ts';
import { launch, MOBILE } from '#tests/support/browser.ts';
import { enter, readNotice } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { ask, DAY, newcomer, type Person, skip, verify } from '#tests/support/person.ts';
import { betOverHttp, drawRace, openRace } from '#tests/support/race-play.ts';
import { readArgs } from './args.ts';
import { keep, median, table, whole } from './figures.ts';
import { type Row, judged } from './goals.ts';
import { type Task, traced } from './main-thread.ts';

interface Run {
  framesPerSecond: number;
  /** Frames of the same page just before, with nothing moving: what the machine achieves at that moment. */
  atRest: number;
  /** The longest gap between two frames, in milliseconds. */
  longestFrame: number;
  /** Main-thread tasks of 10 ms and more. */
  tasks: Task[];
  seconds: number;
}

interface Watched {
  __frames: number[];
}

const LIMIT_MS = 60_000;
const REST_MS = 3000;
/** Prefetched chunks load when the page is idle; they are not measured. */
const LOADED_MS = 4000;

/** Runs in the page: the time of every frame that is drawn. */
function watchFrames(): void {
  const frames: number[] = ((window as unknown as Watched).__frames = []);
  const frame = (now: number): void => {
    frames.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Gaps between the frames of the page while `work` runs, in milliseconds. */
async function gapsDuring(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => ((window as unknown as Watched).__frames.length = 0));
  await work();
  const frames = await page.evaluate(() => (window as unknown as Watched).__frames);
  return frames.slice(1).map((at, index) => at - (frames[index] ?? at));
}

const sum = (gaps: readonly number[]): number => gaps.reduce((all, gap) => all + gap, 0);
const perSecond = (gaps: readonly number[]): number => (1000 * gaps.length) / sum(gaps);

interface Scene {
  route: string;
  /** Brings the page to where the movement is one tap away. */
  ready: (page: Page) => Promise<unknown>;
  /** The tap; resolves when something moves. */
  begin: (page: Page) => Promise<unknown>;
  /** Resolves when it has ended. */
  end: (page: Page) => Promise<unknown>;
  /** The page's account, created anew for each run; if absent, the page is a guest's. */
  person?: (app: App) => Promise<Person>;
}

/** A verified user whose first cycle has ended. */
async function ready(app: App): Promise<Person> {
  const person = await newcomer(app.url);
  await verify(person.api);
  await ask(person.api, 'POST /api/mining/claim1', {});
  await skip(app.url, DAY);
  return person;
}

/** Draws a round with bets; resolves when it is settled. */
async function runOneRace(app: App): Promise<void> {
  const { api } = await ready(app);
  await ask(api, 'POST /api/mining/claim', {});
  const { round } = await openRace(app.url);
  await betOverHttp(api, round, 1, '10');
  await drawRace(app.url, round);
}

const replay = (page: Page) =>
  page.getByRole('region', { name: 'Last race' }).getByRole('button', { name: /^(Replay|Skip)$/ });
const running = (page: Page) => page.locator('[data-running]');
const claim = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Claim \d/ });
const ore = (page: Page) => page.locator('[data-flies]').first();
const connect = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).first();
const SHEET_MS = 600;

const SCENES: Record<string, Scene> = {
  race: {
    route: '/pages/main/index',
    ready: async (page) => {
      await replay(page).waitFor();
      if ((await replay(page).innerText()) === 'Skip') await replay(page).click();
    },
    begin: async (page) => {
      await replay(page).click();
      await running(page).waitFor({ state: 'attached' });
    },
    end: (page) => running(page).waitFor({ state: 'detached' }),
  },
  claim: {
    route: '/pages/mining/index',
    person: ready,
    ready: (page) => claim(page).waitFor(),
    begin: async (page) => {
      await claim(page).click();
      await ore(page).waitFor({ state: 'attached' });
    },
    end: (page) => ore(page).waitFor({ state: 'detached' }),
  },
  sheet: {
    route: '/',
    ready: (page) => connect(page).waitFor(),
    begin: (page) => connect(page).click(),
    end: (page) => page.waitForTimeout(SHEET_MS),
  },
};

async function openPage(browser: Browser, app: App, person?: Person): Promise<BrowserContext> {
  const { version } = (await client(app.url).call('GET /api/index', {})).data.welcome;
  const context = await browser.newContext({
    ...MOBILE,
    deviceScaleFactor: 1,
    locale: 'en-US',
    baseURL: app.url,
  });
  await context.addInitScript(watchFrames);
  await readNotice(context, version);
  if (person) await enter(context, person);
  return context;
}

/** One run on a phone whose CPU is `cpu` times slower. */
async function play(browser: Browser, app: App, scene: Scene, cpu: number): Promise<Run> {
  const context = await openPage(browser, app, await scene.person?.(app));
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    await page.goto(`/#${scene.route}`);
    await scene.ready(page);
    await page.waitForTimeout(LOADED_MS);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    const rest = await gapsDuring(page, () => page.waitForTimeout(REST_MS));
    let gaps: number[] = [];
    const tasks = await traced(browser, page, async () => {
      await scene.begin(page);
      gaps = await gapsDuring(page, () => scene.end(page));
    });
    return {
      framesPerSecond: perSecond(gaps),
      atRest: perSecond(rest),
      longestFrame: Math.max(0, ...gaps),
      tasks,
      seconds: sum(gaps) / 1000,
    };
  } finally {
    await context.close();
  }
}

const longest = (tasks: readonly Task[], of: keyof Task): number =>
  Math.max(0, ...tasks.map((one) => one[of]));

export async function bench(argv: string[]): Promise<void> {
  const options = readArgs(argv, { runs: 3, cpu: 4, only: '', json: '' });
  await using end = new AsyncDisposableStack();
  const app = await startApp({ env: { RATE_LIMIT: '0' } });
  end.defer(async () => void (await app.stop()));
  await runOneRace(app);
  const browser = await launch();
  end.defer(() => browser.close());
  const rows = [
    ['', 'frames a second', 'at rest', 'longest frame, ms', 'longest task, ms', 'of it processor', 'seconds'],
  ];
  const all: Record<string, Run[]> = {};
  for (const [name, scene] of Object.entries(SCENES).filter(([name]) => name.includes(options.only)))
    for (let run = 0; run < options.runs; run += 1) {
      const one = await play(browser, app, scene, options.cpu);
      (all[name] ??= []).push(one);
      rows.push([
        name,
        ...[one.framesPerSecond, one.atRest].map((value) => value.toFixed(1)),
        ...[one.longestFrame, longest(one.tasks, 'wall'), longest(one.tasks, 'cpu')].map(whole),
        one.seconds.toFixed(1),
      ]);
    }
  console.log(`${table(rows)}
CPU ${options.cpu}x slower

${judged(
  Object.entries(all).flatMap(([name, runs]): Row[] => [
    [
      'frames a second of a movement beside the page at rest',
      median(runs.map((run) => run.framesPerSecond / run.atRest)),
      name,
    ],
    ['longest task of a movement', median(runs.map((run) => longest(run.tasks, 'wall'))), name],
  ]),
)}`);
  await keep(options.json, { options, runs: all });
}
