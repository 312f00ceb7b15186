// What everything but the first screen stands on, fetched right after it: calls, queries, the pages' stylesheet.
import './pages.css';
import { call } from '#api/client.ts';
import { Queries } from '#api/provider.tsx';
import { patchWallet } from '#lib/session.ts';
import { watchSessionExpiry } from './session-expiry.ts';

watchSessionExpiry();

/** App start loads the link list (specification, section 7); without a network the last one stays. */
const loadLinks = (): Promise<void> =>
  call('GET /api/links').then(
    ({ links }) => patchWallet({ linkList: links }),
    () => undefined,
  );

export { loadLinks, Queries };
