/** Security headers. Pages get all of them; every other reply gets a short set. */
import { createHash } from 'node:crypto';

/**
 * Hosts that WalletConnect uses: its relay, its RPC, and the list of wallets. AppKit's analytics and e-mail sign-in are
 * switched off, so their hosts are not listed here.
 */
const WALLETCONNECT_ORIGINS = [
  'wss://relay.walletconnect.org',
  'wss://relay.walletconnect.com',
  'https://rpc.walletconnect.org',
  'https://api.web3modal.org',
] as const;

/** WalletConnect opens this frame to confirm the page's address to the wallet. */
const WALLETCONNECT_FRAME = 'https://verify.walletconnect.org';

/**
 * What may produce text that a browser runs (Trusted Types): the page, for its workers' URLs (src/lib/own-script.ts),
 * and the templates of AppKit, which is loaded only for WalletConnect.
 */
const TYPE_POLICIES = { page: 'adit', walletConnect: 'lit-html' };

/** The policy of every page. */
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
    "require-trusted-types-for 'script'",
    `trusted-types ${TYPE_POLICIES.page}${walletConnect ? ` ${TYPE_POLICIES.walletConnect}` : ''}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The policy of the one worker that queries whatever node a person names, to check a draw
 * (src/features/verify/node.worker.ts). A worker follows the policy of its own script, so pages keep their strict one.
 * This one allows nothing but requests, and unencrypted ones only to the device itself. A policy cannot name private
 * networks; the page refuses those (`nodeAddressFault` in verify.rules.ts).
 */
export const NODE_READER_POLICY =
  "default-src 'none'; connect-src https: http://localhost:* http://127.0.0.1:*";

/** The policy that a self-contained page declares in its own head, plus what only a header can declare. */
export function statedPolicy(html: string): string | undefined {
  const stated = /<meta http-equiv="content-security-policy" content="([^"]+)"/i.exec(html)?.[1];
  return stated && `${stated}; frame-ancestors 'none'`;
}

/** The policy of a page whose own inline scripts may run: each is named by its hash (CSP 3, section 2.3.1). */
export function withInlineScripts(policy: string, html: string): string {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  const hashes = scripts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return policy.replace("script-src 'self'", (allowed) => allowed + hashes.join(''));
}

interface SecurityOptions {
  /** Where people reach the app; with https, browsers are told to use only https (HSTS). */
  readonly publicUrl: string | undefined;
  /** Chain endpoints that the page reads from. */
  readonly rpc: readonly string[];
  /** Whether wallets can connect through WalletConnect. */
  readonly walletConnect: boolean;
}

/**
 * Headers of every reply. Replies other than pages are not documents: opened as such, they may load nothing and not be
 * framed. HSTS lasts two years (hstspreload.org requires at least one), and is sent only on https.
 */
export function commonHeaders({ publicUrl }: SecurityOptions): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl?.startsWith('https:') && {
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
    }),
  };
}

/**
 * Headers of pages, scripts and pictures. With `same-origin-allow-popups`, wallets that open in a separate window can
 * still reach their opener.
 */
export function pageHeaders(options: SecurityOptions): Record<string, string> {
  return {
    ...commonHeaders(options),
    'content-security-policy': contentSecurityPolicy(options),
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'x-frame-options': 'DENY',
  };
}
