/** The security headers of pages and replies. */
import { expect, test } from 'vitest';
import { commonHeaders, contentSecurityPolicy, pageHeaders } from './security.ts';

const rpc = ['http://127.0.0.1:8545/path?key=secret'];
const OPTIONS = { publicUrl: undefined, rpc: [], walletConnect: false };

test.each([
  ['without WalletConnect', false, '', 'adit'],
  [
    'with WalletConnect',
    true,
    ' wss://relay.walletconnect.org wss://relay.walletconnect.com https://rpc.walletconnect.org https://api.web3modal.org; frame-src https://verify.walletconnect.org',
    'adit lit-html',
  ],
])(
  'the policy %s is the decided one, with the chain to connect to',
  (_title, walletConnect, origins, types) => {
    expect(contentSecurityPolicy({ rpc, walletConnect })).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
        `connect-src 'self' http://127.0.0.1:8545${origins}; ` +
        `manifest-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types ${types}; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  },
);

test('browsers are required to use https only if the app itself is reached by https', () => {
  expect(
    commonHeaders({ ...OPTIONS, publicUrl: 'https://adit.example' })['strict-transport-security'],
  ).toMatch(/^max-age=\d{8}; includeSubDomains$/);
  expect(commonHeaders({ ...OPTIONS, publicUrl: 'http://127.0.0.1:8080' })).not.toHaveProperty(
    'strict-transport-security',
  );
  expect(commonHeaders(OPTIONS)).not.toHaveProperty('strict-transport-security');
});

test('pages have all security headers', () => {
  expect(Object.keys(pageHeaders(OPTIONS))).toEqual(
    expect.arrayContaining([
      'content-security-policy',
      'cross-origin-opener-policy',
      'permissions-policy',
      'referrer-policy',
      'x-content-type-options',
    ]),
  );
});
