// The claim: made on home or in the hint, and celebrated the same way: briefly, and calmly for those who want that.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { enter, readNotice } from '#tests/support/enter.ts';
import { client } from '#tests/support/http.ts';
import { journey as plain } from '#tests/support/journey.ts';
import { ask, balance, DAY, newcomer, skip, verify } from '#tests/support/person.ts';

const PATIENCE = { timeout: 20_000 };
const HOME = '/';
const ASSETS = '/#/pages/asset/index';

const journey = plain.extend('people', { scope: 'file' }, async ({ app }) => {
  const people = await Promise.all([newcomer(app.url), newcomer(app.url), newcomer(app.url)]);
  await Promise.all(people.map(({ api }) => verify(api)));
  await Promise.all(people.map(({ api }) => ask(api, 'POST /api/mining/claim1', {})));
  await skip(app.url, DAY);
  const notice = (await client(app.url).call('GET /api/index', {})).data.welcome.version;
  return { people, notice };
});

const claim = (page: Page) => page.getByRole('button', { name: 'Claim 12 ADIT' });
/** Runs in the page: the number of celebrations once the frame is drawn. */
const drawnMoments = () =>
  new Promise<number>((resolve) => {
    requestAnimationFrame(() =>
      setTimeout(() => resolve(document.querySelectorAll('[data-claim-moment]').length)),
    );
  });
/** Runs in the page: taps a celebration as soon as it appears, and counts those that remain once the frame is drawn. */
const tapMoment = () =>
  new Promise<number>((resolve) => {
    new MutationObserver((_, observer) => {
      const shown = document.querySelector<HTMLElement>('[data-claim-moment]');
      if (!shown) return;
      observer.disconnect();
      shown.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      requestAnimationFrame(() =>
        setTimeout(() => resolve(document.querySelectorAll('[data-claim-moment]').length)),
      );
    }).observe(document.body, { childList: true, subtree: true });
  });
/**
 * Runs in the page: the next celebration from beginning to end: its movements, and the text at the end. A busy machine may
 * draw no frame of it; timers run in their order all the same.
 */
const wholeMoment = () =>
  new Promise<{ moves: number; ms: number; text: string }>((resolve) => {
    const seen = { moves: 0, ms: 0, text: '' };
    const look = () => {
      const shown = document.querySelector<HTMLElement>('[data-claim-moment]');
      if (!shown && seen.text) return resolve(seen);
      const moves = shown?.getAnimations({ subtree: true }) ?? [];
      const ends = moves.map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0));
      seen.moves += moves.length;
      seen.ms = Math.max(seen.ms, ...ends);
      seen.text = shown?.innerText ?? '';
      setTimeout(look, 20);
    };
    look();
  });
const told = (page: Page) => page.getByRole('status').getByText('+12 ADIT');

journey('the hint claims in place, and a key ends the celebration', async ({ people, guest: { page } }) => {
  const person = people.people[0];
  await readNotice(page, people.notice);
  await enter(page, person);
  await page.goto(ASSETS);
  const hint = page.getByRole('dialog', { name: '12 ADIT are ready' });
  await hint.waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
  const announced = told(page)
    .filter({ hasText: '0.12 USDT' })
    .waitFor({ state: 'attached', ...PATIENCE });
  const tapped = page.evaluate(tapMoment);
  await claim(page).click(PATIENCE);
  // The second tap of a double tap on the button doesn't end it.
  expect(await tapped).toBe(1);
  await page.keyboard.press('Enter');
  // In the same frame as the key press: it does not play to its end.
  expect(await page.evaluate(drawnMoments)).toBe(0);
  await hint.waitFor({ state: 'detached', ...PATIENCE });
  await announced;
  expect(page.url()).toContain('/pages/asset/index');
  expect(await balance(person.api)).toBe('12');
  // It is not announced again when the balance changes later.
  await told(page).waitFor({ state: 'detached', ...PATIENCE });
});

journey(
  'home, which has the claim on it, is never covered by the hint',
  async ({ people, guest: { page } }) => {
    const person = people.people[1];
    await readNotice(page, people.notice);
    await enter(page, person);
    await page.goto(HOME);
    await claim(page).waitFor(PATIENCE);
    const shown = () => page.evaluate(() => sessionStorage.getItem('timer'));
    await expect.poll(shown, PATIENCE).toContain('"showPopup":true');
    await page.waitForTimeout(2500);
    expect(await page.getByRole('dialog').count()).toBe(0);
    const celebrated = page.evaluate(wholeMoment);
    await claim(page).click();
    expect((await celebrated).ms).toBeCloseTo(1600);
    await expect.poll(() => told(page).innerText(), PATIENCE).toMatch(/0\.12 USDT · balance 12/);
  },
);

journey('with reduced motion, the result stands there without moving', async ({ people, visit }) => {
  const { page } = await visit({ reducedMotion: 'reduce' });
  await readNotice(page, people.notice);
  await enter(page, people.people[2]);
  await page.goto(HOME);
  const known = () => page.evaluate(() => sessionStorage.getItem('wallet'));
  await expect.poll(known, PATIENCE).toContain('"coin":"ADIT"');
  const celebrated = page.evaluate(wholeMoment);
  await claim(page).click(PATIENCE);
  const { moves, text } = await celebrated;
  expect(moves).toBe(0);
  expect(text).toContain('balance 12');
});
