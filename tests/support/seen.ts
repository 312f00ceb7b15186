// What a person sees and hears of the page that is open: its texts with where they stand, and whether all of it fits the screen.
import type { Page } from 'playwright-core';

/** The smallest phone. What moves is looked at elsewhere: at rest it says the same. */
export const SMALL = {
  viewport: { width: 320, height: 640 },
  deviceScaleFactor: 1,
  reducedMotion: 'reduce',
} as const;

interface Seen {
  /** Texts and labels that are meant to be in the page's language. */
  texts: string[];
  /** Texts that reach over the edge of the screen, and the page itself where it can be moved sideways. */
  cut: string[];
  /** Texts whose own box hides a part of them, although nothing says so ("…"). */
  clipped: string[];
}

/** So many looks without a change: what still shimmers waits for the person. */
const LONG = 16;

/** The page at rest: three looks in a row see the same, and nothing is being loaded. What never rests is taken as it is. */
export async function atRest(page: Page): Promise<void> {
  const rest = page.waitForFunction(
    (long) => {
      const store = globalThis as unknown as { lastLook?: string; looks?: number };
      const { body } = document;
      const waiting = body.querySelector('.animate-shimmer, [aria-busy="true"]') !== null;
      const look = `${location.hash} ${body.innerText.length} ${body.querySelectorAll('*').length}`;
      store.looks = look === store.lastLook ? (store.looks ?? 0) + 1 : 0;
      store.lastLook = look;
      return store.looks >= (waiting ? long : 2);
    },
    LONG,
    { polling: 60, timeout: 5000 },
  );
  await rest.catch(() => undefined);
}

/** Looks at the open sheet, or else at the whole page. */
export const see = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const WIDTH = document.documentElement.clientWidth;
    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], dialog[open]')];
    const root = dialogs.at(-1) ?? document.body;
    const pageLanguage = document.documentElement.lang;
    /** Texts that say themselves that they are in another language are no leftovers. */
    const foreign = (element: Element): boolean => {
      const said = element.closest('[lang]')?.getAttribute('lang');
      return said !== null && said !== undefined && said !== pageLanguage;
    };
    /** What is moved sideways by itself, or ends in "…", may reach further than its box. */
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
      // Said to who listens, drawn for nobody.
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

/** What is typed in the focused field if it is marked invalid, with the message that says why; null otherwise. */
export const atFault = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement) || field.ariaInvalid !== 'true') return null;
    const why = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    return why?.textContent ? field.value : null;
  });
