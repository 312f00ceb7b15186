// From the tap on "Connect wallet" to the list of wallets, its CPU throttled: at once, and once what follows a guest's home
// has been loaded.
import type { BrowserContext } from 'playwright-core';

const QUIET_MS = 1000;

/** Milliseconds between the tap's own timestamp and the frame that shows `entry`. */
export async function tapToWallets(
  context: BrowserContext,
  url: string,
  { cpu, entry }: { cpu: number; entry: string },
  atRest: boolean,
): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    if (atRest) {
      // The strips belong to what follows, and the popup's code is asked for with theirs.
      await page.locator('[data-bars]').waitFor({ state: 'attached' });
      await page.waitForFunction((quiet) => {
        const ends = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        return performance.now() - Math.max(...ends.map(({ responseEnd }) => responseEnd)) > quiet;
      }, QUIET_MS);
    }
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    await page.evaluate((text) => {
      let tapped = 0;
      document.addEventListener('pointerdown', (event) => (tapped = event.timeStamp), {
        once: true,
        capture: true,
      });
      const state = window as unknown as { __shown?: number };
      const look = (): void => {
        const dialog = document.querySelector('[role="dialog"]');
        const seen = tapped && dialog instanceof HTMLElement && dialog.innerText.includes(text);
        if (seen) requestAnimationFrame(() => (state.__shown = performance.now() - tapped));
        else requestAnimationFrame(look);
      };
      look();
    }, entry);
    await page
      .getByRole('button', { name: /connect/i })
      .locator('visible=true')
      .first()
      .tap();
    const shown = await page.waitForFunction(
      () => (window as unknown as { __shown?: number }).__shown,
      undefined,
      {
        timeout: 20_000,
      },
    );
    return (await shown.jsonValue()) ?? 0;
  } finally {
    await page.close();
  }
}
