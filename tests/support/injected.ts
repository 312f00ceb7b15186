/**
 * A wallet's built-in browser: its provider in `window.ethereum`, not announced, and as few browser features as some
 * have.
 */
import { getBytes, type Wallet } from 'ethers';
import type { Page } from 'playwright-core';
import { CHAIN_ID } from '#tests/support/person.ts';

interface InjectedOptions {
  wallet: Pick<Wallet, 'address' | 'signMessage'>;
  /** How it identifies itself, such as `isTrust`. */
  flags: readonly string[];
  /**
   * When the provider is added. 'announced' and 'unannounced': after the page has begun, with the event of MetaMask's
   * browser or without.
   */
  when?: 'before' | 'announced' | 'unannounced';
}

/** Injects the wallet into every document that the page loads from now on. It signs without asking. */
export async function inject(page: Page, { wallet, flags, when = 'before' }: InjectedOptions): Promise<void> {
  await page.exposeFunction('__personalSign', (hex: string) => wallet.signMessage(getBytes(hex)));
  await page.addInitScript(
    ([address, chainId, names, moment]) => {
      const listeners = new Map<string, Set<(given: unknown) => void>>();
      const of = (event: string) => {
        const known = listeners.get(event) ?? new Set();
        listeners.set(event, known);
        return known;
      };
      const host = window as unknown as {
        ethereum: unknown;
        __personalSign(hex: string): Promise<string>;
        __switchAccount(to: string): void;
      };
      const answers: Record<string, (params: readonly string[]) => unknown> = {
        eth_requestAccounts: () => [address],
        eth_accounts: () => [address],
        eth_chainId: () => chainId,
        personal_sign: ([hex = '']) => host.__personalSign(hex),
      };
      const provider = {
        ...Object.fromEntries(names.map((name) => [name, true])),
        request: async ({ method, params = [] }: { method: string; params?: readonly string[] }) => {
          const answer = answers[method];
          if (!answer) throw Object.assign(new Error(`${method} is not known`), { code: 4200 });
          return answer(params);
        },
        on: (event: string, run: (given: unknown) => void) => void of(event).add(run),
        removeListener: (event: string, run: (given: unknown) => void) => void of(event).delete(run),
      };
      host.__switchAccount = (to) => {
        for (const run of of('accountsChanged')) run([to]);
      };
      const put = () => {
        host.ethereum = provider;
        if (moment === 'announced') window.dispatchEvent(new Event('ethereum#initialized'));
      };
      if (moment === 'before') put();
      else window.addEventListener('load', () => setTimeout(put, 600));
    },
    [wallet.address.toLowerCase(), `0x${CHAIN_ID.toString(16)}`, flags, when] as const,
  );
}

/** Removes what such browsers lack: worker, notifications, locks, channels, database; localStorage throws. */
export const impoverish = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    for (const name of ['serviceWorker', 'locks', 'setAppBadge', 'share', 'storage'])
      Reflect.deleteProperty(Navigator.prototype, name);
    for (const name of ['Notification', 'BroadcastChannel', 'indexedDB', 'PushManager', 'caches'])
      Reflect.deleteProperty(window, name);
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
