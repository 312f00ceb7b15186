// Finds what a page loses under accessibility settings: 200 % zoom, the text spacing of WCAG 1.4.12, a window as low as a phone held
// sideways, a contrast theme, and reduced motion.
import type { Page } from 'playwright-core';
import { see } from '#tests/support/seen.ts';

/** A 1280 × 800 window at 200 % zoom. */
export const ZOOMED = {
  viewport: { width: 640, height: 400 },
  deviceScaleFactor: 2,
  isMobile: false,
  hasTouch: false,
};
const LOW = { width: 640, height: 320 };
const PHONE = { width: 375, height: 812 };
/** Only an endless animation runs this long, however busy the machine is. */
const LONGEST_MS = 5000;
/** Smallest share of the window height that bars must leave to the content. */
const LEAST_FREE = 0.7;

const SPACED =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}';

const spaced = (page: Page, on: boolean): Promise<void> =>
  page.evaluate(
    ([style, wanted]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      document.adoptedStyleSheets = wanted ? [sheet] : [];
    },
    [SPACED, on] as const,
  );

/** Animations that are still running after `LONGEST_MS`; with reduced motion all others have ended by then. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(async (most) => {
    const running = () => document.getAnimations().filter(({ playState }) => playState === 'running');
    const end = performance.now() + most;
    while (running().length > 0 && performance.now() < end) await new Promise(requestAnimationFrame);
    return running().map((one) => `moves: ${(one as CSSAnimation).animationName ?? one.id}`);
  }, LONGEST_MS);

/** Share of the window height that bars leave free when the page is scrolled a third of the way down. */
const free = (page: Page): Promise<number> =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight / 3);
    const bars = [...document.querySelectorAll('body *')].filter((one) => {
      const { position } = getComputedStyle(one);
      const { width, top, bottom } = one.getBoundingClientRect();
      const stuck = Math.abs(top) < 1 || Math.abs(bottom - innerHeight) < 1;
      return (position === 'fixed' || (position === 'sticky' && stuck)) && width > innerWidth / 2;
    });
    const heights = bars.map((one) => (one.textContent ? one.getBoundingClientRect().height : 0));
    return 1 - heights.reduce((sum, height) => sum + height, 0) / innerHeight;
  });

/** Controls that a contrast theme makes invisible: no text, picture, border or outline, and no colours that opt out of the theme. */
const unseen = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const drawn = (one: Element): boolean => {
      const { outlineStyle, borderTopStyle, borderTopWidth, forcedColorAdjust, appearance } =
        getComputedStyle(one);
      if (outlineStyle !== 'none' || appearance !== 'none') return true;
      return forcedColorAdjust === 'none' || (borderTopStyle !== 'none' && borderTopWidth !== '0px');
    };
    const controls = document.querySelectorAll<HTMLElement>(
      'button, input, select, a[href], summary, [role="slider"], [role="spinbutton"], [role="progressbar"]',
    );
    return [...controls]
      .filter((one) => one.checkVisibility() && one.innerText.trim() === '')
      .filter((one) => !one.querySelector('svg, img') && ![one, ...one.querySelectorAll('*')].some(drawn))
      .filter((one) => !one.closest('label') || !drawn(one.closest('label') ?? one))
      .map((one) => `not seen in a contrast theme: ${one.outerHTML.slice(0, 120)}`);
  });

/** Ticks a lane of the race, if the page has one, and finds what is chosen and looks in a contrast theme like its neighbours. */
const unmarked = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    document.querySelector<HTMLElement>('[role="checkbox"][aria-checked="false"]')?.click();
    await new Promise(requestAnimationFrame);
    const chosen = [
      '[aria-checked="true"]',
      '[aria-selected="true"]',
      '[aria-pressed="true"]',
      ':is(a, button):is([aria-current="page"], [aria-current="true"])',
      'label:has(> [type="radio"]:checked)',
    ].join();
    const colour = (one: Element): string => getComputedStyle(one).backgroundColor;
    const kin = (one: Element): Element[] =>
      [...(one.parentElement?.children ?? [])].filter(
        (other) => other.tagName === one.tagName && !other.matches(chosen),
      );
    return [...document.querySelectorAll(chosen)]
      .filter((one) => one.checkVisibility() && kin(one).some((other) => colour(other) === colour(one)))
      .map((one) => `not marked in a contrast theme: ${one.outerHTML.slice(0, 120)}`);
  });

/** Expects a page that is at rest in the `ZOOMED` viewport, and leaves it in that viewport. */
export async function losses(page: Page): Promise<string[]> {
  const found = await moving(page);
  const look = async (how: string) => {
    const { cut, clipped } = await see(page);
    found.push(...[...cut, ...clipped].map((text) => `${how}: ${text}`));
  };
  await look('at 200 %');
  await page.setViewportSize(LOW);
  const share = await free(page);
  if (share < LEAST_FREE) found.push(`bars leave ${Math.round(share * 100)} % of a low window`);
  await page.setViewportSize(PHONE);
  await spaced(page, true);
  await look('with wide text');
  await spaced(page, false);
  await page.emulateMedia({ forcedColors: 'active' });
  found.push(...(await unseen(page)), ...(await unmarked(page)));
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize(ZOOMED.viewport);
  return found;
}
