/** No notation of a private network's address passes as public. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedReason, isOpenAddress } from './addresses.ts';

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '17.188.1.2',
  '172.15.255.255',
  '172.32.0.0',
  '2607:f8b0:4004:800::200a',
  '2a00:1450:4001:80e::200a',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
])('%s is public', (address) => expect(isOpenAddress(address)).toBe(true));

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.251',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '0:0:0:0:0:ffff:10.0.0.1',
  '::ffff:0.0.0.0',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  'fe80::1',
  'fe80::1%eth0',
  '2a00::1%eth0',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  'localhost',
  '',
  '1.2.3',
])('%s is not public', (address) => expect(isOpenAddress(address)).toBe(false));

test('an address is judged the same when embedded in IPv6', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const hex = address
        .split('.')
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('');
      const tail = `${hex.slice(0, 4)}:${hex.slice(4)}`;
      for (const carrier of [
        `::ffff:${address}`,
        `::ffff:${tail}`,
        `64:ff9b::${tail}`,
        `64:ff9b::${address}`,
      ])
        expect(isOpenAddress(carrier), carrier).toBe(isOpenAddress(address));
    }),
  );
});

const closed = (url: string, anywhere = false) => closedReason(new URL(url), anywhere);

test.each([
  'https://push.example/a',
  'https://push.example:443/a',
  'https://web.push.apple.com./a',
  'https://localhost.example/',
  'https://local.push.example/',
])('%s may be requested', (url) => expect(closed(url)).toBeUndefined());

test.each([
  'https://8.8.8.8/',
  'https://[2a00:1450:4001:80e::200a]/',
  // As parsed by URL, these are 127.0.0.1 as well.
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost/',
  'https://LOCALHOST/',
  'https://push.localhost./',
  'https://push/',
  'https://postgres./',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://router.home.arpa/',
  'https://nas.lan/',
])('%s is not requested', (url) => {
  expect(closed(url)).toBe('not an address of the internet');
  expect(closed(url, true)).toBeUndefined();
});

test.each(['https://push.example:80/', 'https://push.example:8443/', 'https://push.example:5432/'])(
  '%s is not requested, because of its port',
  (url) => {
    expect(closed(url)).toBe('must be on port 443');
    expect(closed(url, true)).toBeUndefined();
  },
);

test('nothing is requested without encryption', () => {
  for (const anywhere of [true, false])
    expect(closed('http://push.example/', anywhere)).toBe('not an https address');
});
