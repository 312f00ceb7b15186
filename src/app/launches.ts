// A shortcut that is opened while the app runs comes to this window, which is only brought to the front (`launch_handler` of the
// manifest): the page it names is opened here. The app's own icon names none, and leaves the person where they were.
import { go } from '#lib/navigate.ts';

interface LaunchQueue {
  setConsumer(consumer: (launch: { readonly targetURL?: string | null }) => void): void;
}

/** The page that a launch asks for, "/pages/mining/index"; undefined for none, and for what is no address of ours. */
export function pageOf(target: string | null | undefined, origin: string): string | undefined {
  const [base = '', page] = (target ?? '').split('#');
  return `${base}/`.startsWith(`${origin}/`) && page?.startsWith('/') ? page : undefined;
}

export function followLaunches(): void {
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  // What has waited for a consumer is the launch that opened this window: its page is here already.
  let open = false;
  queue?.setConsumer(({ targetURL }) => {
    const page = open ? pageOf(targetURL, location.origin) : undefined;
    if (page !== undefined) void go(page);
  });
  open = true;
}
