// The race as the page runs it, with a throttled CPU: frames per second, and the longest task. Part of `npm run bench
// games`. Needs `npm run build`.
import type { Browser, Page } from 'playwright-core';
import { type App, startApp } from '#tests/support/app.ts';
import { launch, MOBILE } from '#tests/support/browser.ts';
import { DAY, newcomer, skip } from '#tests/support/person.ts';
import { betOverHttp, drawRace, openRace } from '#tests/support/race-play.ts';
import { act, getVerified } from '#tests/screens/steps.ts';
import { type Task, traced } from './main-thread.ts';

export interface AnimationRun {
  framesPerSecond: number;
  /** Of the same page just before, with nothing moving: what the machine achieves at that moment. */
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
const stage = (page: Page) => page.getByRole('region', { name: 'Last race' });

/** Runs in the page: the time of every frame that is drawn. */
function watchFrames(): void {
  const frames: number[] = ((window as unknown as Watched).__frames = []);
  const frame = (now: number): void => {
    frames.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Draws a round with bets; resolves when it is settled. */
async function runOneRace(app: App): Promise<void> {
  const { api } = await newcomer(app.url);
  await getVerified(api);
  await act(api, 'POST /api/mining/claim1', {});
  await skip(app.url, DAY);
  await act(api, 'POST /api/mining/claim', {});
  const { round } = await openRace(app.url);
  await betOverHttp(api, round, 1, '10');
  await drawRace(app.url, round);
}

const REST_MS = 3000;

/** Gaps between the frames of the page while `work` runs, in milliseconds. */
async function gapsDuring(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => ((window as unknown as Watched).__frames.length = 0));
  await work();
  const frames = await page.evaluate(() => (window as unknown as Watched).__frames);
  return frames.slice(1).map((at, index) => at - (frames[index] ?? at));
}

const perSecond = (gaps: readonly number[]): number =>
  (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);

async function replay(browser: Browser, page: Page): Promise<AnimationRun> {
  const rest = await gapsDuring(page, () => page.waitForTimeout(REST_MS));
  const running = page.locator('[data-running]');
  let gaps: number[] = [];
  const tasks = await traced(browser, page, async () => {
    await stage(page).getByRole('button', { name: 'Replay' }).click();
    await running.waitFor({ state: 'attached', timeout: LIMIT_MS });
    gaps = await gapsDuring(page, () => running.waitFor({ state: 'detached', timeout: LIMIT_MS }));
  });
  return {
    framesPerSecond: perSecond(gaps),
    atRest: perSecond(rest),
    longestFrame: Math.max(0, ...gaps),
    tasks,
    seconds: gaps.reduce((sum, gap) => sum + gap, 0) / 1000,
  };
}

/** Replays of one race on a guest's page, on a phone whose CPU is `cpu` times slower. */
export async function animateRace({ runs = 3, cpu = 4 } = {}): Promise<AnimationRun[]> {
  await using end = new AsyncDisposableStack();
  const app = await startApp({ env: { RATE_LIMIT: '0' } });
  end.defer(async () => void (await app.stop()));
  await runOneRace(app);
  const browser = await launch();
  end.defer(() => browser.close());
  const context = await browser.newContext({
    ...MOBILE,
    deviceScaleFactor: 1,
    locale: 'en-US',
    baseURL: app.url,
  });
  const page = await context.newPage();
  await page.addInitScript(watchFrames);
  await page.goto('/#/pages/main/index');
  const button = stage(page).getByRole('button', { name: /^(Replay|Skip)$/ });
  await button.waitFor({ timeout: LIMIT_MS });
  if ((await button.innerText()) === 'Skip') await button.click();
  // Prefetched chunks load when the page is idle; they are not measured.
  await page.waitForTimeout(4000);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  const all: AnimationRun[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await replay(browser, page));
  return all;
}
