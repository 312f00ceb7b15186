/** Security headers. Pages get the whole set with the content security policy; every reply gets the short one. */

/**
 * What the wallet connection through WalletConnect talks to: its relay, its RPC, and the list of wallets. AppKit's
 * analytics and e-mail sign-in are switched off, so their hosts are not among them.
 */
const WALLETCONNECT_ORIGINS = [
  'wss://relay.walletconnect.org',
  'wss://relay.walletconnect.com',
  'https://rpc.walletconnect.org',
  'https://api.web3modal.org',
] as const;

/** In a frame of theirs WalletConnect's servers vouch to the wallet for this page's address. */
const WALLETCONNECT_FRAME = 'https://verify.walletconnect.org';

/** The policy of every page (architecture, "CSP"). */
export function contentSecurityPolicy({
  rpc,
  walletConnect,
}: Pick<SecurityOptions, 'rpc' | 'walletConnect'>): string {
  const origins = new Set(rpc.map((url) => new URL(url).origin));
  if (walletConnect) for (const origin of WALLETCONNECT_ORIGINS) origins.add(origin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${[...origins].join(' ')}`,
    ...(walletConnect ? [`frame-src ${WALLETCONNECT_FRAME}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The policy of the one worker that reads any node a person names, to check a draw (src/features/verify/node.worker.ts). A worker
 * goes by the policy that its own script comes with, so that the pages keep theirs: nothing but its fetches is allowed.
 */
export const NODE_READER_POLICY = "default-src 'none'; connect-src https: http:";

/** The policy that a self-contained page states in its own head, with what only a header can say. */
export function statedPolicy(html: string): string | undefined {
  const stated = /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1];
  return stated && `${stated}; frame-ancestors 'none'`;
}

interface SecurityOptions {
  /** Where people reach the app; https makes browsers stay there (HSTS). */
  readonly publicUrl: string | undefined;
  /** Chain endpoints that the page reads from. */
  readonly rpc: readonly string[];
  /** Whether wallets can connect through WalletConnect here. */
  readonly walletConnect: boolean;
}

/** Headers of every reply. HSTS for two years (hstspreload.org asks for one at least), on https alone. */
export function commonHeaders({ publicUrl }: SecurityOptions): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=63072000',
    }),
  };
}

/**
 * Headers of pages, scripts and pictures. `same-origin-allow-popups`: wallets that open in a window of their own keep
 * their opener.
 */
export function pageHeaders(options: SecurityOptions): Record<string, string> {
  return {
    ...commonHeaders(options),
    'content-security-policy': contentSecurityPolicy(options),
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}
