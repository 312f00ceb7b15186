// Exchanges as people make them, at the devnet's real price feeds: the quote, the minimum received, and every refusal
// shown in its place.
import {
  PATIENCE,
  SWAP,
  journey,
  sheet,
  press,
  says,
  amount,
  quoted,
  button,
  enabled,
  proceed,
  openSheet,
  choose,
  hold,
  feedOf,
  feedAnswer,
  move,
  priceOf,
  exchanges,
} from '#tests/support/exchange-page.ts';
import { doubleTap } from '#tests/support/finger.ts';
import { balance } from '#tests/support/person.ts';
import { describe, expect } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { together } from '#tests/support/bank.ts';
import { violations } from '#tests/support/axe.ts';
import { atFault } from '#tests/support/seen.ts';
import { leaveSheet, toasted } from '#tests/support/walk.ts';

journey('USDT becomes ADIT at the price that was shown, to the last digit', async ({ rich }) => {
  const { page, api } = await rich();
  await openSheet(page);
  await amount(page, '10.000000000000000001');
  await says(page, '1 USDT = 100 ADIT');
  await says(page, '1 ADIT = 0.01 USDT');
  expect(await violations(page), 'form').toEqual([]);
  // The second tap finds the review, with other buttons in the same place.
  await doubleTap(button(page));
  // 10.000000000000000001 × 100 × 0.997, and half a percent less.
  for (const said of ['10.000000000000000001 USDT', '997 ADIT', '992.015 ADIT', 'Fee 0.3%, included'])
    await says(page, said);
  await says(page, /^(now|\d+ seconds? ago)$/);
  expect(await violations(page), 'confirm').toEqual([]);
  await doubleTap(button(page));
  await says(page, 'You received');
  // The second tap of a double tap may come only now, when another button is there.
  await sheet(page).getByRole('button', { name: 'Done' }).dispatchEvent('click', { detail: 2 });
  expect(await violations(page), 'done').toEqual([]);
  expect(await balance(api, 'ADIT')).toBe('997.000000000000000099');
  expect(await balance(api, 'USDT')).toBe('89.999999999999999999');
  await press(page, 'Done');
  await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
  await page.getByRole('main').getByText('997', { exact: true }).first().waitFor(PATIENCE);
});

journey(
  'the least that is received follows the chosen slippage, also an own one',
  async ({ rich, guest }) => {
    const { page } = await rich();
    // Who types slowly is told that the balance does not cover the first amount.
    guest.expectFault(/status of 409/);
    await openSheet(page);
    // A deleted group mark comes back, and the cursor stays before it.
    await amount(page, '1234567');
    const field = sheet(page).getByRole('textbox', { name: 'Amount' });
    await field.evaluate((input: HTMLInputElement) => input.setSelectionRange(6, 6));
    for (const shown of ['1,234,567', '123,567']) {
      await field.press('Backspace');
      expect(await field.inputValue()).toBe(shown);
    }
    await amount(page, '10');
    await quoted(page).getByText('992.015 ADIT').waitFor(PATIENCE);
    await sheet(page).locator('summary').click();
    await sheet(page).getByText('1%', { exact: true }).click();
    await quoted(page).getByText('987.03 ADIT').waitFor();
    await sheet(page).getByText('Other', { exact: true }).click();
    const own = sheet(page).getByRole('textbox', { name: 'Your own value' });
    await button(page).click();
    await says(page, 'Choose between 0.01% and 5%.');
    expect(await atFault(page)).toBe('');
    await own.fill('5.5');
    await says(page, 'Choose between 0.01% and 5%.');
    await own.fill('0.25');
    await quoted(page).getByText('994.5075 ADIT').waitFor();
    await enabled(page, true);
    await proceed(page);
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/swap') && !(request.postData() ?? '').includes('quoteOnly'),
    );
    await button(page).click();
    expect((await sent).postDataJSON()).toMatchObject({ minReceived: '994.5075' });
    await says(page, 'You received');
  },
);

journey('a quote for an earlier input never comes up, however late it arrives', async ({ rich }) => {
  const { page } = await rich();
  await openSheet(page);
  const release = await hold(page, 'quotes');
  const asked = page.waitForRequest(SWAP);
  await amount(page, '10');
  await asked;
  const later = page.waitForRequest(SWAP);
  await amount(page, '20');
  await later;
  expect(await quoted(page).count()).toBe(0);
  await enabled(page, false);
  await release();
  await quoted(page).getByText('1,984.03 ADIT').waitFor(PATIENCE);
  expect(await quoted(page).innerText()).not.toContain('992.015');
});

journey(
  'only pairs that are exchanged are offered, and coins without a price are named',
  async ({ rich }) => {
    const { page } = await rich();
    await openSheet(page);
    await says(page, "TON can't be swapped right now: no current price.");
    const offered = async (label: string) => {
      await sheet(page).getByRole('button', { name: label }).click();
      const coins = await sheet(page).getByRole('option').allInnerTexts();
      await page.keyboard.press('Escape');
      return coins.map((text) => text.split('\n')[0]);
    };
    expect(await offered('You swap')).not.toContain('TON');
    expect(await offered('You receive')).toEqual(expect.arrayContaining(['ADIT', 'BTC', 'AVAX']));
    await choose(page, 'You swap', 'ADIT');
    expect(await offered('You receive')).toEqual(['USDT']);
    await choose(page, 'You swap', 'BTC');
    const forBtc = await offered('You receive');
    expect(forBtc).toEqual(expect.arrayContaining(['USDT', 'ETH']));
    expect(forBtc).not.toContain('ADIT');
    await press(page, 'Switch the two coins');
    await sheet(page).getByRole('button', { name: 'You receive BTC' }).waitFor();
  },
);

describe('nothing is exchanged, and the sheet says why', () => {
  journey('when the balance does not suffice', async ({ rich }) => {
    const { page } = await rich();
    await openSheet(page);
    await button(page).click();
    await says(page, 'Please enter amount');
    expect(await atFault(page)).toBe('');
    await amount(page, '100.5');
    await says(page, 'Insufficient balance: you have 100 USDT.');
    await quoted(page).getByText('1 USDT = 100 ADIT').waitFor(PATIENCE);
    await button(page).click();
    expect(await atFault(page)).toBe('100.5');
    await press(page, 'All');
    await enabled(page, true);
  });

  journey(
    'when the price has moved by more than the slippage: the new quote asks again',
    async ({ rich, guest, app, devnet }) => {
      guest.expectFault(/status of 409/);
      const person = await rich();
      const { page } = person;
      await openSheet(page);
      await choose(page, 'You receive', 'BTC');
      await amount(page, '90');
      await quoted(page).getByText('90,000 USDT').waitFor(PATIENCE);
      await enabled(page, true);
      // Before the price moves: a renewed quote may not bring the new one by itself.
      const release = await hold(page, 'quotes');
      await proceed(page);
      // BTC becomes more expensive, so the user receives less.
      await move(app.url, devnet, 'BTC', 110n);
      await button(page).click();
      await says(page, 'The price moved');
      expect(await exchanges(person)).toEqual([]);
      await enabled(page, false);
      await release();
      await sheet(page).getByText('99,000 USDT').waitFor(PATIENCE);
      await enabled(page, true);
      await button(page).click();
      await says(page, 'You received');
      // 90 ÷ 99,000 less 0.3 %, rounded down to 18 decimals.
      expect(await balance(person.api, 'BTC')).toBe('0.000906363636363636');
    },
  );

  journey(
    'a price that moves a little before the last tap is said, and what is shown then is what counts',
    async ({ rich, app, devnet }) => {
      const person = await rich();
      const { page } = person;
      await openSheet(page);
      await choose(page, 'You receive', 'BNB');
      await amount(page, '60');
      await enabled(page, true);
      await proceed(page);
      await move(app.url, devnet, 'BNB', 101n);
      await says(page, /^The price changed\. You now receive about /);
      await button(page).click();
      await says(page, 'You received');
      expect(await balance(person.api, 'USDT')).toBe('40');
    },
  );

  journey(
    'when there is no price, and it goes on by itself once there is one',
    async ({ rich, guest, app, devnet }) => {
      guest.expectFault(/status of 503/);
      const { page } = await rich();
      await openSheet(page);
      await choose(page, 'You receive', 'ETH');
      await amount(page, '30');
      await enabled(page, true);
      const feed = feedOf(devnet, 'ETH');
      const good = await feedAnswer(feed);
      // Not a stale price: the devnet's keeper renews those at its own times.
      await together(devnet, [[feed, 'updateAnswer', 0n]]);
      await says(page, "ETH can't be swapped right now: no current price.");
      await enabled(page, false);
      await together(devnet, [[feed, 'updateAnswer', good]]);
      await enabled(page, true);
      await sheet(page).getByText("ETH can't be swapped right now").waitFor({ state: 'detached' });
      expect(await priceOf(app.url, 'ETH')).toBe('3000');
    },
  );

  journey('when there is no network: nothing waits to be sent', async ({ rich, guest }) => {
    const person = await rich();
    const { page } = person;
    await openSheet(page);
    await amount(page, '10');
    await enabled(page, true);
    await guest.context.setOffline(true);
    await says(page, /This needs a connection/);
    await enabled(page, false);
    // The quote was for another amount.
    await amount(page, '20');
    await quoted(page).waitFor({ state: 'detached', ...PATIENCE });
    await guest.context.setOffline(false);
    await quoted(page).getByText('1,984.03 ADIT').waitFor(PATIENCE);
    await enabled(page, true);
    expect(await exchanges(person)).toEqual([]);
  });
});

journey('a swap whose sheet is closed meanwhile tells its outcome', async ({ rich, guest }) => {
  guest.expectFault(/status of 503/);
  const person = await rich();
  const { page } = person;
  const confirmed = async () => {
    await openSheet(page);
    await amount(page, '10');
    await enabled(page, true);
    await proceed(page);
  };
  const closeBefore = async (release: () => Promise<void>, told: string) => {
    await button(page).click();
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });
    await release();
    await toasted(page, told);
  };
  await confirmed();
  await closeBefore(await hold(page, 'swaps'), 'Swapped');
  expect(await balance(person.api, 'USDT')).toBe('90');
  await confirmed();
  await page.route(SWAP, (route) => {
    if ((route.request().postData() ?? '').includes('quoteOnly')) return route.fallback();
    return route.fulfill({ status: 503, json: { code: 503, message: 'Busy now.', data: {} } });
  });
  await closeBefore(await hold(page, 'swaps'), 'Busy now.');
});

journey(
  'an answer that was lost is asked for again, and the exchange is made once, also after a reload and at another price',
  async ({ rich, guest }) => {
    guest.expectFault(/assets\/swap/);
    const person = await rich();
    const { page } = person;
    await openSheet(page);
    const loseAnswer = async (given = '10') => {
      await amount(page, given);
      await enabled(page, true);
      await page.route(SWAP, async (route) => {
        if ((route.request().postData() ?? '').includes('quoteOnly')) return route.fallback();
        await route.fetch();
        await route.abort();
        return page.unroute(SWAP);
      });
      await proceed(page);
      await button(page).click();
      await says(page, 'No answer, so we');
    };
    await loseAnswer();
    // Back and forth, it is still the same try.
    await press(page, 'Cancel');
    await quoted(page).waitFor(PATIENCE);
    await says(page, 'No answer, so we');
    await proceed(page);
    await button(page).click();
    await says(page, 'You received');
    expect(await balance(person.api, 'USDT')).toBe('90');
    expect(toUnits((await balance(person.api, 'ADIT')) ?? '')).toBe(toUnits('997'));
    await press(page, 'Done');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });

    await openSheet(page);
    await loseAnswer();
    await page.reload();
    await page.route(SWAP, async (route) => {
      if (!(route.request().postData() ?? '').includes('quoteOnly')) return route.continue();
      const response = await route.fetch();
      const reply = (await response.json()) as { data: object };
      return route.fulfill({ response, json: { ...reply, data: { ...reply.data, received: '996' } } });
    });
    await openSheet(page);
    await amount(page, '10');
    await enabled(page, true);
    await proceed(page);
    await button(page).click();
    await says(page, /^Your earlier try was already processed/);
    expect(await balance(person.api, 'USDT')).toBe('80');
    await button(page).click();
    await says(page, 'You received');
    expect(await balance(person.api, 'USDT')).toBe('70');
    await press(page, 'Done');
    await sheet(page).waitFor({ state: 'detached', ...PATIENCE });

    await page.unrouteAll({ behavior: 'wait' });
    // Something else was entered in between: the same amount is another swap, and not done without being asked again.
    await openSheet(page);
    await loseAnswer('30');
    await press(page, 'Cancel');
    await amount(page, '20');
    await amount(page, '30');
    await proceed(page);
    await button(page).click();
    // Which of the two it is depends on whether a new quote has come by then.
    await says(page, /^Your earlier try (was already processed|had gone through)/);
    expect(await balance(person.api, 'USDT')).toBe('40');
    await press(page, 'Cancel');
    await leaveSheet(page);

    // The whole balance: that nothing is left of it does not stop the next try.
    await openSheet(page);
    await loseAnswer('40');
    await press(page, 'Cancel');
    await says(page, /^Available 0 USDT/);
    await proceed(page);
    await button(page).click();
    await says(page, 'You received');
    expect(await balance(person.api, 'USDT')).toBe('0');
  },
);
