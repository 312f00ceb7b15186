// Chromium through playwright-core: one browser per file, one fresh visitor (profile) per journey, and a list of
// everything that unexpectedly went wrong on the page.
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { findChromium, findHeadlessShell } from '#tests/support/tools.ts';

/**
 * Two popups of the address bar would be separate pages in every window, half a second of CPU time per visitor. A
 * second `--disable-features` list replaces Playwright's, so the relevant part of that is repeated here.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];

/** Without them a container's Chromium does not start, or sends background requests to its vendor. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join()}`,
];

/** The width that everything is designed for. */
export const MOBILE: BrowserContextOptions = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 1,
  isMobile: true,
  hasTouch: true,
};

export function launch(args: string[] = [], executablePath = findChromium()): Promise<Browser> {
  if (!executablePath) throw new Error('no Chromium found; install one or name it in CHROMIUM');
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...args] });
}

/** For everything but notifications. */
export const launchShell = (): Promise<Browser> => launch([], findHeadlessShell());

/** What a page reported: console errors (policy violations among them), exceptions, failed and refused requests. */
export interface Fault {
  kind: 'console' | 'exception' | 'request' | 'policy';
  text: string;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Faults so far, except those announced by `expectFault`, or caused by going offline with `context.setOffline`. */
  faults(): Fault[];
  /** Announces that faults matching the pattern belong to this journey. */
  expectFault(pattern: RegExp): void;
  close(): Promise<void>;
}

/** The errors of a lost network: for the page itself, and for the worker's requests on its behalf. */
const LOST_NETWORK = /net::ERR_(INTERNET_DISCONNECTED|FAILED)/;

/** Chromium's error for a request that the page itself cancelled, by leaving or by AbortController. */
const GIVEN_UP = 'net::ERR_ABORTED';

interface Left {
  /** The content of the page that is being left. */
  left?: Element;
}

/**
 * Within the document only the part of the address after # changes, and the page shown stays until the next one has
 * loaded: without waiting for that, a journey could look at and tap the page it is leaving. While a skeleton is shown,
 * React keeps the page before it, hidden, and brings it back if the journey returns there.
 */
function waitForPages(page: Page, baseURL: string): void {
  const goto = page.goto.bind(page);
  const pageOf = (url: string): string => new URL(url, baseURL).hash.replace(/\?.*/, '') || '#/';
  page.goto = async (address, options) => {
    if (pageOf(address) !== pageOf(page.url()))
      await page.evaluate(() => {
        const shown = [...document.querySelectorAll('main > *')].find((element) => element.checkVisibility());
        Object.assign(globalThis, { left: shown });
      });
    const response = await goto(address, options);
    await page.waitForFunction(() => !(globalThis as Left).left?.checkVisibility());
    return response;
  };
}

/**
 * Every page of the context records its toasts: a toast is gone after 1.5 s, and a busy machine may look for it later.
 * `toasted` of tests/support/walk.ts looks them up.
 */
export const recordToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const toasts: string[] = [];
    let last = '';
    Object.assign(globalThis, { toasts });
    new MutationObserver(() => {
      const text = document.querySelector('[data-toasts]')?.textContent ?? '';
      if (text && text !== last) toasts.push(text);
      last = text;
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });

/** Opens a fresh profile with one page at `baseURL`, phone-sized and in English by default. */
export async function visitor(
  browser: Browser,
  baseURL: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ ...MOBILE, locale: 'en-US', baseURL, ...options });
  context.on('page', (opened) => waitForPages(opened, baseURL));
  const seen: Fault[] = [];
  const expected: RegExp[] = [];
  const note = (kind: Fault['kind'], text: string): void => void seen.push({ kind, text });
  await context.exposeBinding('__policyViolation', (_source, text: string) => note('policy', text));
  await recordToasts(context);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { __policyViolation: (text: string) => unknown })
        .__policyViolation;
      void report(`${event.effectiveDirective} blocked ${event.blockedURI}`);
    });
  });
  context.on('console', (message) => {
    if (message.type() === 'error') note('console', `${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => note('exception', String(error.error())));
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (why !== GIVEN_UP) note('request', `${request.method()} ${request.url()} ${why}`);
  });
  // Going offline announces its errors: which requests are hit depends on what the page is fetching just then.
  const setOffline = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    if (offline) expected.push(LOST_NETWORK);
    await setOffline(offline);
  };
  const page = await context.newPage();
  return {
    context,
    page,
    faults: () => seen.filter(({ text }) => !expected.some((pattern) => pattern.test(text))),
    expectFault: (pattern) => void expected.push(pattern),
    close: async () => {
      // A handler that is still fetching would fail once the context is closed.
      for (const routed of [...context.pages(), context])
        await routed.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
  };
}
