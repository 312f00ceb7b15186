// The lottery as people play it: guesses from the drums to the draw, refusals in their place, limits and pauses.
import { describe, expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { atFault } from '#tests/support/seen.ts';
import { enter } from '#tests/support/enter.ts';
import {
  HELD,
  INDEX,
  RECORDS,
  ROUTE,
  drum,
  guessButton,
  guessOverHttp,
  journey,
  lotteryOf,
  marked,
  type,
} from '#tests/support/lottery-page.ts';
import { skipTo } from '#tests/support/clock.ts';
import { DAY, ask, balance, newcomer } from '#tests/support/person.ts';
import { PATIENCE, dialog, lostOnce, press, says } from '#tests/support/staking-page.ts';
import { agree, leaveSheet, meanwhile, toasted } from '#tests/support/walk.ts';

const LIMITS = 'Playing within limits';

journey('a free guess, a paid one, and the draw that anybody can follow', async ({ guesser, app }) => {
  const { page, api } = await guesser();
  await page.goto(ROUTE);
  const main = page.getByRole('main');
  await main.getByText(/^Your first guess is free/).waitFor(PATIENCE);
  expect(await violations(page), 'open round').toEqual([]);
  // The value that the seed is compared with after the draw.
  await main.getByRole('button', { name: 'How it works' }).click();
  const { seedHash } = await lotteryOf(api);
  await dialog(page).getByTitle(String(seedHash)).waitFor(PATIENCE);
  await leaveSheet(page);
  await type(page, '471');
  await guessButton(page).dblclick();
  await toasted(page, 'Your guess 4 7 1 is placed');
  await main.getByText('9 guesses left').waitFor(PATIENCE);
  expect((await lotteryOf(api)).myGuesses).toEqual([[4, 7, 1]]);
  expect(await balance(api)).toBe(`${HELD}`);

  // The same digits again: the page says so, and accepts them once confirmed.
  await type(page, '471');
  await main.getByText(/^You already have these digits\./).waitFor(PATIENCE);
  await guessButton(page).click();
  await says(page, `${HELD - 2} ADIT`);
  await says(page, /^A guess wins 1 time in 1,000/);
  expect(await violations(page), 'confirming').toEqual([]);
  await press(page, 'Guess for 2 ADIT');
  await says(page, 'Your guess is placed');
  await press(page, 'Done');
  await main.getByText('8 guesses left').waitFor(PATIENCE);
  expect(await lotteryOf(api)).toMatchObject({
    participationAmount: '2',
    myGuesses: [1, 2].map(() => [4, 7, 1]),
  });
  expect(await balance(api)).toBe(`${HELD - 2}`);

  // No interaction: the page learns of the draw on its own.
  const { round, closesAt } = await lotteryOf(api);
  await skipTo(app.url, Date.parse(closesAt) + 2000);
  await main.getByText('How it was drawn').click(PATIENCE);
  await main.getByRole('link', { name: 'Check this draw' }).waitFor(PATIENCE);
  await main.locator('mark').first().waitFor(PATIENCE);
  const { items } = await ask(api, 'GET /api/mining/bet/list', { round });
  expect(await marked(page)).toEqual(items[0]?.drawn);
  await main.getByText('10 guesses left').waitFor(PATIENCE);
  expect(await violations(page), 'after the draw').toEqual([]);

  await main.getByRole('link', { name: 'Earlier rounds' }).click();
  const row = main.locator('li > details').first();
  await row.locator('summary').click(PATIENCE);
  await row.getByText('Carried forward').waitFor();
  expect(await row.locator('mark').allInnerTexts()).toEqual(items[0]?.drawn?.map(String));
  expect(await row.innerText()).toContain('You: 2 guesses');
  expect(await violations(page), 'earlier rounds').toEqual([]);
  await row.getByRole('link', { name: 'Check this draw' }).click();
  await page.waitForURL(new RegExp(`main/result\\?round=lottery(:|%3A)${round}$`));
});

journey(
  'a lost answer is asked for again and counts once; nothing is kept for later',
  async ({ guesser, guest }) => {
    guest.expectFault(/api\/mining\/bet/);
    const { page, api } = await guesser();
    await page.goto(ROUTE);
    await type(page, '123');
    await lostOnce(page, '**/api/mining/bet');
    await guessButton(page).click(PATIENCE);
    await page.getByText(/^We can't tell if your guess arrived/).waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await toasted(page, 'Your guess 1 2 3 is placed');
    expect((await lotteryOf(api)).myGuesses).toEqual([[1, 2, 3]]);

    // Anyone who picks the same digits again is told what became of them, and can play them twice.
    const confirm = async () => {
      await type(page, '789');
      await guessButton(page).click(PATIENCE);
      await press(page, 'Guess for 2 ADIT');
    };
    await lostOnce(page, '**/api/mining/bet');
    await confirm();
    await says(page, /^We can't tell if your guess arrived/);
    await says(page, 'You pay at most');
    await leaveSheet(page);
    await page.getByRole('button', { name: 'Remove 789' }).click(PATIENCE);
    await confirm();
    await says(page, /^Your earlier try had gone through after all/);
    expect((await lotteryOf(api)).myGuesses).toHaveLength(2);
    await leaveSheet(page);
    await confirm();
    await says(page, 'Your guess is placed');
    await press(page, 'Done');
    expect(await balance(api)).toBe(`${HELD - 4}`);

    await type(page, '456');
    await guest.context.setOffline(true);
    await page.getByText('Guesses need a connection.').waitFor(PATIENCE);
    expect(await guessButton(page).isDisabled()).toBe(true);
    await guest.context.setOffline(false);
    await vi.waitFor(async () => expect(await guessButton(page).isEnabled()).toBe(true), PATIENCE);
    expect((await lotteryOf(api)).myGuesses).toHaveLength(3);
  },
);

journey(
  'five picked at random are confirmed once, and a failure tells which are placed',
  async ({ guesser, guest }) => {
    guest.expectFault(/api\/mining\/bet|status of 403/);
    const { page, api } = await guesser();
    await page.goto(ROUTE);
    const picks = page.getByRole('list', { name: 'Picked numbers' }).getByRole('button');
    await page.getByRole('button', { name: 'Pick 5 for me' }).click(PATIENCE);
    await picks.nth(4).waitFor(PATIENCE);
    const digits = (await picks.allInnerTexts()).map((text) => [...text.trim()].map(Number));
    expect(new Set(digits.map(String)).size).toBe(5);
    await page.getByRole('main').getByRole('button', { name: 'Guess 5 numbers for 8 ADIT' }).click();
    await says(page, `${HELD - 8} ADIT`);
    expect(await violations(page), 'confirming').toEqual([]);

    // The answer to the third one is lost, which stops the rest.
    let sent = 0;
    await page.route('**/api/mining/bet', async (route) => {
      sent += 1;
      if (sent !== 3) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await dialog(page).getByRole('button', { name: 'Guess 5 numbers for 8 ADIT' }).dblclick();
    await says(page, /^We can't tell if your guess arrived/);
    const states = dialog(page).getByRole('list', { name: 'Your guesses' }).getByRole('status');
    expect(await states.allInnerTexts()).toEqual(['Placed', 'Placed', 'Not sure', 'Not sent', 'Not sent']);
    expect((await lotteryOf(api)).myGuesses).toEqual(digits.slice(0, 3));
    expect(sent).toBe(3);
    // The unsure one and the two that were not sent; nothing twice.
    await press(page, 'Try again');
    await says(page, 'Your guesses are placed');
    expect((await lotteryOf(api)).myGuesses).toEqual(digits);
    expect(await balance(api)).toBe(`${HELD - 8}`);
    await leaveSheet(page);
    await page.unroute('**/api/mining/bet');

    // The offer is bounded by what the limit leaves.
    await ask(api, 'POST /api/user/limits', { dailyBetLimit: '12' });
    await page.reload();
    await page.getByRole('button', { name: 'Pick 2 for me' }).click(PATIENCE);
    // Drums set beside them would be one too many.
    await type(page, '777');
    await page.getByText(/^That's more than you can guess now/).waitFor(PATIENCE);
    expect(
      await page.getByRole('main').getByRole('button', { name: 'Guess 3 numbers for 6 ADIT' }).isDisabled(),
    ).toBe(true);
    await page
      .getByRole('button', { name: /^Remove \d{3}$/ })
      .first()
      .click();
    await page.getByRole('main').getByRole('button', { name: 'Guess 2 numbers for 4 ADIT' }).click();
    await ask(api, 'POST /api/user/limits', { dailyBetLimit: '10' });
    await dialog(page).getByRole('button', { name: 'Guess 2 numbers for 4 ADIT' }).click(PATIENCE);
    await says(page, /^This would exceed your limit of 10 ADIT a day/);
    expect(await states.allInnerTexts()).toEqual(['Placed', 'Not placed']);
    expect((await lotteryOf(api)).myGuesses).toHaveLength(6);
    expect(await balance(api)).toBe(`${HELD - 10}`);
  },
);

describe('who cannot guess is told why', () => {
  journey('without a permanent miner', async ({ app, guest: { page } }) => {
    await page.goto(ROUTE);
    await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor(PATIENCE);
    expect(await violations(page), 'guest').toEqual([]);
    await enter(page, await newcomer(app.url));
    await page.reload();
    await page.getByText(/^Guessing is for permanent miners\. Finish your trial/).waitFor(PATIENCE);
    expect(await guessButton(page).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Go to miner' }).click();
    await page.waitForURL(/mining\/index$/);
  });

  journey('when the round is full, and when the balance does not suffice', async ({ onlooker, changed }) => {
    const { page } = await onlooker();
    await changed(page, '**/api/assets/list', (data) => ({
      ...data,
      items: (data['items'] as { coin: string }[]).map((item) =>
        item.coin === 'ADIT' ? { ...item, balance: '1' } : item,
      ),
    }));
    await changed(page, INDEX, (data) => ({ ...data, myGuesses: [[1, 1, 1]] }));
    await page.goto(ROUTE);
    await page.getByText(/^A guess costs 2 ADIT and you have 1 ADIT\./).waitFor(PATIENCE);
    await page.unrouteAll({ behavior: 'wait' });
    await changed(page, INDEX, (data) => ({
      ...data,
      myGuesses: Array.from({ length: 10 }, () => [1, 1, 1]),
    }));
    await page.reload();
    await page.getByText(/^You've used all 10 guesses\./).waitFor(PATIENCE);
  });

  journey('within the limits that were chosen', async ({ guesser, guest }) => {
    guest.expectFault(/status of 403/);
    const { page, api } = await guesser();
    await guessOverHttp(api, [1, 2, 3]);
    await ask(api, 'POST /api/user/limits', { dailyBetLimit: '60' });
    await page.goto(ROUTE);
    await guessButton(page).waitFor(PATIENCE);
    await page.getByText('Daily limit left').waitFor(PATIENCE);
    await page.getByRole('main').getByRole('button', { name: LIMITS }).click();
    const field = dialog(page).getByRole('textbox');
    await press(page, 'Set limit');
    await says(page, 'Please enter amount');
    expect(await atFault(page)).toBe('');
    await field.fill('1', PATIENCE);
    await says(page, 'Starts now.');
    expect(await violations(page), 'limits').toEqual([]);
    await press(page, 'Set 1 ADIT a day');
    await says(page, 'Left today');
    await field.fill('50');
    await says(page, /^Starts .+ Until then your current limit holds/);
    await press(page, 'Set 50 ADIT a day');
    await says(page, /^A limit of 50 ADIT starts /);
    await press(page, 'Keep the current limit');
    await dialog(page)
      .getByText(/^A limit of 50 ADIT/)
      .waitFor({ state: 'detached', ...PATIENCE });
    await leaveSheet(page);
    await page.getByText(/^This would exceed your limit of 1 ADIT a day: 0 ADIT spent/).waitFor(PATIENCE);
    expect(await ask(api, 'GET /api/user/limits', {})).toMatchObject({ dailyBetLimit: '1', pendingAt: null });
  });

  journey('while both games are paused', async ({ guesser, guest }) => {
    guest.expectFault(/status of 403/);
    const { page, api } = await guesser();
    await page.goto(ROUTE);
    await type(page, '909');
    await guessButton(page).waitFor(PATIENCE);
    // The page does not know about it yet: the server refuses, and says until when.
    await meanwhile(page, '**/api/mining/bet', () => ask(api, 'POST /api/user/limits', { pauseDays: 1 }));
    await guessButton(page).click();
    await page.getByText(/^You paused both games until /).waitFor(PATIENCE);
    expect(await guessButton(page).count()).toBe(0);
    await page.getByRole('main').getByRole('button', { name: LIMITS }).first().click();
    await says(page, /^Both games are paused until /);
    expect(await dialog(page).getByRole('button', { name: '1 day' }).count()).toBe(1);
    await press(page, '7 days');
    await says(page, /^No bets or guesses until /);
    expect(await violations(page), 'pausing').toEqual([]);
    await press(page, 'Pause for 7 days');
    await vi.waitFor(async () =>
      expect(await dialog(page).getByRole('button', { name: '1 day' }).count()).toBe(0),
    );
    await leaveSheet(page);
    const { pausedUntil } = await ask(api, 'GET /api/user/limits', {});
    const { serverTime, myGuesses } = await lotteryOf(api);
    expect((Date.parse(pausedUntil ?? '') - Date.parse(serverTime)) / (DAY * 1000)).toBeCloseTo(7, 1);
    expect(myGuesses).toEqual([]);
    // Home does not offer what is paused.
    await page.goto('/');
    await agree(page);
    const entries = page.getByRole('navigation', { name: 'All parts' });
    await vi.waitFor(async () => {
      expect(await entries.getByRole('link', { name: 'Assets' }).count()).toBe(1);
      expect(await entries.getByRole('link', { name: /^(Games|Guess)$/ }).count()).toBe(0);
    }, PATIENCE);
  });
});

journey('a round that cannot be loaded anew says why nothing can be guessed', async ({ onlooker, guest }) => {
  guest.expectFault(/status of 500/);
  const { page } = await onlooker();
  await page.goto(ROUTE);
  await guessButton(page).waitFor(PATIENCE);
  await page.route(INDEX, (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await page.getByText("This page isn't up to date yet. Try again in a moment.").waitFor(PATIENCE);
  expect(await guessButton(page).isDisabled()).toBe(true);
});

journey('a round that waits for its block, and one that is void, say so', async ({ onlooker, changed }) => {
  const { page } = await onlooker();
  const previous = {
    round: '2026-01-01',
    state: 'drawing',
    drawn: null as number[] | null,
    winners: 0,
    share: '0',
    myGuesses: [[4, 7, 1]],
    myReward: '0',
  };
  await changed(page, INDEX, (data) => ({ ...data, previous }));
  await page.goto(ROUTE);
  await page.getByText(/^Waiting for the block/).waitFor(PATIENCE);
  // The draw happens in the meantime: the page asks on its own.
  Object.assign(previous, { state: 'settled', drawn: [4, 7, 1], winners: 1, share: '6', myReward: '6' });
  await page.getByText('1 guess won 6 ADIT.').waitFor(PATIENCE);
  await page.getByText('+6 ADIT').waitFor();
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  await page.getByText('+•••• ADIT').waitFor();
  Object.assign(previous, { state: 'void', drawn: null, winners: 0, myReward: '0' });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText(/^Void: /).waitFor(PATIENCE);
  expect(await violations(page)).toEqual([]);
});

journey('where guessing is switched off nothing leads to it', async ({ guest: { page }, changed }) => {
  await changed(page, /api\/index$/, (data) => ({
    ...data,
    features: { exchange: true, staking: true, lottery: false, race: false, teamLevels: 3 },
  }));
  await page.goto(ROUTE);
  await page.getByText('Guessing is switched off').waitFor(PATIENCE);
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await dialog(page).getByRole('link', { name: 'Staking' }).waitFor(PATIENCE);
  expect(await dialog(page).getByRole('link', { name: /^Web3/ }).count()).toBe(0);
});

journey('the whole way in Thai, on a wide screen', async ({ visit, guesser }) => {
  const { page: wide } = await visit({ locale: 'th-TH', viewport: { width: 1280, height: 800 } });
  const { page, api } = await guesser(wide);
  await page.goto(ROUTE);
  await type(page, '808');
  expect(await violations(page)).toEqual([]);
  // Its last button is the information sign.
  const card = page.locator('main section').filter({ has: drum(page, 0) });
  await card.getByRole('button').nth(-2).click();
  await vi.waitFor(async () => expect((await lotteryOf(api)).myGuesses).toEqual([[8, 0, 8]]), PATIENCE);
  await page.goto(RECORDS);
  await page.getByRole('main').locator('li summary').first().click(PATIENCE);
  expect(await violations(page)).toEqual([]);
});

// Last: it moves the clock to the end of a round.
journey(
  'guessing closes half a minute before the draw, and the page says so, also offline',
  async ({ onlooker, guest, app, changed }) => {
    const { page, api } = await onlooker();
    await page.goto(ROUTE);
    const main = page.getByRole('main');
    await guessButton(page).waitFor(PATIENCE);
    await main.getByText('Guesses close in').waitFor(PATIENCE);
    const { guessesUntil, closesAt } = await lotteryOf(api);
    expect(Date.parse(closesAt) - Date.parse(guessesUntil)).toBe(30_000);
    // Closed until the page has been looked at, not for half a minute.
    await changed(page, INDEX, (data) => ({ ...data, guessesUntil: data['serverTime'] }));
    await page.reload();
    await main.getByText(/^Guessing is closed\./).waitFor(PATIENCE);
    await main.getByText('Draw in').waitFor(PATIENCE);
    expect(await guessButton(page).count()).toBe(0);
    await guest.context.setOffline(true);
    await main.getByText('Guesses need a connection.').waitFor(PATIENCE);
    await main.getByText(/^Guessing is closed\./).waitFor(PATIENCE);
    await guest.context.setOffline(false);
    await page.unrouteAll({ behavior: 'wait' });
    await skipTo(app.url, Date.parse(closesAt) + 2000);
    await page.reload();
    await guessButton(page).waitFor(PATIENCE);
  },
);
