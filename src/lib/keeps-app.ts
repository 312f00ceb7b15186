// Whether the app is cached on this device. If not, the app needs a network to open, and nothing is prefetched.

let tell: () => void;

/**
 * Resolves once a service worker is registered, even if it is still fetching the app's files; never resolves where
 * there is none.
 */
export const keepsApp = new Promise<void>((resolve) => (tell = resolve));
export const tellKeepsApp = (): void => tell();
