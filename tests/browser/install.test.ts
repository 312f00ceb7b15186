// Installable by the browser's own list of errors: needs a real profile, an incognito one is never installable.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect } from 'vitest';
import { CHROMIUM_FLAGS } from '#tests/support/browser.ts';
import { journey } from '#tests/support/journey.ts';
import { findChromium } from '#tests/support/tools.ts';

journey('the browser finds nothing that keeps the app from being installed', async ({ app }) => {
  const profile = await mkdtemp(join(tmpdir(), 'adit-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '',
    args: CHROMIUM_FLAGS,
  });
  try {
    const page = await context.newPage();
    await page.goto(app.url);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const session = await context.newCDPSession(page);
    expect((await session.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}')).toMatchObject({
      id: '/',
      display: 'standalone',
      start_url: expect.any(String) as string,
    });
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
});
