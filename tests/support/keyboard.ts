// Uses a page by keyboard only and checks after every key press that the focus is visible.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const PATIENCE = { timeout: 20_000 };
/** More Tab stops than any page has before a journey's target. */
const STOPS = 60;

/** Why the focus is not visible. Null if it is: inside the window, not under a bar, and with a focus ring. */
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
    // WCAG 2.4.11 only requires part of it to be visible; we require two of three points.
    if (free.length < 2) return `${name} is covered`;
    for (let box: HTMLElement | null = at, up = 0; box && up < 3; box = box.parentElement, up += 1) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return null;
      if (/ 0px 0px 0px [23]px/.test(boxShadow)) return null;
    }
    return at.tabIndex < 0 ? null : `${name} has no ring`;
  });

/** Expects a visible focus. Polls, because a key press may start a scroll or an animation. */
export const expectSeen = (page: Page): Promise<void> =>
  expect.poll(() => hidden(page), { ...PATIENCE, interval: 50 }).toBeNull();

const has = (target: Locator): Promise<boolean> =>
  target.evaluateAll((all) => all.some((one) => one === document.activeElement));

export const expectAt = (target: Locator): Promise<void> =>
  expect.poll(() => has(target), { ...PATIENCE, interval: 50 }).toBe(true);

/**
 * Presses Tab until the target has the focus; the focus must be visible at every stop. Tab would pass a button that is
 * disabled until its page has loaded.
 */
export async function reach(target: Locator): Promise<void> {
  const page = target.page();
  await expect.poll(() => target.first().isEnabled(), PATIENCE).toBe(true);
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await has(target)) return expectSeen(page);
    await page.keyboard.press('Tab');
    await expectSeen(page);
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

export async function press(target: Locator, key = 'Enter'): Promise<void> {
  await reach(target);
  await target.page().keyboard.press(key);
}

export async function write(target: Locator, text: string): Promise<void> {
  await reach(target);
  await target.page().keyboard.type(text);
}
