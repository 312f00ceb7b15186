// What an operator may pass to `coupon add`: valid arguments are read in full, all others are refused in one line that
// says why.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toUnits } from '#rules/amounts.ts';
import { CommandError } from '#server/operator/protocol.ts';
import { NOON } from '#tests/support/ledger.ts';
import { codeOf } from '#rules/coupons.ts';
import { randomCode, readWanted } from './coupon.rules.ts';

const read = (args: string[], options: Record<string, string>) =>
  readWanted(args, options, ['ADIT', 'USDT'], NOON);

test('reads every argument of a coupon', () => {
  const options = { coin: 'adit', amount: '2.5', hashrate: '300', limit: '50', expires: '2026-12-31' };
  expect(read(['autumn-26'], { ...options, note: ' for the fair ' })).toEqual({
    code: 'AUTUMN-26',
    count: 1,
    coin: 'ADIT',
    amount: toUnits('2.5'),
    hashrate: toUnits('300'),
    usesLimit: 50,
    expiresAt: new Date('2026-12-31T16:00:00Z'),
    note: 'for the fair',
  });
  expect(read([], { random: '20', hashrate: '100' })).toMatchObject({
    code: null,
    count: 20,
    coin: null,
    amount: null,
    usesLimit: null,
    expiresAt: null,
    note: null,
  });
  const moments = { '2026-11-21T12:00:01Z': 1000, '2026-11-21T20:01': 60_000 };
  for (const [expires, ms] of Object.entries(moments))
    expect(read(['AUTUMN-26'], { hashrate: '1', expires }).expiresAt).toEqual(new Date(NOON.getTime() + ms));
});

const GIFT = { coin: 'ADIT', amount: '5' };
test.each<[string, string[], Record<string, string>]>([
  ['one code', [], GIFT],
  ['one code', ['A', 'B'], GIFT],
  ['one code', ['A'], { ...GIFT, random: '5' }],
  ['letters, digits and hyphens', ['A_B'], GIFT],
  ['1 to 20', ['A'.repeat(21)], GIFT],
  ['at least 8', ['AUTUMN7'], GIFT],
  ['--random', [], { ...GIFT, random: '0' }],
  ['from 1 to 1000', [], { ...GIFT, random: '1001' }],
  ['belong together', ['A'], { coin: 'ADIT' }],
  ['belong together', ['A'], { amount: '5' }],
  ['gives something', ['A'], {}],
  ['one of ADIT, USDT', ['A'], { coin: 'BTC', amount: '5' }],
  ['--amount', ['A'], { coin: 'ADIT', amount: '0' }],
  ['--amount', ['A'], { coin: 'ADIT', amount: '-5' }],
  ['--amount', ['A'], { coin: 'ADIT', amount: '1e3' }],
  ['--amount', ['A'], { coin: 'ADIT', amount: '0.0000000000000000001' }],
  ['at most 1000000000', ['A'], { coin: 'ADIT', amount: '1000000001' }],
  ['a whole number', ['A'], { hashrate: '1.5' }],
  ['--hashrate', ['A'], { hashrate: '0' }],
  ['--limit', ['A'], { ...GIFT, limit: '0' }],
  ['--limit', ['A'], { ...GIFT, limit: '1.5' }],
  ['--limit', ['A'], { ...GIFT, limit: '' }],
  ['to its end in Singapore', ['A'], { ...GIFT, expires: 'tomorrow' }],
  ['to its end in Singapore', ['A'], { ...GIFT, expires: '2026-02-30' }],
  ['in the past', ['A'], { ...GIFT, expires: '2026-11-20' }],
  ['--note', ['A'], { ...GIFT, note: 'x'.repeat(201) }],
])('%s: refuses %j %j', (why, args, options) => {
  const refused = () => read(args, options);
  expect(refused).toThrow(CommandError);
  expect(refused).toThrow(why);
  expect(refused).not.toThrow('\n');
});

test('a random code is valid and has no letters that look alike', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
      const code = randomCode(bytes);
      expect(codeOf(code)).toBe(code);
      expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){2}[A-HJ-NP-Z2-9]{4}$/);
    }),
  );
});
