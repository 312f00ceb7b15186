// One visit of one page with CPU and network throttling, measured with the browser's own performance entries.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession } from 'playwright-core';

/** DevTools' "slow 4G": latency 3.75 × the nominal 150 ms round trip, throughput 0.9 × 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW_4G = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const QUIET_MS = 1500;
const LIMIT_MS = 60_000;

interface Marks {
  fcp?: number;
  lcp?: number;
  blocked: number;
  shift: number;
  busy: number;
  usable?: number;
  ready?: number;
}
declare global {
  interface Window {
    __marks: Marks;
  }
}

/** Runs in the page before its own scripts. */
function observe(): void {
  const marks: Marks = (window.__marks = { blocked: 0, shift: 0, busy: 0 });
  const on = (type: string, each: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') marks.fcp = entry.startTime;
  });
  on('largest-contentful-paint', (entry) => {
    marks.lcp = entry.startTime;
    marks.busy = performance.now();
  });
  on('longtask', (entry) => {
    marks.blocked += Math.max(0, entry.duration - 50);
    marks.busy = performance.now();
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) marks.shift += value;
  });
  const look = (): void => {
    if (document.querySelector('button:not([disabled])')) marks.usable = performance.now();
    else requestAnimationFrame(look);
  };
  look();
  // A worker that is ready has installed, so its files are cached.
  void navigator.serviceWorker?.ready.then(() => (marks.ready = performance.now()));
}

export interface Visit {
  fcp: number | undefined;
  lcp: number | undefined;
  /** Milliseconds of the main thread beyond 50 in each long task. */
  blocked: number;
  /** Milliseconds of scripts on the main thread. */
  script: number;
  /** Sum of all layout shifts. */
  shift: number;
  /** When the first button appeared: React renders it, so it works. */
  usable: number | undefined;
  /** The page's own scripts and styles: URL path, and whether it had loaded when the first button appeared. */
  files: { path: string; before: boolean }[];
  /** The page's own requests: begun when the first button appeared, and until it was quiet. The worker's do not count. */
  requests: { before: number; all: number };
}

interface Request {
  path: string;
  counts: boolean;
  begin: number;
  end?: number;
}

/** Follows the page's requests; `pending` are those that have not ended. */
function follow(cdp: CDPSession) {
  const requests = new Map<string, Request>();
  const pending = new Set<string>();
  const state = { origin: 0, last: Date.now(), requests, pending };
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (request.url.startsWith('data:')) return;
    state.origin ||= timestamp;
    requests.set(requestId, {
      path: new URL(request.url).pathname,
      counts: type === 'Script' || type === 'Stylesheet',
      begin: timestamp,
    });
    if (type !== 'EventSource' && type !== 'WebSocket') pending.add(requestId);
    state.last = Date.now();
  });
  const ended = ({ requestId, timestamp }: { requestId: string; timestamp: number }): void => {
    const request = requests.get(requestId);
    if (request) request.end = timestamp;
    pending.delete(requestId);
    state.last = Date.now();
  };
  cdp.on('Network.loadingFinished', ended);
  cdp.on('Network.loadingFailed', ended);
  return state;
}

/** A worker is a separate target and must be throttled separately. */
export async function throttleWorkers(browser: Browser): Promise<void> {
  const cdp = await browser.newBrowserCDPSession();
  let id = 0;
  const throttle = async (targetId: string): Promise<void> => {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false });
    for (const [method, params] of [
      ['Network.enable', {}],
      ['Network.emulateNetworkConditions', { offline: false, ...SLOW_4G }],
    ])
      await cdp.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id: ++id, method, params }),
      });
  };
  cdp.on('Target.targetCreated', ({ targetInfo }) => {
    // A worker may be gone before it is reached.
    if (targetInfo.type === 'service_worker') throttle(targetInfo.targetId).catch(() => undefined);
  });
  await cdp.send('Target.setDiscoverTargets', { discover: true });
}

interface VisitOptions {
  /** CPU slowdown factor. */
  cpu: number;
  offline?: boolean;
  /** Waits until the page's worker has cached what a later visit needs. */
  worker?: boolean;
}

/** Opens `url` in a new page of the context and waits until network and main thread have been quiet for 1.5 s. */
export async function visit(context: BrowserContext, url: string, options: VisitOptions): Promise<Visit> {
  const { cpu, offline = false, worker = false } = options;
  const page = await context.newPage();
  try {
    await page.addInitScript(observe);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Performance.enable');
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await cdp.send('Network.emulateNetworkConditions', { offline, ...SLOW_4G });
    const traffic = follow(cdp);
    const deadline = Date.now() + LIMIT_MS;
    await page.goto(url, { waitUntil: 'commit', timeout: LIMIT_MS });
    for (let quiet = false; !quiet && Date.now() < deadline; await sleep(100)) {
      const idle = await page
        .evaluate(() => (window.__marks.fcp === undefined ? 0 : performance.now() - window.__marks.busy))
        .catch(() => 0);
      quiet = !traffic.pending.size && Date.now() - traffic.last > QUIET_MS && idle > QUIET_MS;
    }
    if (worker)
      await page
        .waitForFunction(() => window.__marks.ready !== undefined, undefined, { timeout: LIMIT_MS })
        .catch(() => undefined);
    const { fcp, lcp, blocked, shift, usable } = await page.evaluate(() => window.__marks);
    const { metrics } = await cdp.send('Performance.getMetrics');
    const script = 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN);
    const requests = [...traffic.requests.values()];
    const isBefore = (at: number | undefined): boolean =>
      at !== undefined && (at - traffic.origin) * 1000 <= (usable ?? 0);
    return {
      ...{ fcp, lcp: lcp ?? fcp, blocked, script, shift, usable },
      files: requests
        .filter((request) => request.counts)
        .map(({ path, end }) => ({ path, before: isBefore(end) })),
      requests: { before: requests.filter(({ begin }) => isBefore(begin)).length, all: requests.length },
    };
  } finally {
    await page.close();
  }
}
