// What axe finds on a page: violations of WCAG 2.2, levels A and AA. 40 to 80 ms a look on a quiet machine, all rules together;
// leaving contrasts out in five of six languages would save a third of it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What axe cannot know. It looks up what lies behind a fixed bar in a grid of its own, and finds the page's grey where a scrolling
 * root has the hero: the bar gets the ground that it has over every hero. Pictures of a ground are left to the colour below them.
 * Strips that stick to the window cover what scrolls out from below them; that is no smaller target.
 */
const AS_SEEN =
  'header.fixed{background:var(--color-basalt)!important;transition:none!important}html{overflow-y:visible!important;--art:none!important}' +
  '.sticky{position:static!important}';

interface Axe {
  run: (on: unknown, how: object) => Promise<{ violations: Finding[] }>;
}
interface Finding {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

let source: Promise<string> | undefined;

/** The open sheet, or the whole page. The strict policy lets no script in, so axe comes in through the debugger, once a document. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(await (source ??= readFile(AXE, 'utf8')));
  const found = await page.evaluate(
    async ([levels, style]) => {
      // What fades in has no contrast yet.
      const runs = document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
      await Promise.all(runs.map((one) => one.finished.catch(() => undefined)));
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      const sheetsBefore = document.adoptedStyleSheets;
      document.adoptedStyleSheets = [...sheetsBefore, sheet];
      const { axe } = globalThis as unknown as { axe: Axe };
      const sheets = document.querySelectorAll('[role="dialog"], [role="alertdialog"], dialog[open]');
      const how = { runOnly: levels, resultTypes: ['violations'] };
      const result = await axe.run(sheets[sheets.length - 1] ?? document, how);
      document.adoptedStyleSheets = sheetsBefore;
      return result.violations;
    },
    [LEVELS, AS_SEEN] as const,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
}
