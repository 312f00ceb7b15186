// What people are told about a race: what a bet can win, what others bet meanwhile, and the result on any other page.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { settled } from '#tests/support/games.ts';
import { betOverHttp, drawRace, openRace } from '#tests/support/race-play.ts';
import {
  amountField,
  choose,
  lane,
  learnTime,
  laneWith,
  openBet,
  RACE,
  timeOf,
  untilNothingIsAwaited,
} from '#tests/support/race-page.ts';
import { dialog, journey, PATIENCE, press, says } from '#tests/support/staking-page.ts';
import { leaveSheet } from '#tests/support/walk.ts';

/** What the notice about a race says. Called before the draw: it stays for a few seconds only. */
const noticeOf = (page: Page, time: string): Promise<string | null> =>
  page.getByText(`Race at ${time}: `).textContent({ timeout: 90_000 });

journey(
  'a bet on every lane is told as the loss or gain it is, before and after',
  async ({ staker, app }) => {
    const { page } = await staker();
    const { round, lanes } = await openRace(app.url);
    await page.goto(RACE);
    await choose(page, [], '2');
    for (const { coin } of lanes) await lane(page, coin).click(PATIENCE);
    await page.getByRole('main').getByRole('switch', { name: 'Different amounts per lane' }).click(PATIENCE);
    await amountField(page).fill('20');
    await openBet(page);
    await says(page, '−20 to +70 ADIT');
    await says(page, '6 in 6');
    expect(await dialog(page).getByText('If none of yours wins').count()).toBe(0);
    expect(await violations(page), 'bet on all').toEqual([]);
    await press(page, 'Bet 30 ADIT');
    await says(page, 'You bet');
    await says(page, '−20 to +70 ADIT');
    expect(await dialog(page).getByText('If none of yours wins').count()).toBe(0);
    await leaveSheet(page);
    await page.goto('/#/pages/buyback/index');
    const told = noticeOf(page, await timeOf(page, round));
    await drawRace(app.url, round);
    await learnTime(page);
    const won = (await settled(app.url, round)).champion === lanes[0]?.lane;
    expect(await told).toContain(won ? 'you won 70 ADIT.' : 'it paid back 10 of your 30 ADIT.');
    await page.goto('/#/');
    // The terms cover the page and hide it from role queries.
    const happened = page.locator('main a', { hasText: 'Race payout' });
    await happened.getByText(`+${won ? '100' : '10'} ADIT`).waitFor(PATIENCE);
    await happened.getByText(/, bet 30 ADIT$/).waitFor(PATIENCE);
  },
);

journey('a bet made elsewhere before the page listens is not missed', async ({ staker, app }) => {
  const { page, api } = await staker();
  const { round } = await openRace(app.url);
  await page.goto('/#/pages/buyback/index');
  const bet = Promise.withResolvers<void>();
  await page.route('**/api/events*', async (route) => {
    await bet.promise;
    await route.continue();
  });
  await page.reload();
  await page.goto(RACE);
  await page.getByText('Available 500 ADIT').waitFor(PATIENCE);
  await betOverHttp(api, round, 4, '3');
  // The lanes show it once any running race has ended.
  const learnt = page.waitForResponse(
    async (answer) =>
      answer.url().includes('/api/game/opening') && (await answer.text()).includes('"amount":"3"'),
    PATIENCE,
  );
  bet.resolve();
  await learnt;
});

journey('on any other page a notice tells the result, once', async ({ staker, app }) => {
  const { page, api } = await staker();
  const { round } = await openRace(app.url);
  await betOverHttp(api, round, 4, '3');
  await page.goto(RACE);
  await laneWith(page, 'SQL', '3 ADIT').waitFor(PATIENCE);
  await page.goto('/#/pages/buyback/index');
  const told = noticeOf(page, await timeOf(page, round));
  await drawRace(app.url, round);
  await learnTime(page);
  await told;
  await untilNothingIsAwaited(page);
});

journey('a result that was opened before the draw arrives', async ({ staker, app, guest }) => {
  guest.expectFault(/status of 404/);
  const { page, api } = await staker();
  const { round } = await openRace(app.url);
  await betOverHttp(api, round, 4, '3');
  await page.goto('/#/pages/main/record');
  await page.getByRole('main').getByRole('listitem').getByRole('button').click(PATIENCE);
  await says(page, 'This race is not drawn yet');
  await drawRace(app.url, round);
  await dialog(page).getByRole('button', { name: 'Replay' }).waitFor(PATIENCE);
});
