// A person without a mouse: keys alone, and after each of them what has the focus has to be seen.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const PATIENCE = { timeout: 20_000 };
/** No page of the app has so many places to stop at on the way to what a journey looks for. */
const STOPS = 60;

/** Why the focus cannot be seen; null when it can: inside the window, not below a bar, with a ring or a border of its own. */
const hidden = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return 'nothing has the focus';
    const seen = at.matches('input, select') ? (at.closest('label') ?? at) : at;
    const { left, top, width, height } = seen.getBoundingClientRect();
    const name = (at.getAttribute('aria-label') ?? at.innerText).slice(0, 40) || at.outerHTML.slice(0, 80);
    const spots = [0.4, 0.5, 0.6].map((part) => [left + width / 2, top + height * part] as const);
    const free = spots.filter(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (seen.contains(there) || there.contains(seen));
    });
    // 2.4.11 asks for a part of it, a person for most of it.
    if (free.length < 2) return `${name} is covered`;
    for (let box: HTMLElement | null = at, up = 0; box && up < 3; box = box.parentElement, up += 1) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return null;
      if (/ 0px 0px 0px [23]px/.test(boxShadow)) return null;
    }
    return at.tabIndex < 0 ? null : `${name} has no ring`;
  });

/** What has the focus can be seen. What a key moves is given the time to come to rest. */
export const expectSeen = (page: Page): Promise<void> =>
  expect.poll(() => hidden(page), { ...PATIENCE, interval: 50 }).toBeNull();

export const has = (target: Locator): Promise<boolean> =>
  target.evaluateAll((all) => all.some((one) => one === document.activeElement));

/** What a person expects to be at now. */
export const expectAt = (target: Locator): Promise<void> =>
  expect.poll(() => has(target), { ...PATIENCE, interval: 50 }).toBe(true);

/** Tab after Tab until there, each stop seen. */
export async function reach(target: Locator): Promise<void> {
  const page = target.page();
  await target.first().waitFor(PATIENCE);
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await has(target)) return expectSeen(page);
    await page.keyboard.press('Tab');
    await expectSeen(page);
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

/** Goes there and presses it. */
export async function press(target: Locator, key = 'Enter'): Promise<void> {
  await reach(target);
  await target.page().keyboard.press(key);
}

/** Goes there and writes, as a keyboard does. */
export async function write(target: Locator, text: string): Promise<void> {
  await reach(target);
  await target.page().keyboard.type(text);
}
