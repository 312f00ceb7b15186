// Tasks of a page's main thread, from the browser's own trace: their duration in wall-clock time and in CPU time. On
// a busy machine, only the CPU time is the page's own.
import type { Browser, Page } from 'playwright-core';

export interface Task {
  /** Milliseconds of wall-clock time, and of CPU time (throttled, where that applies). */
  wall: number;
  cpu: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

const CATEGORY = 'disabled-by-default-devtools.timeline';
/** Shorter ones are not recorded. */
const LEAST_MS = 10;

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

/**
 * Runs `work` and returns the tasks of 10 ms and more on the page's main thread in the meantime. A trace holds some ten
 * seconds.
 */
export async function traced(browser: Browser, page: Page, work: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: [CATEGORY] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const events = trace.traceEvents;
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map((event) => threadOf(event)),
  );
  return events
    .filter((event) => event.name === 'RunTask' && event.ph === 'X' && mains.has(threadOf(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ wall: dur / 1000, cpu: tdur / 1000 }))
    .filter(({ wall }) => wall >= LEAST_MS);
}
