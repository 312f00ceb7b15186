/** The headers that keep pages safe. */
import { expect, test } from 'vitest';
import { commonHeaders, contentSecurityPolicy, pageHeaders } from './security.ts';

test('the policy is the decided one, with the chain and WalletConnect to connect to', () => {
  expect(contentSecurityPolicy(['http://127.0.0.1:8545/path?key=secret'])).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; " +
      "connect-src 'self' http://127.0.0.1:8545 wss://relay.walletconnect.org wss://relay.walletconnect.com " +
      'https://rpc.walletconnect.org https://api.web3modal.org; ' +
      "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
});

test('browsers are told to stay on https only where the app is reached by https', () => {
  expect(commonHeaders({ publicUrl: 'https://adit.example', rpc: [] })['strict-transport-security']).toMatch(
    /max-age=\d{8}/,
  );
  expect(commonHeaders({ publicUrl: 'http://127.0.0.1:8080', rpc: [] })).not.toHaveProperty(
    'strict-transport-security',
  );
  expect(commonHeaders({ publicUrl: undefined, rpc: [] })).not.toHaveProperty('strict-transport-security');
});

test('pages carry the whole set', () => {
  expect(Object.keys(pageHeaders({ publicUrl: undefined, rpc: [] }))).toEqual(
    expect.arrayContaining([
      'content-security-policy',
      'cross-origin-opener-policy',
      'permissions-policy',
      'referrer-policy',
      'x-content-type-options',
    ]),
  );
});
