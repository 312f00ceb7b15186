// One stop of a walk, in every language without a reload: its texts are in that language only and fit the screen, and
// axe finds no violation in English, the language in which a page arrives. A text computed when the page or sheet
// opened, which does not follow the switch, is detected as leftover English.
import type { Page } from 'playwright-core';
import { type Language, LANGUAGES } from '#contract/languages.ts';
import { violations } from '#tests/support/axe.ts';
import { atRest, see } from '#tests/support/seen.ts';
import { type SourceWords, sourceWords } from '#tests/support/source-words.ts';

/** The language in which the walk's pages open. */
const FIRST: Language = 'en';
const OTHERS = LANGUAGES.filter((lang) => lang !== FIRST);

/**
 * Switches languages with the function that the drawer calls, because the drawer cannot be reached behind an open
 * sheet. The function is found among the exports of the first script, as the only one that stores the language. Passed
 * as a string, because vitest rewrites `import()`.
 */
async function speak(page: Page, lang: Language): Promise<void> {
  await page.evaluate(`(async () => {
    const first = document.querySelector('link[rel=modulepreload][href*="/assets/boot-"]').href;
    const isSetter = (one) => typeof one === 'function' && /\\.setItem\\(.lang.,/.test(String(one));
    await Object.values(await import(first)).find(isSetter)(${JSON.stringify(lang)});
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    // The page comes to rest anew, however much it looks like before.
    globalThis.lastLook = undefined;
  })()`);
}

interface Findings {
  found: string[];
  /**
   * Checks the open sheet, or else the whole page, in all languages; restores the first one afterwards. Sheets that
   * keep their initial texts are opened `anew` in each.
   */
  look: (name: string, anew?: () => Promise<void>) => Promise<void>;
}

interface Others {
  /** Texts that are the same in every language. */
  names?: readonly string[];
  /** Further checks in each language. */
  also?: (page: Page, lang: Language) => Promise<string[]>;
}

export async function inEveryLanguage(page: Page, { names = [], also }: Others = {}): Promise<Findings> {
  const words = new Map<Language, SourceWords>(
    await Promise.all(OTHERS.map(async (lang) => [lang, await sourceWords(lang)] as const)),
  );
  const found: string[] = [];
  const lookIn = async (lang: Language, name: string): Promise<void> => {
    await atRest(page);
    const { texts, cut, clipped } = await see(page);
    for (const text of texts) {
      const why = names.includes(text) ? null : (words.get(lang)?.leftOver(text) ?? null);
      if (why !== null) found.push(`${name}: ${why}: ${text}`);
    }
    found.push(...cut.map((text) => `${name}: over the edge: ${text}`));
    found.push(...clipped.map((text) => `${name}: clipped: ${text}`));
    found.push(...((await also?.(page, lang)) ?? []).map((text) => `${name}: ${text}`));
  };
  return {
    found,
    look: async (name, anew) => {
      await lookIn(FIRST, `${name} in ${FIRST}`);
      found.push(...(await violations(page)).map((barrier) => `${name}: axe: ${barrier}`));
      for (const lang of OTHERS) {
        await speak(page, lang);
        await anew?.();
        await lookIn(lang, `${name} in ${lang}`);
      }
      await speak(page, FIRST);
      await anew?.();
    },
  };
}
