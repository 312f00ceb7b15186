// What ends a session, and what does not: a refused signature, another account, seven days, sign-out, a reload,
// a browser that stores nothing.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { doubleTap } from '#tests/support/finger.ts';
import { journey } from '#tests/support/journey.ts';
import { chooseDemoWallet, leaveSheet, sign, signIn, toasted, token } from '#tests/support/walk.ts';

journey('a rejected signature changes nothing and can be tried again', async ({ guest: { page } }) => {
  await chooseDemoWallet(page);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('alert').first().waitFor();
  expect(await token(page)).toBeNull();
  await page.getByRole('button', { name: 'Try again' }).click();
  await sign(page);
});

journey('the connect sheet starts over each time it opens', async ({ guest: { page } }) => {
  const stay = page.getByRole('checkbox', { name: 'Stay signed in' });
  await chooseDemoWallet(page);
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('button', { name: 'Choose another wallet' }).click();
  await stay.check();
  await leaveSheet(page);
  await page.getByRole('button', { name: 'Connect wallet' }).first().click();
  await stay.waitFor();
  expect(await stay.isChecked()).toBe(false);
});

journey('another account in the wallet ends the session', async ({ guest }) => {
  const { page } = guest;
  // Requests that the page sent just before are answered with 401, which the user does not see.
  guest.expectFault(/401/);
  await signIn(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Demo wallet' }).first().click();
  await page
    .getByRole('list', { name: 'Accounts' })
    .getByRole('button', { name: /Account 2/ })
    .click();
  await expect.poll(() => token(page), { timeout: 20_000 }).toBeNull();
});

journey(
  'seven days end the session: home is shown, and after signing in what was typed',
  async ({ guest }) => {
    const { page } = guest;
    guest.expectFault(/401/);
    // Once the clock has jumped, the chain's newest block is too old for a price until the next one.
    guest.expectFault(/503.*\/api\/assets\/swap/);
    await signIn(page);
    await page.goto('/#/pages/asset/index?from=mail');
    await page.getByRole('button', { name: 'Swap', exact: true }).click();
    const amount = page.getByRole('dialog').getByLabel('Amount');
    await amount.fill('12.5');
    await page.evaluate(async () => {
      // The page's own client is not reachable from here, so the skip is signed as the contract requires.
      const timestamp = String(Date.now());
      const text = `seconds=${8 * 86_400}&timestamp=${timestamp}`;
      const key = await crypto.subtle.importKey(
        'raw',
        new TextEncoder().encode('adit-development-sign-key'),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      );
      const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text)));
      const sign = Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('');
      await fetch('/api/demo/skip', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ seconds: 8 * 86_400, timestamp, sign }),
      });
    });
    // Whichever request comes first discovers it: the sheet's data is requested when the window gets the focus.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page
      .getByText(/session/i)
      .first()
      .waitFor({ timeout: 60_000 });
    await expect.poll(() => page.evaluate(() => location.hash), { timeout: 60_000 }).toMatch(/^(#\/)?$/);
    // Home says why and offers the way back in, until somebody signs in again.
    const main = page.getByRole('main');
    await main.getByText('Your session has expired. Sign in again.').waitFor();
    expect(await token(page)).toBeNull();
    const choose = async () => {
      await main.getByRole('button', { name: 'Connect wallet' }).click();
      const wallets = page.getByRole('list', { name: 'Wallets' });
      await wallets.getByRole('button', { name: /Demo wallet/ }).click();
    };
    await choose();
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('alert').first().waitFor();
    await leaveSheet(page);
    await main.getByText('Your session has expired. Sign in again.').waitFor();
    await choose();
    await sign(page);
    await amount.waitFor();
    expect(await amount.inputValue()).toBe('12.5');
    expect(await page.evaluate(() => location.hash)).toBe('#/pages/asset/index?from=mail');
  },
);

journey('a reload keeps the session; signing out ends it here and on the server', async ({ guest }) => {
  const { page } = guest;
  await signIn(page);
  const before = await token(page);
  await page.reload();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => token(page), { timeout: 10_000 }).toBeNull();
  guest.expectFault(/401/);
  await expect
    .poll(() =>
      page.evaluate(
        async (old) =>
          (await fetch('/api/user/info', { headers: { authorization: `Bearer ${old}` } })).status,
        before,
      ),
    )
    .toBe(401);
});

journey('signing out without the server ends the session here, and says so', async ({ guest }) => {
  const { page, context } = guest;
  await signIn(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await toasted(page, "Signed out on this device. We couldn't reach the server");
  expect(await token(page)).toBeNull();
});

/** Runs in the page: as in Firefox where site data is blocked. */
const storeNothing = () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const area of ['localStorage', 'sessionStorage']) Object.defineProperty(window, area, { get: refuse });
  IDBFactory.prototype.open = refuse;
  window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: refuse });
};

journey(
  'where the browser stores nothing, everything works as long as the page is open',
  async ({ guest }) => {
    const { page } = guest;
    await page.addInitScript(storeNothing);
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await chooseDemoWallet(page);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('checkbox', { name: 'I have read and agree' }).check();
    await page.getByRole('button', { name: 'Continue to verification' }).click();
    await page.getByRole('button', { name: 'Use sample documents' }).click();
    await page.getByRole('button', { name: 'Start your miner' }).click();
    await toasted(page, "Sent now: this browser can't save actions for later.");
    expect(loads).toBe(1);
    // A part that is missing for good is asked for by one reload. The reload ends the session, which nothing keeps.
    guest.expectFault(/404|Failed to fetch dynamically imported module/);
    await page.route('**/assets/buyback.page-*', (route) => route.fulfill({ status: 404 }));
    await page.goto('/#/pages/buyback/index');
    await expect.poll(() => loads).toBe(2);
    await page.getByText("Couldn't open this page. Nothing changed.").waitFor();
    await page.waitForLoadState('networkidle');
    expect(loads).toBe(2);
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().waitFor();
  },
);

describe('a double tap on a wallet leads to the signature as one tap does', () => {
  const openWallets = async (page: Page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().click();
    return page.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: /Demo wallet/ });
  };
  // The second tap finds a shorter sheet, and hits what is beside it.
  journey('by mouse', async ({ guest: { page } }) => {
    await (await openWallets(page)).dblclick();
    await sign(page);
  });
  journey('by finger, where each tap counts as the first one', async ({ guest: { page } }) => {
    await doubleTap(await openWallets(page));
    await sign(page);
  });
});
