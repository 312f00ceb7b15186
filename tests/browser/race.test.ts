// The race as people play it: a bet from its lanes to its result, every refusal shown in its place, and the pages'
// other states.
import { expect, vi } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { atFault } from '#tests/support/seen.ts';
import { DAY, ask, balance, skip } from '#tests/support/person.ts';
import {
  betOverHttp,
  closeBetting,
  drawRace,
  openRace,
  racesOf,
  resultOf,
} from '#tests/support/race-play.ts';
import {
  amountField,
  awaited,
  betButton,
  choose,
  HUB,
  lane,
  learnTime,
  laneWith,
  linesOf,
  openBet,
  RACE,
  RECORDS,
  sleep,
  stage,
  timeOf,
  untilNothingIsAwaited,
  violationsAtRest,
  wake,
} from '#tests/support/race-page.ts';
import { takeShifts, watchShifts } from '#tests/support/shifts.ts';
import { dialog, journey, lostOnce, PATIENCE, press, says } from '#tests/support/staking-page.ts';
import { leaveSheet, meanwhile, toasted } from '#tests/support/walk.ts';

const BET = '**/api/game/coining';

journey('a bet on two lanes is drawn, run, and ends as ranked', async ({ staker, app, changed }) => {
  const { page, api } = await staker();
  const { round, lanes } = await openRace(app.url);
  const coinOf = (wanted: number) => lanes.find((each) => each.lane === wanted)?.coin ?? '';
  await watchShifts(page);
  await page.goto(RACE);
  await page
    .getByRole('timer')
    .getByText(/^00:0\d:\d\d$/)
    .waitFor(PATIENCE);
  const places = await Promise.all(
    [lane(page, 'BTC'), amountField(page), betButton(page)].map((each) => each.boundingBox()),
  );
  const [first = 0, amount = 0, bar = 0] = places.map((place) => place?.y);
  expect(first, 'lanes, amount and button are on one screen').toBeGreaterThan(0);
  expect(amount + (places[1]?.height ?? 0)).toBeLessThan(bar);
  await choose(page, ['BTC', 'ETH'], '10');
  expect(await violationsAtRest(page), 'race').toEqual([]);
  await openBet(page);
  await says(page, '480 ADIT');
  await says(page, '2 in 6');
  await says(page, '+30 ADIT');
  await says(page, '−20 ADIT');
  expect(await violations(page), 'bet').toEqual([]);
  // The house's share is one tap away.
  await dialog(page).getByRole('button', { name: 'How it works' }).click();
  const rules = page.getByRole('dialog', { name: 'How it works' });
  for (const said of ['1 in 6', '5 times', '16.67%'])
    await rules.getByRole('definition').filter({ hasText: said }).waitFor(PATIENCE);
  expect(await violations(page), 'how it works').toEqual([]);
  await page.keyboard.press('Escape');
  await rules.waitFor({ state: 'hidden', ...PATIENCE });
  await dialog(page).getByRole('button', { name: 'Bet 20 ADIT' }).dblclick();
  await says(page, 'You bet');
  await says(page, await timeOf(page, round));
  await says(page, 'BTC, ETH');
  expect(await violations(page), 'placed').toEqual([]);
  expect(await racesOf(api)).toMatchObject([{ round, stake: '20', state: 'open' }]);
  expect(await balance(api)).toBe('480');
  await press(page, 'Done');
  await laneWith(page, 'BTC', '10 ADIT').waitFor(PATIENCE);
  await takeShifts(page);

  // It runs until it is skipped, on a slow machine too.
  await changed(page, '**/api/game/speed*', (run) => ({ ...run, durationMs: 600_000 }));
  // No interaction: the page learns of the draw on its own, a day later by the time machine, while betting on the
  // next race is open.
  await skip(app.url, DAY);
  await stage(page).getByText('The race is on').waitFor(PATIENCE);
  await laneWith(page, 'ETH', '10 ADIT').waitFor(PATIENCE);
  await vi.waitFor(() => expect(betButton(page).isEnabled()).resolves.toBe(true), PATIENCE);
  await stage(page).getByRole('button', { name: 'Skip' }).click();
  const result = await resultOf(api, round);
  await stage(page)
    .getByText(`${coinOf(result.champion)} won`)
    .waitFor(PATIENCE);
  expect(await takeShifts(page), 'a bet, a new round and a race move nothing else').toEqual([]);
  const ranked = stage(page).getByRole('list', { name: 'Ranking' }).getByRole('listitem');
  expect((await ranked.allInnerTexts()).map((text) => text.split('\n')[1])).toEqual(
    result.ranking.map(coinOf),
  );
  await untilNothingIsAwaited(page);

  const profit = `${result.profitAndLoss?.startsWith('-') ? 'Loss ' : 'Profit '}${result.profitAndLoss?.replace('-', '')} ADIT`;
  await stage(page).getByRole('button', { name: 'Result' }).click();
  await says(page, profit);
  await says(page, 'Top players');
  expect(await violations(page), 'result').toEqual([]);
  await leaveSheet(page);

  await page.goto(RECORDS);
  const row = page.getByRole('list', { name: 'My races' }).getByRole('button');
  await row.getByText(profit).waitFor(PATIENCE);
  expect(await violations(page), 'records').toEqual([]);
  await row.click();
  await says(page, coinOf(result.champion));
  await press(page, 'Check this draw');
  await page.waitForURL(new RegExp(`result\\?round=race(:|%3A)${round}$`));
  await dialog(page).waitFor({ ...PATIENCE, state: 'hidden' });
});

journey('nothing is placed and the page tells why', async ({ staker, guest, app }) => {
  const { page, api } = await staker();
  await openRace(app.url);
  await page.goto(RACE);
  const main = page.getByRole('main');
  await page.getByText(/^Available /).waitFor(PATIENCE);
  await betButton(page).click(PATIENCE);
  await toasted(page, 'Select Guess Token');
  // Shown at the lanes, and above the button.
  await expect.poll(() => main.getByText('Tap a lane to bet on it.').count(), PATIENCE).toBe(2);
  await lane(page, 'BNB').click();
  await betButton(page).click();
  await main.getByText('Enter Guess Amount').waitFor(PATIENCE);
  await expect.poll(() => atFault(page), PATIENCE).toBe('');
  await amountField(page).fill('1e1');
  await main.getByText('Please enter a valid amount').waitFor(PATIENCE);
  await amountField(page).fill('0.5');
  await main.getByText('Bet at least 1 ADIT on a lane.').waitFor(PATIENCE);
  await amountField(page).fill('10001');
  await main.getByText('Bet at most 10,000 ADIT on a lane.').waitFor(PATIENCE);
  await amountField(page).fill('500.5');
  await main.getByText('Insufficient balance: you have 500 ADIT.').waitFor(PATIENCE);
  const more = main.getByRole('link', { name: 'Get ADIT' });
  expect(await more.getAttribute('href', PATIENCE)).toBe('#/pages/asset/index');
  expect(await violationsAtRest(page), 'refused').toEqual([]);
  await lane(page, 'BTC').click();
  await main.getByRole('switch', { name: 'Different amounts per lane' }).click();
  expect(await main.getByText('Available 500 ADIT').count(), 'two amounts, one balance').toBe(1);
  await lane(page, 'BTC').click();
  await more.waitFor(PATIENCE);
  await main.getByRole('button', { name: 'All' }).click();
  await openBet(page);
  // Another device spent the money first.
  await ask(api, 'POST /api/stake/stake', { amount: '400' });
  await says(page, 'Insufficient balance: you have 100 ADIT.');
  await leaveSheet(page);

  await amountField(page).fill('5');
  await guest.context.setOffline(true);
  await main.getByText('Bets need a connection.', { exact: true }).waitFor(PATIENCE);
  expect(await betButton(page).isDisabled()).toBe(true);
  await guest.context.setOffline(false);
  await vi.waitFor(() => expect(betButton(page).isEnabled()).resolves.toBe(true), PATIENCE);
  guest.expectFault(/status of 500/);
  await page.route('**/api/game/opening', (route) => route.fulfill({ status: 500 }));
  await page.reload();
  await main.getByText("You can't bet now", { exact: true }).waitFor(PATIENCE);
  expect(await betButton(page).isDisabled()).toBe(true);
  expect(await racesOf(api)).toEqual([]);
});

journey('a lost answer is asked for again, and the bet is placed once', async ({ staker, guest, app }) => {
  guest.expectFault(/api\/game\/coining/);
  const { page, api } = await staker();
  await openRace(app.url);
  await page.goto(RACE);
  await choose(page, ['XRP'], '25');
  await openBet(page);
  await lostOnce(page, BET);
  await press(page, 'Bet 25 ADIT');
  await says(page, /^We can't tell if your bet arrived/);
  await press(page, 'Bet 25 ADIT');
  await says(page, 'You bet');
  await says(page, 'XRP');
  expect(await racesOf(api)).toMatchObject([{ stake: '25' }]);
  expect(await balance(api)).toBe('475');
});

journey('while a bet is on its way, the page shows it without its sheet', async ({ staker, app }) => {
  const { page, api } = await staker();
  await openRace(app.url);
  await page.goto(RACE);
  await choose(page, ['XRP'], '25');
  await openBet(page);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(BET, async (route) => {
    await held;
    await route.continue();
  });
  await press(page, 'Bet 25 ADIT');
  await leaveSheet(page);
  const isBusy = () => betButton(page).getAttribute('aria-busy');
  expect(await isBusy()).toBe('true');
  letGo();
  await vi.waitFor(async () => expect(await isBusy()).toBeNull(), PATIENCE);
  expect(await racesOf(api)).toMatchObject([{ stake: '25' }]);
});

journey('a race that closes meanwhile keeps lanes and amounts', async ({ changed, staker, guest, app }) => {
  guest.expectFault(/status of 409/);
  const { page, api } = await staker();
  await openRace(app.url);
  // The page believes that betting ends only with the race.
  await changed(page, '**/api/game/opening', (data) => ({ ...data, bettingEndsAt: data['drawsAt'] }));
  await page.goto(RACE);
  await choose(page, ['ETH', 'SQL'], '7');
  await openBet(page);
  await closeBetting(app.url);
  await press(page, 'Bet 14 ADIT');
  await says(page, /^Betting on the .+ race has closed\. Nothing was placed/);
  await leaveSheet(page);
  await page.unrouteAll({ behavior: 'wait' });
  // It stays closed until the page has been looked at, not for the half minute of a real race.
  const closed = (data: Record<string, unknown>) => ({
    ...data,
    bettingEndsAt: data['opensAt'],
    drawsAt: new Date(Date.parse(String(data['serverTime'])) + 600_000).toISOString(),
  });
  await changed(page, '**/api/game/opening', closed);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText('Betting closed', { exact: true }).waitFor(PATIENCE);
  expect(await betButton(page).isDisabled()).toBe(true);
  await page.unrouteAll({ behavior: 'wait' });
  // A bet that waits for the very first race.
  const first = { previous: null, myBets: [{ lane: 1, amount: '7' }] };
  await changed(page, '**/api/game/opening', (data) => ({ ...data, ...first }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await stage(page)
    .getByText(/^Your bet is in\. The race starts at \d/)
    .waitFor(PATIENCE);
  await page.unrouteAll({ behavior: 'wait' });
  await openRace(app.url);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await vi.waitFor(() => expect(betButton(page).isEnabled()).resolves.toBe(true), PATIENCE);
  await openBet(page);
  await says(page, '14 ADIT');
  expect(await racesOf(api)).toEqual([]);
});

journey('own limits and pauses are kept, and a pause silences notices', async ({ staker, guest, app }) => {
  guest.expectFault(/status of 403/);
  const { page, api } = await staker();
  const { round } = await openRace(app.url);
  await ask(api, 'POST /api/user/limits', { dailyBetLimit: '30' });
  await betOverHttp(api, round, 2, '20');
  await page.goto(RACE);
  await choose(page, ['BTC'], '11');
  await page.getByText('You can bet 10 ADIT more today.').waitFor(PATIENCE);
  await page.getByText('Daily limit left: 10 ADIT.').waitFor(PATIENCE);
  expect(await page.getByRole('link', { name: 'Your limits' }).getAttribute('href')).toBe(
    '#/pages/limits/index',
  );
  await page.getByRole('main').getByRole('button', { name: 'All' }).click();
  expect(await amountField(page).inputValue()).toBe('10');
  await openBet(page);
  await says(page, 'Daily limit left');
  await meanwhile(page, BET, () => betOverHttp(api, round, 3, '1'));
  await press(page, 'Bet 10 ADIT');
  await says(page, /^Your daily limit is 30 ADIT, and you bet 21 ADIT today: 9 ADIT left\./);
  await leaveSheet(page);
  await amountField(page).fill('9');
  await page.getByText('Daily limit left: 9 ADIT.').waitFor(PATIENCE);
  await openBet(page);
  await meanwhile(page, BET, () => ask(api, 'POST /api/user/limits', { pauseDays: 1 }));
  await press(page, 'Bet 9 ADIT');
  await says(page, /^You paused both games until .+ A pause can't be ended early\./);
  expect(await violationsAtRest(page), 'paused').toEqual([]);
  await press(page, 'Playing within limits');
  await dialog(page).getByRole('heading', { name: 'Playing within limits' }).waitFor(PATIENCE);
  await leaveSheet(page);
  await page.getByText(/^Both games are paused until /).waitFor(PATIENCE);
  expect(await betButton(page).isDisabled()).toBe(true);
  expect(JSON.parse((await awaited(page)) ?? '')).toEqual([round]);
  await page.goto(HUB);
  const paused = page.getByRole('main').getByText(/^Both games are paused until /);
  await vi.waitFor(() => expect(paused.count()).resolves.toBe(2), PATIENCE);
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Play|Guess)$/ })
      .count(),
  ).toBe(0);

  await page.goto('/#/pages/buyback/index');
  const toasts: string[] = [];
  await page.exposeFunction('__toast', (text: string) => void toasts.push(text));
  await page.evaluate(() => {
    const area = document.querySelector('[aria-live=polite].fixed');
    if (!area) throw new Error('no place for toasts');
    const shown = (globalThis as unknown as { __toast: (text: string) => unknown }).__toast;
    new MutationObserver(() => void shown(area.textContent ?? '')).observe(area, { childList: true });
  });
  await drawRace(app.url, round);
  await learnTime(page);
  await untilNothingIsAwaited(page);
  expect(toasts.filter((text) => text.includes('Race'))).toEqual([]);
});

journey(
  'who wants nothing to move sees a list, also after an hour of sleep',
  async ({ visit, people, app }) => {
    const { round } = await openRace(app.url);
    const [person] = people;
    if (!person) throw new Error('nobody is left who has coins');
    await betOverHttp(person.api, round, 1, '2');
    await drawRace(app.url, round);
    const { page } = await visit({ reducedMotion: 'reduce' });
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).pathname));
    await page.goto(RACE);
    const items = stage(page).getByRole('list', { name: 'Ranking' }).getByRole('listitem');
    await items.first().waitFor(PATIENCE);
    expect(await items.count()).toBe(6);
    expect(await stage(page).getByRole('button', { name: 'Replay' }).count()).toBe(0);
    expect(await page.locator('[data-runner]').count()).toBe(0);

    // The page sleeps for an hour in which a race is run: one response contains all it needs.
    await vi.waitFor(() => expect(asked.has('/api/events')).toBe(true), PATIENCE);
    await sleep(page);
    await skip(app.url, 3600);
    const later = await openRace(app.url);
    await betOverHttp(person.api, later.round, 3, '2');
    await drawRace(app.url, later.round);
    asked.clear();
    await wake(page);
    await stage(page)
      .getByText(await timeOf(page, later.round))
      .waitFor(PATIENCE);
    const ofRaces = ['opening', 'speed', 'ranking', 'record'].map((name) => `/api/game/${name}`);
    expect(ofRaces.filter((path) => asked.has(path))).toEqual(['/api/game/opening']);

    // A guest sees everything and is asked for a wallet when betting.
    await betButton(page).click();
    await dialog(page)
      .getByRole('heading', { name: /Connect/ })
      .waitFor(PATIENCE);
  },
);

journey('the hub leads to both games, in the reader’s language', async ({ guest, visit, changed }) => {
  const { page } = guest;
  await page.goto(HUB);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Guess' }).waitFor(PATIENCE);
  expect(await violations(page), 'hub').toEqual([]);
  const odds = main.getByRole('definition');
  for (const said of ['1 in 6', '5 times', '1 in 1,000', '0%'])
    await odds.filter({ hasText: new RegExp(`^${said}$`) }).waitFor(PATIENCE);
  const nothing = { ranking: null, champion: null, drawn: null };
  const voided = (data: Record<string, unknown>, rest: object) => ({
    ...data,
    previous: { state: 'void', round: data['round'], ...nothing, ...rest },
  });
  await changed(page, '**/api/game/opening', (data) => voided(data, { stake: '0', payout: '0' }));
  await changed(page, '**/api/mining/bet/index', (data) =>
    voided(data, { winners: 0, share: '0', myGuesses: [], myReward: '0' }),
  );
  await page.reload();
  for (const said of ['none, the last race was void', 'none, the last round was void'])
    await odds.filter({ hasText: said }).waitFor(PATIENCE);
  await page.unrouteAll({ behavior: 'wait' });
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await linesOf(odds.filter({ hasText: '16.67%' })), 'a short figure fits on one line').toBe(1);
  await main.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForURL(/pages\/main\/index$/);
  await lane(page, 'BTC').waitFor(PATIENCE);
  await page.goto(RECORDS);
  await page.getByText('Please log in').waitFor(PATIENCE);
  expect(await violations(page), 'records of a guest').toEqual([]);

  const { page: thai } = await visit({ locale: 'th-TH' });
  await thai.goto(RACE);
  await lane(thai, 'BTC').waitFor(PATIENCE);
  expect(await thai.evaluate(() => document.documentElement.lang)).toBe('th');
  expect(await violationsAtRest(thai), 'race in Thai').toEqual([]);

  const { page: nowhere } = await visit();
  await changed(nowhere, /api\/index$/, (data) => ({
    ...data,
    features: { ...(data['features'] as object), lottery: false, race: false },
  }));
  await nowhere.goto(HUB);
  await nowhere.getByText('The games are switched off').waitFor(PATIENCE);
  await nowhere.goto(RACE);
  await nowhere.getByText('The race is switched off').waitFor(PATIENCE);
  expect(await nowhere.getByRole('main').getByRole('checkbox').count()).toBe(0);
});
