// Signs a page in as a user who has signed in over HTTP, for journeys that are not about signing in.
import type { Page } from 'playwright-core';
import { CHAIN_ID, type Person } from '#tests/support/person.ts';

/**
 * The page has the user's session from its next load on, like a reloaded tab; after signing out, it stays signed out.
 */
export const enter = (page: Page, { token, wallet }: Pick<Person, 'token' | 'wallet'>): Promise<unknown> =>
  page.addInitScript(
    ([given, address]) => {
      if (sessionStorage.getItem('entered') === given) return;
      sessionStorage.setItem('entered', given);
      sessionStorage.setItem('token', given);
      sessionStorage.setItem('wallet', JSON.stringify({ address, isConnected: true }));
    },
    [token, wallet.address] as const,
  );

/** The person's key is in this browser's demo wallet, in use unless it is not `connected`. */
export async function ownDemoWallet(
  page: Page,
  { wallet: { address, privateKey } }: Pick<Person, 'wallet'>,
  connected = true,
): Promise<void> {
  const account = { address, key: privateKey, funded: true };
  await page.addInitScript(
    (demoWallet) => {
      if (localStorage.getItem('demoWallet') === null) localStorage.setItem('demoWallet', demoWallet);
    },
    JSON.stringify({ accounts: [account], selected: 0, connected, chain: null, chains: [] }),
  );
}

/** The same with the demo wallet that the session was signed with, connected and in use. */
export async function enterWithWallet(page: Page, person: Pick<Person, 'token' | 'wallet'>): Promise<void> {
  await ownDemoWallet(page, person);
  await page.addInitScript(
    (bond) => {
      if (!sessionStorage.getItem('entered')) sessionStorage.setItem('walletBond', bond);
    },
    JSON.stringify({ rdns: 'demo.adit.wallet', address: person.wallet.address, chainId: CHAIN_ID }),
  );
  await enter(page, person);
}
