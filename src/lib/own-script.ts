// The page's policy (server/http/security.ts) accepts worker URLs only from here (Trusted Types): the app's own built
// files, and nothing else from the same origin, such as a downloaded file.

/** Where the build puts the app's scripts. */
const OWN = /^\/(sw\.js$|assets\/)/;

function createScriptURL(url: string): string {
  const { origin, pathname } = new URL(url, location.origin);
  if (origin === location.origin && (import.meta.env.DEV || OWN.test(pathname))) return url;
  throw new TypeError(`not a script of this app: ${pathname}`);
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: typeof createScriptURL }): typeof rules;
}
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('adit', { createScriptURL });

/**
 * A worker's URL for callers that load it. @throws TypeError if it is not the app's own and the browser enforces that
 */
export const ownScript = (url: string): string => (policy ? policy.createScriptURL(url) : url);
