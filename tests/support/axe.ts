// What axe finds on a page: violations of WCAG 2.2, levels A and AA.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Finding {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** The strict policy lets no script in, so axe comes in through the debugger. What fades in has no contrast yet: it is waited for. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const runs = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    return Promise.all(runs.map((one) => one.finished.catch(() => undefined)));
  });
  await page.evaluate(await readFile(AXE, 'utf8'));
  const found = await page.evaluate(() =>
    (
      globalThis as unknown as {
        axe: { run: (on: object, how: object) => Promise<{ violations: Finding[] }> };
      }
    ).axe
      // The transparent bar is fixed over the hero, a layer of its own: axe takes its white words to stand on the page's grey.
      .run({ exclude: ['header'] }, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
      .then((result) => result.violations),
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
}
