// Deleting the account as its owner does it: what has to end first, what is given up, the wallet's signature, and a
// device on which nothing is left.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '#tests/support/axe.ts';
import { journeyWithWorker as plain } from '#tests/support/journey.ts';
import { claimButton } from '#tests/support/outbox-page.ts';
import { DAY, skip } from '#tests/support/person.ts';
import { newProfile } from '#tests/support/profile.ts';
import { isUncovered } from '#tests/support/seen.ts';
import { lostOnce } from '#tests/support/staking-page.ts';
import { everything, kvKeys, leftOf } from '#tests/support/stored.ts';
import {
  agree,
  ask as asPage,
  sheetEntriesGone,
  sign,
  signIn,
  startMiner,
  staySignedIn,
  toasted,
  token,
  verify,
} from '#tests/support/walk.ts';
import { answer, question } from '#tests/support/withdraw-page.ts';
import { expectAt } from '#tests/support/keyboard.ts';

const PATIENCE = { timeout: 30_000 };
const PRIVACY = '/#/pages/privacy/index';

const journey = plain.extend('profile', async ({ app }, { onCleanup }) => {
  const profile = await newProfile(app.url);
  onCleanup(async () => {
    await profile.kill();
    await profile.remove();
  });
  return profile;
});

/** The demo wallet's question comes on top of it. */
const dialog = (page: Page) => page.getByRole('dialog').first();
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor(PATIENCE);
const press = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click(PATIENCE);

async function openSheet(page: Page): Promise<void> {
  await page.goto(PRIVACY);
  await page.getByRole('button', { name: 'Delete my account' }).click(PATIENCE);
  await says(page, 'Delete your account?');
}

journey(
  'an account is deleted once nothing is open, and nothing of it is left here',
  async ({ app, profile }) => {
    const context = await profile.open();
    const page = await context.newPage();
    await staySignedIn(page);
    await agree(page);
    const { address, inviteCode } = await asPage<{ address: string; inviteCode: string }>(
      page,
      '/api/user/info',
    );
    await verify(page);
    await startMiner(page);
    await openSheet(page);
    await says(page, 'Finish these first:');
    await says(page, /^Your miner is running\./);
    expect(await dialog(page).getByRole('button', { name: 'Delete my account' }).count()).toBe(0);
    expect(await violations(page), 'blocked').toEqual([]);
    await dialog(page).getByRole('link', { name: "Claim when it's done" }).click();
    await page.waitForURL(/#\/pages\/mining\/index$/);
    await dialog(page).waitFor({ state: 'detached', ...PATIENCE });
    await page.goBack();
    await page.waitForURL(/#\/pages\/privacy\/index$/);

    // The app is closed meanwhile: a page reloaded just as it learns that the cycle is over loses its hint.
    await page.goto('/api/health');
    await skip(app.url, DAY);
    await page.goto(PRIVACY);
    await press(page, 'Go to start');
    // Until the hint is gone, its own claim button is there besides the page's.
    await dialog(page).waitFor({ state: 'detached', ...PATIENCE });
    // The browser chooses when to send its own event, perhaps after the claim.
    await page.evaluate(
      () => void window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })),
    );
    await claimButton(page).click(PATIENCE);
    await expect
      .poll(
        async () =>
          (await asPage<{ items: { coin: string; balance: string }[] }>(page, '/api/assets/list')).items.find(
            ({ coin }) => coin === 'ADIT',
          )?.balance,
        PATIENCE,
      )
      .toBe('12');
    // Installing is offered after a claim.
    await press(page, 'Not now');
    const other = await context.newPage();
    await other.goto(PRIVACY);
    await other.getByText('this one').first().waitFor(PATIENCE);

    await openSheet(page);
    await says(page, "You'll lose your balance: 12 ADIT.");
    // Not possible without confirming that it is given up.
    await press(page, 'Delete my account');
    const box = dialog(page).getByRole('checkbox', { name: 'I give up 12 ADIT' });
    expect(await box.getAttribute('aria-invalid')).toBe('true');
    await expectAt(box);
    await says(page, 'Tick this to continue.');
    expect(await question(page).count()).toBe(0);
    expect(await violations(page), 'balances').toEqual([]);
    await box.check();
    await press(page, 'Delete my account');
    await question(page).getByText('Balances given up: 12 ADIT').waitFor(PATIENCE);
    await answer(page, 'Reject');
    await says(page, 'You declined in your wallet. Nothing was deleted.');
    const outcome = dialog(page).getByText('You declined in your wallet.');
    // Seen without scrolling, once the wallet's question has faded out above it.
    await expect.poll(() => isUncovered(outcome)).toBe(true);
    expect(await token(page)).toBeTruthy();

    // Whoever keeps the account while the wallet asks has not deleted it by signing.
    await press(page, 'Delete my account');
    await question(page).getByText('Balances given up: 12 ADIT').waitFor(PATIENCE);
    await dialog(page).getByRole('button', { name: 'Keep my account' }).dispatchEvent('click');
    await answer(page, 'Sign');
    await toasted(page, 'Nothing was deleted.');
    await dialog(page).waitFor({ state: 'detached', ...PATIENCE });
    await sheetEntriesGone(page);
    await openSheet(page);
    await box.check(PATIENCE);

    await press(page, 'Delete my account');
    await answer(page, 'Sign');
    await toasted(page, 'Account deleted');
    await expect.poll(() => token(page), PATIENCE).toBeNull();
    await expect.poll(() => token(other), PATIENCE).toBeNull();
    for (const tab of [page, other]) {
      await expect.poll(() => leftOf(tab, address), PATIENCE).toEqual([]);
      expect((await everything(tab)).filter(([, text]) => text.includes(inviteCode))).toEqual([]);
    }
    expect(await page.evaluate(() => localStorage.getItem('device'))).toBeNull();
    expect(await kvKeys(page)).not.toContain('device');

    // The same wallet gets a new account.
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().click();
    await page
      .getByRole('list', { name: 'Wallets' })
      .getByRole('button', { name: /Demo wallet/ })
      .click();
    await sign(page);
    const again = await asPage<{ address: string; inviteCode: string; kyc: string }>(page, '/api/user/info');
    expect(again).toMatchObject({ address, kyc: 'none' });
    expect(again.inviteCode).not.toBe(inviteCode);
    expect(await asPage(page, '/api/mining/power')).toMatchObject({ power: '0' });
    // It gets no gift a second time, and is not told of a trial that it never had.
    await page.getByText('Not activated').first().waitFor(PATIENCE);
    expect(await page.getByText('Trial finished').count()).toBe(0);
    await page.goto('/#/pages/mining/index');
    await page.getByText('You have no hashrate yet. Without it, a miner produces nothing.').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Buy hashrate' }).waitFor(PATIENCE);
    expect(await page.getByText('Trial finished').count()).toBe(0);
  },
);

journey('a deletion whose answer is lost says what the end of the session means', async ({ guest }) => {
  guest.expectFault(/user\/delete|status of 401/);
  const { page } = guest;
  await signIn(page);
  await openSheet(page);
  await lostOnce(page, '**/api/user/delete');
  await press(page, 'Delete my account');
  await answer(page, 'Sign');
  await page
    .getByText('Your account was probably deleted. Signing in again creates a new one.')
    .waitFor(PATIENCE);
  await page.getByRole('main').getByRole('button', { name: 'Connect wallet' }).waitFor(PATIENCE);
});
