// `npm run screens`: pictures of every page as a guest and as a user with a running miner, at three widths, in
// English and Thai, and of the home page in every language. Drives the built app in demo mode; writes to
// tests/screens/out/. `npm run screens -- mining kyc ja 320` takes only the named pages, languages and widths.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Language, LANGUAGES } from '#contract/languages.ts';
import { startApp, type App } from '#tests/support/app.ts';
import { launch, visitor, type Visitor } from '#tests/support/browser.ts';
import { enter, type Entrant } from '#tests/support/enter.ts';
import { ROOT } from '#tests/support/steps.ts';
import { CLOSELY, POPUPS, ROUTES, SIZES } from './scenes.ts';
import { makeUser } from './user.ts';

const OUT = join(ROOT, 'tests/screens/out');

type Who = 'guest' | 'user';

const QUIET_MS = 500;
const AT_LAST_MS = 5000;

/** Nothing has been added or removed for a while. The network says nothing: the event stream never ends. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(
    ([quietMs, lastMs]) =>
      new Promise<void>((resolve) => {
        const end = () => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(end, quietMs);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, quietMs);
        });
        observer.observe(document.body, { childList: true, subtree: true });
        setTimeout(end, lastMs);
      }),
    [QUIET_MS, AT_LAST_MS] as const,
  );

/** Opens a fresh profile in a language, signed in or not, with the welcome notice read. */
async function open(
  browser: Browser,
  app: App,
  language: Language,
  size: (typeof SIZES)[number],
  session?: Entrant,
): Promise<Visitor> {
  const phone = size.width < 500;
  const guest = await visitor(browser, app.url, {
    viewport: size,
    isMobile: phone,
    hasTouch: phone,
    deviceScaleFactor: 1,
  });
  await guest.context.addInitScript((lang) => localStorage.setItem('lang', lang), language);
  if (session) await enter(guest.context, session);
  return guest;
}

/** Accepts the welcome notice if it is shown; true if there was one. */
async function passWelcome(page: Page, picture?: string): Promise<void> {
  const notice = page.getByRole('dialog').filter({ has: page.getByRole('checkbox') });
  if (!(await notice.isVisible().catch(() => false))) return;
  if (picture) await page.screenshot({ path: picture });
  await notice.getByRole('checkbox').check();
  await notice.getByRole('button').last().click();
  await notice.waitFor({ state: 'hidden' });
}

async function shoot(
  guest: Visitor,
  route: string,
  picture: string,
  before?: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = guest;
  await page.goto(`/#${route}`);
  await settle(page);
  await passWelcome(page, picture.replace(/\.png$/, '-welcome.png'));
  await before?.(page);
  await settle(page);
  await page.screenshot({ path: picture, fullPage: before === undefined });
}

const chosen = process.argv.slice(2);
/** The ones in a list that were named; `others` if none was. */
const named = <T>(all: readonly T[], others = all): readonly T[] => {
  const some = all.filter((each) => chosen.includes(String(each)));
  return some.length > 0 ? some : others;
};
const scenesWanted = new Set(named([...Object.keys(ROUTES), ...Object.keys(POPUPS)]));
const widths = named(
  SIZES.map(({ width }) => width),
  SIZES.slice(1).map(({ width }) => width),
);
const closely = named(LANGUAGES, CLOSELY);
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });

await using end = new AsyncDisposableStack();
const app = await startApp();
end.defer(async () => void (await app.stop()));
const browser = await launch();
end.defer(() => browser.close());
const session = await makeUser(app);

let pictures = 0;
const broken: string[] = [];
for (const language of named(LANGUAGES))
  for (const size of SIZES.filter(({ width }) => widths.includes(width)))
    for (const who of ['guest', 'user'] satisfies Who[]) {
      const guest = await open(browser, app, language, size, who === 'user' ? session : undefined);
      const name = (scene: string): string => join(OUT, `${scene}-${who}-${language}-${size.width}.png`);
      const scenes = [
        ...Object.entries(ROUTES).map(([scene, route]) => ({ scene, route, before: undefined })),
        ...Object.entries(POPUPS).flatMap(([scene, popup]) =>
          popup.who === who && !(popup.narrow && size.width >= 1024)
            ? [{ scene, route: popup.route, before: popup.open }]
            : [],
        ),
      ].filter(({ scene }) => scenesWanted.has(scene) && (scene === 'home' || closely.includes(language)));
      for (const { scene, route, before } of scenes)
        try {
          await shoot(guest, route, name(scene), before);
          pictures += 1;
        } catch (error) {
          broken.push(`${name(scene)}: ${String(error).split('\n')[0]}`);
        }
      for (const { text } of guest.faults()) broken.push(`${who} ${language} ${size.width}: ${text}`);
      await guest.close();
    }
console.log(`${pictures} pictures in tests/screens/out`);
for (const line of new Set(broken)) console.error(line);
process.exitCode = broken.length ? 1 : 0;
