/** Invalid subscriptions made from a valid one, which the server must refuse: bad keys, endpoints, quiet hours and time zones. */
import { createECDH } from 'node:crypto';
import type { Device } from '#tests/support/push-service.ts';

export function malformedSubscriptions(subscription: Device['subscription']): Record<string, unknown>[] {
  const { endpoint, keys } = subscription;
  const compressed = createECDH('prime256v1');
  compressed.generateKeys();
  const p256dh = [
    '',
    'nonsense',
    keys.auth,
    Buffer.alloc(65, 4).toString('base64url'),
    compressed.getPublicKey('base64url', 'compressed'),
    compressed.getPublicKey('base64url', 'hybrid'),
    `${keys.p256dh}AAAA`,
  ].map((each) => ({ subscription: { endpoint, keys: { ...keys, p256dh: each } } }));
  const auth = ['', 'AAAA', `${keys.auth}AAAA`, '!'.repeat(22)].map((each) => ({
    subscription: { endpoint, keys: { ...keys, auth: each } },
  }));
  const endpoints = [
    '',
    'nowhere',
    endpoint.replace('https:', 'http:'),
    `file://${endpoint.slice(8)}`,
    `${endpoint}?${'x'.repeat(2000)}`,
  ].map((each) => ({ subscription: { endpoint: each, keys } }));
  const hours = [
    { from: '24:00', to: '07:00' },
    { from: '22:00', to: '7:00' },
    { from: '22:00' },
    { from: 22, to: 7 },
    '22:00-07:00',
  ].map((quiet) => ({ subscription, quiet, timeZone: 'Asia/Tokyo' }));
  const others = [
    {},
    { subscription: endpoint },
    { subscription: { endpoint } },
    { subscription, quiet: { from: '22:00', to: '07:00' }, timeZone: 'Mars/Olympus_Mons' },
    { subscription, more: 1 },
  ];

  return [...p256dh, ...auth, ...endpoints, ...hours, ...others];
}
