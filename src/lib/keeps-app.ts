// Whether this device keeps the app. Where it does not, the app opens with a network alone, and nothing is fetched ahead.

let tell: () => void;

/** Resolves once a service worker is registered, which may still be fetching the app's files; never where there is none. */
export const keepsApp = new Promise<void>((resolve) => (tell = resolve));
export const tellKeepsApp = (): void => tell();
