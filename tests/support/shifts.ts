// Collects layout shifts that happen without user input, as the browser reports them, with the elements that moved.
import type { Page, Request } from 'playwright-core';
import { atRest } from '#tests/support/seen.ts';

/** Smaller shifts are rounding errors of a fraction of a pixel. */
const NOTHING = 0.001;

/** Latency of every answer; longer than the 200 ms after which skeletons are shown. */
const ANSWER_MS = 260;

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: Rect; currentRect: Rect }[];
}

/** Records layout shifts, starting with the next page load. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: { value: number; source: string }[] = [];
    Object.assign(globalThis, { shifts });
    const box = ({ x, y, width, height }: Rect) =>
      `${Math.round(x)},${Math.round(y)} ${Math.round(width)}×${Math.round(height)}`;
    const name = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element) return 'something that is gone';
      const text = (element.textContent ?? '').trim().slice(0, 40);
      return `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').slice(0, 50)} "${text}"`;
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Shift[])
        if (!hadRecentInput)
          shifts.push({
            value,
            source: `${value.toFixed(4)} at ${Math.round(startTime)} ms: ${sources
              .map((each) => `${name(each.node)} ${box(each.previousRect)} → ${box(each.currentRect)}`)
              .join('; ')}`,
          });
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Returns the shifts since the last call; none if their sum is below `NOTHING`. */
export async function takeShifts(page: Page): Promise<string[]> {
  const all = await page.evaluate(
    () => (globalThis as unknown as { shifts?: { value: number; source: string }[] }).shifts?.splice(0) ?? [],
  );
  return all.reduce((sum, { value }) => sum + value, 0) < NOTHING ? [] : all.map(({ source }) => source);
}

/**
 * Makes the page's own deadlines longer. What is shown at a deadline may move the page; these journeys are not about
 * whether this machine answers in time.
 */
export const extendDeadlines = (page: Page, factor: number): Promise<unknown> =>
  page.addInitScript((times) => {
    const start = globalThis.setTimeout;
    const extended = (run: TimerHandler, ms = 0, ...rest: unknown[]) =>
      start(run, ms >= 1000 ? ms * times : ms, ...rest);
    Object.assign(globalThis, { setTimeout: extended });
  }, factor);

/** The event stream, a request that never ends. */
const STREAM = /\/api\/events/;

/** Delays answers as a mobile network does, so that skeletons appear. Resolves with a function that waits until the page is at rest. */
export async function slowServer(page: Page): Promise<() => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  const unlimited = { offline: false, downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { ...unlimited, latency: ANSWER_MS });
  const open = new Set<Request>();
  page.on('request', (request) => !STREAM.test(request.url()) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    await page.waitForSelector('#first', { state: 'detached' });
    do await atRest(page);
    while (open.size);
  };
}
