// Collects the texts and labels of the open page, and finds those that do not fit the screen.
import type { Locator, Page } from 'playwright-core';

/** The smallest phone. With reduced motion: the texts are the same, and animations have their own tests. */
export const SMALL = {
  viewport: { width: 320, height: 640 },
  deviceScaleFactor: 1,
  reducedMotion: 'reduce',
} as const;

interface Seen {
  /** Texts and labels that should be in the page's language. */
  texts: string[];
  /** Texts that extend past the edge of the screen; also the page itself, if it scrolls sideways. */
  cut: string[];
  /** Texts that their own box cuts off without showing "…". */
  clipped: string[];
}

/** After this many polls without a change, a page that still shimmers is waiting for the user, not for data. */
const LONG = 16;

let rests = 0;

/** Waits until three polls in a row see the same page and nothing is loading. Gives up silently after 5 s. */
export async function atRest(page: Page): Promise<void> {
  rests += 1;
  const rest = page.waitForFunction(
    ([long, nth]) => {
      const store = globalThis as unknown as { lastLook?: string; looks?: number };
      const { body } = document;
      const waiting = body.querySelector('.animate-shimmer, [aria-busy="true"]') !== null;
      // With the number of the call: it must not count the polls of an earlier one.
      const look = `${nth} ${location.hash} ${body.innerText.length} ${body.querySelectorAll('*').length}`;
      store.looks = look === store.lastLook ? (store.looks ?? 0) + 1 : 0;
      store.lastLook = look;
      return store.looks >= (waiting ? long : 2);
    },
    [LONG, rests] as const,
    { polling: 60, timeout: 5000 },
  );
  await rest.catch(() => undefined);
}

/** Inspects the open sheet, or the whole page if there is none. */
export const see = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const WIDTH = document.documentElement.clientWidth;
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], dialog[open]')];
    const root = dialogs.at(-1) ?? document.body;
    const pageLanguage = document.documentElement.lang;
    /** Whether the text is marked as being in another language. */
    const foreign = (element: Element): boolean => {
      const said = element.closest('[lang]')?.getAttribute('lang');
      return said !== null && said !== undefined && said !== pageLanguage;
    };
    /** Whether the text may overflow, because it scrolls sideways or ends in "…". */
    const mayReachFurther = (element: Element | null): boolean => {
      for (let at = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(at);
        if (textOverflow === 'ellipsis') return true;
        if (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth) return true;
      }
      return false;
    };
    const hiddenFor = (element: Element): boolean =>
      element.closest('script, style, noscript, option, svg, [inert]') !== null ||
      // For screen readers only.
      element.getBoundingClientRect().width <= 1 ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const texts: string[] = [];
    const cut: string[] = [];
    const clipped: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (!text || !element || hiddenFor(element)) continue;
      if (!foreign(element)) texts.push(text);
      const range = document.createRange();
      range.selectNodeContents(node);
      const over = [...range.getClientRects()].some((box) => box.right > WIDTH + 1 || box.left < -1);
      if (over && !mayReachFurther(element)) cut.push(text);
      const style = getComputedStyle(element);
      if (
        style.overflowX === 'hidden' &&
        style.textOverflow !== 'ellipsis' &&
        element.scrollWidth > element.clientWidth + 1
      )
        clipped.push(text);
    }
    for (const element of root.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (foreign(element)) continue;
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        const text = element.getAttribute(name);
        if (text) texts.push(text);
      }
    }
    if (document.documentElement.scrollWidth > WIDTH)
      cut.push(`the page, ${document.documentElement.scrollWidth} wide`);
    return { texts: [...new Set(texts)], cut, clipped };
  });

/** The value of the focused field if it is marked invalid and has an error message, otherwise null. */
export const atFault = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || field.ariaInvalid !== 'true') return null;
    const why = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    return why?.textContent ? field.value : null;
  });

/** Whether nothing covers the middle of an element. */
export const isUncovered = (target: Locator): Promise<boolean> =>
  target.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
