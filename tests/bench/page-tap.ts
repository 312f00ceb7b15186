// From the tap on "Connect wallet" to the list of wallets: the page has loaded and is idle, its CPU is throttled.
import type { BrowserContext } from 'playwright-core';

/** Milliseconds between the tap's own timestamp and the frame that shows `entry`. */
export async function tapToWallets(
  context: BrowserContext,
  url: string,
  cpu: number,
  entry: string,
): Promise<number> {
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
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
