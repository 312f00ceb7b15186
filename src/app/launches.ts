// A shortcut launched while the app is running only brings this window to the front (`launch_handler` in the
// manifest), so the page that it names is opened here. The app's own icon names no page and leaves the user where
// they were. An invite link shared with the app opens home, which shows the invite.
import { codeOfLink, openInvite } from '#lib/invite-code.ts';
import { go } from '#lib/navigate.ts';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | null }) => void): void;
}

/** The page requested by a launch, "/pages/mining/index", or home for an invite; undefined if there is none, and for a foreign address. */
export function pageOf(target: string | null | undefined, origin: string): string | undefined {
  const [base = '', page] = (target ?? '').split('#');
  if (!target || !`${base}/`.startsWith(`${origin}/`)) return undefined;
  if (page?.startsWith('/')) return page;
  return codeOfLink(target) === undefined ? undefined : '/';
}

export function followLaunches(): void {
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  // A launch queued before there was a consumer is the one that opened this window: its page is already here.
  let open = false;
  queue?.setConsumer(({ targetURL }) => {
    const page = open ? pageOf(targetURL, location.origin) : undefined;
    if (page === undefined || !targetURL) return;
    openInvite(targetURL);
    void go(page);
  });
  open = true;
}
