// Gives a test the session and wallet of the person signed in on a page with the demo wallet, to act over HTTP and on the chain.
import { Wallet } from 'ethers';
import type { Page } from 'playwright-core';
import { type Client, client } from '#tests/support/http.ts';

interface PagePerson {
  readonly api: Client;
  readonly wallet: Wallet;
}

/** The page of the app at `url` must already be signed in. */
export async function personOf(page: Page, url: string): Promise<PagePerson> {
  const { token, key } = await page.evaluate(() => {
    const { accounts, selected } = JSON.parse(localStorage.getItem('demoWallet') ?? '') as {
      accounts: { key: string }[];
      selected: number;
    };
    return { token: sessionStorage.getItem('token') ?? '', key: accounts[selected]?.key ?? '' };
  });
  return { api: client(url).as(token), wallet: new Wallet(key) };
}
