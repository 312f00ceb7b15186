// The main journey of a newcomer in the built app: connect, sign, verify, start, skip a day, claim, see the coins.
import { expect } from 'vitest';
import { enter } from '#tests/support/enter.ts';
import { journey } from '#tests/support/journey.ts';
import { DAY, ask as run, balance, newcomer, skip, verify as verifyAt } from '#tests/support/person.ts';
import { ask, sheetEntriesGone, signIn, startMiner, toasted, verify } from '#tests/support/walk.ts';

interface Coins {
  items: { coin: string; balance: string }[];
}

const adit = async (page: Parameters<typeof ask>[0]): Promise<string | undefined> =>
  (await ask<Coins>(page, '/api/assets/list')).items.find(({ coin }) => coin === 'ADIT')?.balance;

journey('six taps lead from the first open to a running miner', async ({ guest: { page } }) => {
  // Counted by the page itself, as trusted taps: those triggered by a script do not count.
  await page.addInitScript(() => {
    const count = ({ isTrusted }: Event) => {
      if (isTrusted) sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1));
    };
    document.addEventListener('pointerdown', count, true);
  });
  const tap = (name: string | RegExp) =>
    page.getByRole('button', { name }).first().click({ timeout: 20_000 });
  await page.goto('/');
  await tap('Connect wallet');
  await page
    .getByRole('list', { name: 'Wallets' })
    .getByRole('button', { name: /Demo wallet/ })
    .click();
  await tap('Sign');
  await tap('Continue to verification');
  await tap('Use sample documents');
  await tap('Start your miner');
  await toasted(page, 'The miner has started');
  const taps = await page.evaluate(() => Number(sessionStorage.getItem('taps')));
  expect(taps).toBeGreaterThan(0);
  expect(taps).toBeLessThanOrEqual(6);
  // Back on home the notice stays closed, and appears again when the app is next opened; the checkbox ends that.
  const notice = page.getByRole('checkbox', { name: 'I have read and agree' });
  const running = page.getByRole('heading', { name: 'Your miner is running' });
  await page.goto('/#/');
  await running.waitFor({ timeout: 20_000 });
  expect(await page.getByRole('timer').innerText()).toMatch(/^(24:00|23:59):\d\d$/);
  expect(await notice.count()).toBe(0);
  await page.reload();
  await page.getByText("We'll show this again next time.").waitFor({ timeout: 20_000 });
  await notice.check();
  await page.getByText("We won't show this again.").waitFor();
  await page.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });
  await sheetEntriesGone(page);
  await page.reload();
  await running.waitFor({ timeout: 20_000 });
  expect(await notice.count()).toBe(0);
});

journey(
  'verifies, starts, skips 24 hours, claims 12 ADIT and sees them in the asset list',
  async ({ guest: { page } }) => {
    await signIn(page);
    await verify(page);
    await startMiner(page);
    // The output counts up between two responses from the server.
    const produced = page.getByText('Produced in this cycle').locator('+ p');
    const before = await produced.innerText();
    await expect.poll(() => produced.innerText()).not.toBe(before);
    await page.getByRole('button', { name: 'Skip 24 h' }).click();
    await page.getByRole('button', { name: /^Claim 12/ }).click({ timeout: 20_000 });
    await page.getByRole('status').getByText('+12 ADIT').waitFor();
    await page.goto('/#/pages/asset/index');
    await page.getByText('ADIT').first().waitFor();
    await expect
      .poll(() => page.getByRole('main').innerText(), { timeout: 20_000 })
      .toMatch(/\b12\b[\s\S]*0\.12/);
    expect(await adit(page)).toBe('12');
  },
);

journey('a double tap on claim credits once', async ({ app, guest: { page } }) => {
  const person = await newcomer(app.url);
  await verifyAt(person.api);
  await run(person.api, 'POST /api/mining/claim1', {});
  await skip(app.url, DAY);
  await enter(page, person);
  await page.goto('/#/pages/mining/index');
  let claims = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/mining/claim')) claims += 1;
  });
  await page.getByRole('button', { name: /^Claim 12/ }).dblclick();
  await page.getByRole('status').getByText('+12 ADIT').waitFor();
  expect(await balance(person.api)).toBe('12');
  expect(claims).toBe(1);
  const chart = page.getByRole('slider', { name: 'Rewards, last 30 days' });
  await expect
    .poll(() => chart.getAttribute('aria-valuetext'), { timeout: 20_000 })
    .toContain('Mining 12 ADIT');
});

journey('a miner cannot be started before verification, and the page leads there', async ({ guest }) => {
  const { page } = guest;
  await signIn(page);
  await page.goto('/#/pages/mining/index');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('KYC not completed, verify before starting the miner').first().waitFor();
  await page.getByRole('button', { name: 'Go to Verify' }).click();
  await page.getByRole('button', { name: 'Use sample documents' }).waitFor();
});
