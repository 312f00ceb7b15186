// The drums on which a guess is set: by keys, by swipes, by the wheel and at random.
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { swipeAtOnce } from '#tests/support/finger.ts';
import { expectAt } from '#tests/support/keyboard.ts';
import { ROUTE, drum, guessButton, journey, lotteryOf, shown } from '#tests/support/lottery-page.ts';
import { PATIENCE } from '#tests/support/staking-page.ts';

journey('drums are turned by keys, by a swipe, by the wheel and at random', async ({ onlooker, visit }) => {
  const { page: wide } = await visit({
    viewport: { width: 1280, height: 800 },
    isMobile: false,
    hasTouch: false,
  });
  const { page, api } = await onlooker(wide);
  await page.goto(ROUTE);
  await guessButton(page).click(PATIENCE);
  await page.getByText('Please enter complete guessing numbers').waitFor();
  await expectAt(drum(page, 0));
  expect(await drum(page, 2).getAttribute('aria-invalid')).toBe('true');
  expect(await violations(page), 'incomplete').toEqual([]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await vi.waitFor(async () => expect(await shown(page)).toEqual(['9', '9', 'not set']), PATIENCE);
  const box = await drum(page, 2).boundingBox();
  if (!box) throw new Error('the drum has no place');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const way of [40, 88, 132]) await page.mouse.move(x, y + way);
  await page.mouse.up();
  await vi.waitFor(async () => expect((await shown(page))[2]).toMatch(/^\d$/), PATIENCE);
  const before = Number((await shown(page))[2]);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await vi.waitFor(async () => expect((await shown(page))[2]).toBe(String((before + 1) % 10)), PATIENCE);
  await page.getByRole('button', { name: 'Third digit: one down' }).click();
  await vi.waitFor(async () => expect((await shown(page))[2]).toBe(String(before)), PATIENCE);
  await page.keyboard.press('Backspace');
  await vi.waitFor(async () => expect((await shown(page))[2]).toBe('not set'), PATIENCE);
  // A swipe that ends before any of it is rendered counts as far as it went: two digits.
  await swipeAtOnce(drum(page, 2), { x: 0, y: 88 });
  await vi.waitFor(async () => expect((await shown(page))[2]).toBe(String((before + 2) % 10)), PATIENCE);
  // What is begun is not left out beside picked numbers.
  await page.getByRole('button', { name: 'Random' }).click();
  await page.getByRole('button', { name: 'Pick 5 for me' }).click();
  await drum(page, 1).focus();
  await page.keyboard.press('Backspace');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Guess 5 numbers/ })
    .click();
  await page.getByText('Please enter complete guessing numbers').waitFor();
  await expectAt(drum(page, 1));
  await page.getByRole('button', { name: 'Random' }).click();
  await vi.waitFor(async () => expect((await shown(page)).join('')).toMatch(/^\d{3}$/), PATIENCE);
  expect((await lotteryOf(api)).myGuesses).toEqual([]);
});
