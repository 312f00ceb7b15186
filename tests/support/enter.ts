// Puts a person who has signed in over HTTP onto a page, for journeys that are not about signing in.
import type { Page } from 'playwright-core';
import type { Person } from '#tests/support/person.ts';

/** The page has the person's session from its next load on, as a reloaded tab has it; signed out, it stays so. */
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
