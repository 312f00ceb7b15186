// `node tests/screens/manifest.ts`: the pictures that the web app manifest names, made from the built app in demo
// mode: screenshots for the install dialog and the icons of the shortcuts; and the startup images for iOS. They are
// committed; run it again when these pages change.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { STARTUP } from '#app/startup.ts';
import { BRAND } from '#lib/brand.ts';
import { startApp } from '#tests/support/app.ts';
import { launch, visitor } from '#tests/support/browser.ts';
import { ROOT } from '#tests/support/steps.ts';
import { enter, type Entrant } from '#tests/support/enter.ts';
import { makeUser } from './user.ts';

const PUBLIC = join(ROOT, 'public');
/** Largest size of a picture; the install dialog waits for them. */
const MOST_BYTES = 60_000;

const FORMS = {
  narrow: { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1, isMobile: false, hasTouch: false },
} as const;
const PAGES = { home: '/', miner: '/pages/mining/index', assets: '/pages/asset/index' } as const;
const WANTED = [
  ['home', 'narrow'],
  ['miner', 'narrow'],
  ['assets', 'narrow'],
  ['home', 'wide'],
  ['assets', 'wide'],
] as const;

/** The drawings of src/ui/icon.tsx, which Node cannot read. */
const ICONS = {
  claim: 'M5 20 13.5 11.5M8 5.5C12.5 4 18 7 20 12c-1.6-2.4-3.8-4-6.5-4.5M13.5 7.5l3 3',
  assets:
    'M4 8.5A2.5 2.5 0 0 1 6.5 6H17v3M4 8.5V17a2.5 2.5 0 0 0 2.5 2.5H20V9H6.5A2.5 2.5 0 0 1 4 8.5zM16 14.25h.01',
  games: 'M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
};

/** As WebP, which Playwright does not write: the browser does, at the best quality that is small enough. */
async function shoot(page: Page, file: string, scale: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  for (const quality of [85, 75, 65, 50]) {
    const clip = { x: 0, y: 0, width: 0, height: 0, ...page.viewportSize(), scale };
    const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality, clip });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length > MOST_BYTES) continue;
    await writeFile(file, bytes);
    console.log(`${file} ${bytes.length} bytes, quality ${quality}`);
    return;
  }
  throw new Error(`${file} is too large`);
}

async function screenshots(browser: Browser, url: string, session: Entrant): Promise<void> {
  await mkdir(join(PUBLIC, 'screenshots'), { recursive: true });
  for (const [name, form] of WANTED) {
    const guest = await visitor(browser, url, FORMS[form]);
    await enter(guest.context, session);
    const { page } = guest;
    await page.goto(`/#${PAGES[name]}`);
    const notice = page.getByRole('checkbox');
    await notice.check({ timeout: 5000 }).catch(() => undefined);
    await page
      .getByRole('dialog')
      .getByRole('button')
      .last()
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await page.waitForLoadState('networkidle').catch(() => undefined);
    // The time machine exists in demo mode only.
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[data-bars]')?.style.setProperty('display', 'none'),
    );
    await page.waitForTimeout(1500);
    await shoot(page, join(PUBLIC, `screenshots/${name}-${form}.webp`), FORMS[form].deviceScaleFactor);
    await guest.close();
  }
}

/** The app's own icon drawings on its background, 96 px with a safe margin. */
const drawing = (path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96"><rect width="96" height="96" rx="48" fill="${BRAND.colors.basalt}"/>` +
  `<g transform="translate(22 22) scale(2.1667)" fill="none" stroke="${BRAND.colors.amber}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></g></svg>`;

async function shortcuts(browser: Browser): Promise<void> {
  await mkdir(join(PUBLIC, 'shortcuts'), { recursive: true });
  const page = await browser.newPage({ viewport: { width: 96, height: 96 } });
  for (const [name, path] of Object.entries(ICONS)) {
    await page.setContent(`<body style="margin:0">${drawing(path)}</body>`);
    await page.screenshot({ path: join(PUBLIC, `shortcuts/${name}.png`), omitBackground: true });
  }
  await page.close();
}

/** The mark of src/ui/mark.tsx on the background of the first page. */
async function startups(browser: Browser): Promise<void> {
  await mkdir(join(PUBLIC, 'startup'), { recursive: true });
  const { basalt, amber } = BRAND.colors;
  for (const { width, height, file } of STARTUP) {
    const page = await browser.newPage({ viewport: { width, height } });
    const size = Math.round(width / 4);
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${basalt}">` +
        `<svg width="${size}" height="${size}" viewBox="0 0 28 28" fill="none" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">` +
        `<path d="M4 24V13.5a10 10 0 0 1 20 0V24M2 24h24" stroke="#fff"/><path d="M14 24v-4.5" stroke="${amber}"/><circle cx="14" cy="14" r="3.5" fill="${amber}"/></svg>`,
    );
    await page.screenshot({ path: join(PUBLIC, file) });
    await page.close();
  }
}

await using end = new AsyncDisposableStack();
const app = await startApp();
end.defer(async () => void (await app.stop()));
const browser = await launch();
end.defer(() => browser.close());
await shortcuts(browser);
await startups(browser);
await screenshots(browser, app.url, await makeUser(app));
