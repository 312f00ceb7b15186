// One stop of a walk, switched to other languages without a reload: its texts are in that language only and fit the
// screen, and axe finds no violation in English, the language in which a page arrives. A text computed when the page or
// sheet opened, which does not follow the switch, is detected as leftover English. A run of the suite switches each stop
// to one language, the next stop to the next; `WALKS=all` switches each to all of them.
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { type Language, LANGUAGES } from '#contract/languages.ts';
import { violations } from '#tests/support/axe.ts';
import { atRest, see } from '#tests/support/seen.ts';
import { type SourceWords, sourceWords } from '#tests/support/source-words.ts';

/** The language in which the walk's pages open. */
const FIRST: Language = 'en';
const OTHERS = LANGUAGES.filter((lang) => lang !== FIRST);
const ALL = process.env['WALKS'] === 'all';

/**
 * Switches the language as if another tab had, because the drawer cannot be reached behind an open sheet; again until
 * the page listens.
 */
const speak = (page: Page, lang: Language): Promise<void> =>
  page.evaluate(async (newValue) => {
    while (document.documentElement.lang !== newValue) {
      window.dispatchEvent(new StorageEvent('storage', { key: 'lang', newValue }));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, lang);

/** Resolves once no call is in progress: what a switch refetches has arrived, however slow the server is. */
export function answersOf(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (/\/api\/(?!events)/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return () => expect.poll(() => open.size, { timeout: 60_000 }).toBe(0);
}

interface Findings {
  found: string[];
  /**
   * Checks the open sheet, or else the whole page, and restores the first language afterwards. Sheets that keep their
   * initial texts are reopened (`anew`) in each language.
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
  const answered = answersOf(page);
  let stops = 0;
  const lookIn = async (lang: Language, name: string): Promise<void> => {
    await answered();
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
      const next = stops++ % OTHERS.length;
      for (const lang of ALL ? OTHERS : OTHERS.slice(next, next + 1)) {
        await speak(page, lang);
        await anew?.();
        await lookIn(lang, `${name} in ${lang}`);
      }
      await speak(page, FIRST);
      await anew?.();
    },
  };
}
