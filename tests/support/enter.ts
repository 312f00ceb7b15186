// Signs a page in as a user who has signed in over HTTP, for journeys that are not about signing in.
import type { Page } from 'playwright-core';
import { CHAIN_ID, type Person } from '#tests/support/person.ts';

/** A page, or all pages of a context. */
type Pages = Pick<Page, 'addInitScript'>;
export type Entrant = Pick<Person, 'token' | 'wallet'>;

/**
 * The page has the user's session from its next load onwards, like a reloaded tab; after signing out, it stays signed
 * out.
 */
export const enter = (page: Pages, { token, wallet }: Entrant): Promise<unknown> =>
  page.addInitScript(
    ([given, address]) => {
      if (location.origin === 'null' || sessionStorage.getItem('entered') === given) return;
      sessionStorage.setItem('entered', given);
      sessionStorage.setItem('token', given);
      sessionStorage.setItem('wallet', JSON.stringify({ address, isConnected: true }));
    },
    [token, wallet.address] as const,
  );

/** The welcome notice of `version` has been read on this device. */
export const readNotice = (page: Pages, version: string): Promise<unknown> =>
  page.addInitScript((given) => {
    if (location.origin !== 'null') localStorage.setItem('agreedNotice', given);
  }, version);

/** The person's key is in this browser's demo wallet, and in use if `connected`. */
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
export async function enterWithWallet(page: Page, person: Entrant): Promise<void> {
  await ownDemoWallet(page, person);
  await page.addInitScript(
    (bond) => {
      if (!sessionStorage.getItem('entered')) sessionStorage.setItem('walletBond', bond);
    },
    JSON.stringify({ rdns: 'demo.adit.wallet', address: person.wallet.address, chainId: CHAIN_ID }),
  );
  await enter(page, person);
}
