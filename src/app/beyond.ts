// The foundation of everything but the first screen, loaded right after it: queries, the pages' stylesheet, and the
// work of an app start.
import './pages.css';
import { Queries } from '#api/provider.tsx';
import { cached, queryClient } from '#api/queries.ts';
import { patchWallet } from '#lib/session.ts';
import { local } from '#lib/storage.ts';
import { watchSessionExpiry } from './session-expiry.ts';

// The pages' stylesheet contains every rule in one order. The first screen's comes later in the document, where its few
// rules would override the others (`m-0` over `mt-5`); it adds nothing, so it is removed.
document.body.querySelector('link[rel="stylesheet"]')?.remove();

watchSessionExpiry();

const STARTED = 'started';

/**
 * App start marks the first run on this device (specification, section 7). A sign-in then tells whether it is the
 * account's first.
 */
patchWallet({ isFirst: local.getItem(STARTED) === null });
local.setItem(STARTED, 'yes');

/** App start loads the link list (specification, section 7); without a network, the last one is kept. */
const loadLinks = (): Promise<void> =>
  queryClient.query(cached('GET /api/links')).then(
    ({ links }) => patchWallet({ linkList: links }),
    () => undefined,
  );

export { loadLinks, Queries };
