// The page inside a wallet's own browser: the wallet is there without announcing itself, sometimes late, and many
// browser features may be missing. All earning features still work; whatever cannot work there says so.
import { Wallet } from 'ethers';
import { expect } from 'vitest';
import { startApp } from '#tests/support/app.ts';
import { impoverish, inject } from '#tests/support/injected.ts';
import { journey } from '#tests/support/journey.ts';
import { agree, sign, startMiner, token, verify } from '#tests/support/walk.ts';
import type { Page } from 'playwright-core';

const PATIENCE = { timeout: 20_000 };

async function connect(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Connect wallet' }).first().click();
  await page.getByRole('list', { name: 'Wallets' }).getByRole('button', { name }).click(PATIENCE);
  await expect.poll(() => token(page), PATIENCE).toBeTruthy();
}

journey(
  'without worker, database, locks and local storage: sign in, verify, start, claim',
  async ({ guest }) => {
    const { page } = guest;
    const wallet = Wallet.createRandom();
    await impoverish(page);
    await inject(page, { wallet, flags: ['isTokenPocket', 'isMetaMask'], when: 'unannounced' });
    await connect(page, 'TokenPocket');
    await agree(page);
    await verify(page);
    await startMiner(page);
    await page.getByRole('button', { name: 'Skip 24 h' }).click();
    await page.getByRole('button', { name: /^Claim 12/ }).click(PATIENCE);
    await page.getByRole('status').getByText('+12 ADIT').waitFor(PATIENCE);
    await page.getByText('Not possible in this browser').first().waitFor(PATIENCE);

    // After a reload the wallet is late again; if it has another account, the session ends.
    guest.expectFault(/401/);
    await page.reload();
    await page.waitForFunction(() => 'ethereum' in window);
    await page.getByText('Trial finished').first().waitFor(PATIENCE);
    await expect
      .poll(async () => {
        await page.evaluate(() =>
          (window as unknown as { __switchAccount(to: string): void }).__switchAccount(`0x${'b'.repeat(40)}`),
        );
        return token(page);
      }, PATIENCE)
      .toBeNull();
    const left = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(left.toLowerCase()).not.toContain(wallet.address.toLowerCase());
  },
);

journey('each wallet is known by its own name, and signs in', async ({ visit }) => {
  const wallets = [
    ['MetaMask', ['isMetaMask'], 'announced'],
    ['Trust Wallet', ['isTrust', 'isMetaMask'], 'before'],
    ['OKX Wallet', ['isOkxWallet'], 'unannounced'],
    ['imToken', ['isImToken', 'isMetaMask'], 'before'],
  ] as const;
  const come = async ([name, flags, when]: (typeof wallets)[number]) => {
    const { page } = await visit();
    await inject(page, { wallet: Wallet.createRandom(), flags, when });
    await connect(page, name);
  };
  await Promise.all(wallets.map(come));
});

const PROJECT = '0123456789abcdef0123456789abcdef';
/** On a server that got its project id at start: the page was built without one. */
const paired = journey.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp({ env: { WALLETCONNECT_PROJECT_ID: PROJECT } });
  onCleanup(async () => void (await app.stop()));
  return app;
});

paired(
  'WalletConnect loads when it is tapped, gives up in time, and leaves the other wallets',
  async ({ guest }) => {
    const { page } = guest;
    const [code, relays]: [string[], string[]] = [[], []];
    page.on('request', (request) => request.url().includes('/assets/wallet/') && code.push(request.url()));
    // A relay that accepts the connection and says nothing, and an API that never answers. Its telemetry is blocked by
    // the policy.
    await page.routeWebSocket(/^wss:\/\/relay\.walletconnect\./, (relay) => void relays.push(relay.url()));
    await page.route(/^https:\/\/[a-z]+\.(web3modal|walletconnect)\./, () => undefined);
    guest.expectFault(/pulse\.walletconnect\.org|verify\.walletconnect\.org/);
    await page.clock.install();

    await page.goto('/');
    await page.getByRole('button', { name: 'Connect wallet' }).first().click();
    const way = page.getByRole('list', { name: 'Other wallets' }).getByRole('button');
    await way.waitFor(PATIENCE);
    expect(code).toEqual([]);
    await way.click();
    await expect.poll(() => relays.length, PATIENCE).toBeGreaterThan(0);
    expect(code.length).toBeGreaterThan(0);
    expect(relays[0]).toContain(PROJECT);
    await page.getByText('Getting the code for your wallet.').waitFor();
    await page.clock.fastForward(20_000);
    await page.getByRole('alert').getByText("Can't reach WalletConnect").waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Try again' }).waitFor();

    await page.getByRole('button', { name: 'Choose another wallet' }).click();
    await page.getByRole('list', { name: 'Wallets', exact: true }).getByRole('button').click();
    await sign(page);
  },
);
