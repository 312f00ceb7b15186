// What everything but the first screen stands on, fetched right after it: calls, queries, the pages' stylesheet.
import './pages.css';
import { call } from '#api/client.ts';
import { Queries } from '#api/provider.tsx';
import { patchWallet } from '#lib/session.ts';
import { watchSessionExpiry } from './session-expiry.ts';

// The pages' stylesheet has every rule in one order. The first screen's stands later in the document, where its few rules
// would win over the others (`m-0` over `mt-5`), and it has nothing more to say.
document.body.querySelector('link[rel="stylesheet"]')?.remove();

watchSessionExpiry();

/** App start loads the link list (specification, section 7); without a network the last one stays. */
const loadLinks = (): Promise<void> =>
  call('GET /api/links').then(
    ({ links }) => patchWallet({ linkList: links }),
    () => undefined,
  );

export { loadLinks, Queries };
