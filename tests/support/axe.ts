// axe's findings on a page: violations of WCAG 2.2, levels A and AA. All rules together take 40 to 80 ms per check on a
// quiet machine; checking contrast in one of six languages only would save a third of it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Corrections for axe. Its own grid for what is behind a fixed bar finds the page's grey where a scrolling root has the
 * hero, so the bar gets the background it has over every hero. Background pictures are judged by the colour below them.
 * Strips fixed to the window cover what scrolls below them, which does not make that a smaller target.
 */
const AS_SEEN =
  'header.fixed{background:var(--color-basalt)!important;transition:none!important}html{overflow-y:visible!important;--art:none!important}' +
  '[class*=sticky]{position:static!important}';

interface Axe {
  run: (on: unknown, how: object) => Promise<{ violations: Finding[] }>;
}
interface Finding {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

let source: Promise<string> | undefined;

/**
 * The open sheet, or the whole page. The strict policy blocks injected scripts, so axe is loaded through the debugger,
 * once per document.
 */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await page.evaluate(await (source ??= readFile(AXE, 'utf8')));
  const found = await page.evaluate(
    async ([levels, style]) => {
      // An element that is fading in has no contrast yet. Polled frame by frame: `finished` of a transition that
      // another one has meanwhile replaced never settles. Parts that arrive meanwhile fade in as well, but a
      // countdown begins another animation every second, so that waiting for none at all might never end.
      const isRunning = ({ playState }: Animation) => playState === 'running';
      for (let turn = 0; turn < 5; turn += 1) {
        const runs = document
          .getAnimations()
          .filter((one) => isRunning(one) && one.effect?.getComputedTiming().iterations !== Infinity);
        while (runs.some(isRunning)) await new Promise(requestAnimationFrame);
      }
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      const sheetsBefore = [...document.adoptedStyleSheets];
      document.adoptedStyleSheets.push(sheet);
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
